"""What a new user does, with nothing but the package: for the empty environment of `check.sh`."""

import pickle

import unhusk

PAGE = b"<ul><li><b>Blue mug</b> <i>$12</i><li><b>Oak tray</b> <i>$30</i><li><b>Tea pot</b> <i>$34</i></ul>"
EXPECTED = [
    {"name": "Blue mug", "price": "$12"},
    {"name": "Oak tray", "price": "$30"},
    {"name": "Tea pot", "price": "$34"},
]

records = unhusk.like(PAGE, name="Blue mug", price="$12")
assert records == EXPECTED, records
wrapper = pickle.loads(pickle.dumps(records.wrapper))
assert wrapper.extract(PAGE) == EXPECTED
assert len(wrapper.extract_batch([PAGE, None])) == 4
assert "<td>Oak tray</td>" in records._repr_html_()
print("first steps: fine")
