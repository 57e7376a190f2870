"""Reads a file that unhusk wrote, with a reader that others wrote, and compares it with what was given."""

import html
import json
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree

syntax, written, expected = sys.argv[1:]
with open(expected, encoding="utf-8") as file:
    expected = json.load(file)
with open(written, "rb") as file:
    written = file.read()


def same(found, given, what):
    if found != given:
        sys.exit(f"{what}: found {found!r}, given {given!r}")


def without_controls(text, tab="\t"):
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", tab)
    return "".join(c for c in text if c == "\n" or c == "\t" or unicodedata.category(c) != "Cc")


def check_rdf():
    import rdflib

    schema = rdflib.Namespace("https://schema.org/")
    names = {"turtle": "turtle", "ntriples": "nt", "nquads": "nquads", "jsonld": "json-ld"}
    if syntax == "jsonld":
        same(b"<" in written, False, "what could end an element")
    rdflib.NORMALIZE_LITERALS = False
    dataset = rdflib.Dataset(default_union=True)
    dataset.parse(data=written, format=names[syntax])
    if syntax == "nquads":
        page = dataset.graph(rdflib.URIRef("https://example.org/p.html"))
        same(len(set(page.subjects(schema.url))), len(expected), "records in the graph of the page")
    id_of = {str(o): s for s, o in dataset.subject_objects(rdflib.URIRef("urn:unhusk:field:id"))}
    same(len(id_of), len(expected), "number of records")
    for at, (name, about, tags) in enumerate(expected):
        node = id_of[f"n{at}"]
        same([str(o) for o in dataset.objects(node, schema.name)], [name], f"name {at}")
        same([str(o) for o in dataset.objects(node, schema.description)], [about], f"about {at}")
        same({str(o) for o in dataset.objects(node, schema.keywords)}, set(tags), f"tags {at}")
        (when,) = dataset.objects(node, schema.startDate)
        same(when.n3(), '"2024-05-01T19:00:00+02:00"^^<http://www.w3.org/2001/XMLSchema#dateTime>', "when")
        (link,) = dataset.objects(node, schema.url)
        same(link, rdflib.URIRef(f"https://example.org/items/{at}?a=1&b=2"), f"link {at}")
        (page,) = dataset.objects(node, rdflib.PROV.wasDerivedFrom)
        same(str(page), "https://example.org/p.html", "page")


def check_lines():
    """Lines are at most 75 octets, end in CRLF, and have no other control characters."""
    same(written.endswith(b"\r\n"), True, "end of the last line")
    for line in written[:-2].split(b"\r\n"):
        same(len(line) <= 75, True, f"length of {line!r}")
        text = line.decode("utf-8")
        same([c for c in text if unicodedata.category(c) == "Cc"], [], f"controls in {text!r}")


def check_ics():
    import datetime
    import icalendar

    check_lines()
    calendar = icalendar.Calendar.from_ical(written)
    events = list(calendar.walk("VEVENT"))
    same(len(events), len(expected), "number of events")
    same(len({str(event["UID"]) for event in events}), len(expected), "number of names")
    start = datetime.datetime(2024, 5, 1, 17, tzinfo=datetime.timezone.utc)
    for at, (event, (name, about, _)) in enumerate(zip(events, expected)):
        same(str(event["SUMMARY"]), without_controls(name, " "), f"name {at}")
        same(str(event["DESCRIPTION"]), without_controls(about, " "), f"about {at}")
        same(event["DTSTART"].dt, start, f"start {at}")
        same(str(event["URL"]), f"https://example.org/items/{at}?a=1&b=2", f"link {at}")


def check_vcf():
    import vobject

    check_lines()
    cards = list(vobject.readComponents(written.decode("utf-8")))
    same(len(cards), len(expected), "number of cards")
    for at, (card, (name, about, _)) in enumerate(zip(cards, expected)):
        same(card.fn.value, without_controls(name, " "), f"name {at}")
        same(card.note.value, without_controls(about, " "), f"about {at}")
        same(card.bday.value, "20240501", f"birthday {at}")
        same(card.url.value, f"https://example.org/items/{at}?a=1&b=2", f"link {at}")


def check_rss():
    import feedparser

    items = ElementTree.fromstring(written).findall("channel/item")
    same(len(items), len(expected), "number of items")
    for at, (item, (name, about, _)) in enumerate(zip(items, expected)):
        same(item.findtext("title"), without_controls(name) or None or "", f"name {at}")
        # Readers take a description for HTML.
        same(html.unescape(item.findtext("description")), without_controls(about), f"about {at}")
        same(item.findtext("link"), f"https://example.org/items/{at}?a=1&b=2", f"link {at}")
        same(item.findtext("pubDate"), "Wed, 01 May 2024 17:00:00 +0000", f"date {at}")
    check_feed(feedparser.parse(written))


def check_atom():
    import feedparser

    atom = "{http://www.w3.org/2005/Atom}"
    entries = ElementTree.fromstring(written).findall(atom + "entry")
    same(len(entries), len(expected), "number of entries")
    for at, (entry, (name, about, _)) in enumerate(zip(entries, expected)):
        same(entry.findtext(atom + "title"), without_controls(name), f"name {at}")
        same(entry.findtext(atom + "summary"), without_controls(about), f"about {at}")
        same(entry.findtext(atom + "published"), "2024-05-01T17:00:00Z", f"date {at}")
    feed = check_feed(feedparser.parse(written))
    for at, (entry, (name, _, _)) in enumerate(zip(feed.entries, expected)):
        same(entry.title, without_controls(name).strip(), f"name {at}, as a reader shows it")


def check_feed(feed):
    same(bool(feed.bozo), False, f"is not well-formed ({feed.get('bozo_exception')})")
    same(len(feed.entries), len(expected), "number of entries")
    same(len({entry.id for entry in feed.entries}), len(expected), "number of names")
    for at, entry in enumerate(feed.entries):
        same(entry.link, f"https://example.org/items/{at}?a=1&b=2", f"link {at}")
        same(entry.published_parsed[:6], (2024, 5, 1, 17, 0, 0), f"date {at}")
    return feed


{"ics": check_ics, "vcf": check_vcf, "rss": check_rss, "atom": check_atom}.get(syntax, check_rdf)()
