"""Whether two files hold the same statements, JSON literals compared by value; writes the first once more."""

import json
import sys

import rdflib

JSON = rdflib.RDF.JSON
first, second, again = sys.argv[1:]


def statements(path, syntax):
    graph = rdflib.Graph().parse(path, format=syntax)
    said = set()
    for subject, predicate, value in graph:
        if isinstance(value, rdflib.Literal) and value.datatype == JSON:
            value = "JSON " + json.dumps(json.loads(str(value)), sort_keys=True)
        said.add((str(subject), str(predicate), str(value)))
    return graph, said


graph, said = statements(first, "turtle")
_, said_too = statements(second, "json-ld")
if said != said_too:
    sys.exit(f"in one: {said - said_too}\nin the other: {said_too - said}")
graph.serialize(again, format="turtle")
