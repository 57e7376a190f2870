"""Learns to extract records from the pages of a website, given a few values of one page.

>>> import unhusk
>>> page = "<ul><li><b>Blue mug</b> <i>$12</i><li><b>Oak tray</b> <i>$30</i><li><b>Tea pot</b> <i>$34</i></ul>"
>>> records = unhusk.like(page, name="Blue mug", price="$12")
>>> records[2]
{'name': 'Tea pot', 'price': '$34'}
>>> wrapper = records.wrapper
>>> wrapper.extract("<ul><li><b>Red cup</b> <i>$7</i></ul>")
[{'name': 'Red cup', 'price': '$7'}]
"""

from unhusk._batch import Batch
from unhusk._errors import LabelWarning, RecordError
from unhusk._evidence import Evidence
from unhusk._follow import next_page
from unhusk._induce import Induced, InducedSet, induce
from unhusk._learn import Learned, Learner, learn, like
from unhusk._library import WrapperSet
from unhusk._page import Page
from unhusk._records import Records
from unhusk._repair import Repair
from unhusk._teach import Question, Session, teach
from unhusk._unhusk import (
    Field,
    FieldVerdict,
    LabelError,
    LearnError,
    LoadError,
    Node,
    Proposal,
    Value,
    Verdict,
    methods,
)
from unhusk._warc import WarcPage, WarcPages, read_warc
from unhusk._wrapper import Wrapper

__all__ = [
    "Batch",
    "Evidence",
    "Field",
    "FieldVerdict",
    "Induced",
    "InducedSet",
    "LabelError",
    "LabelWarning",
    "LearnError",
    "Learned",
    "Learner",
    "LoadError",
    "Node",
    "Page",
    "Proposal",
    "Question",
    "RecordError",
    "Records",
    "Repair",
    "Session",
    "Value",
    "Verdict",
    "WarcPage",
    "WarcPages",
    "Wrapper",
    "WrapperSet",
    "induce",
    "learn",
    "like",
    "methods",
    "next_page",
    "read_warc",
    "teach",
]
