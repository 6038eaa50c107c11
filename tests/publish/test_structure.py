import json
from xml.etree import ElementTree as ET

from sitemine.mine.site.structure import Sketch, structure_of
from sitemine.publish.structure import structure_graphml, structure_json

STRUCTURE = structure_of(
    [Sketch("https://ex.org/?a&b", "toc", "<All>", (("https://ex.org/1", "One & two", "2026-01-02"),))]
)


def test_json_holds_pages_and_the_places_of_their_links():
    found = json.loads(structure_json(STRUCTURE))

    assert [page["url"] for page in found["pages"]] == ["https://ex.org/1", "https://ex.org/?a&b"]
    assert found["links"] == [{"source": 1, "target": 0, "text": "One & two", "date": "2026-01-02"}]


def test_graphml_holds_the_same():
    root = ET.fromstring(structure_graphml(STRUCTURE))
    space = "{http://graphml.graphdrawing.org/xmlns}"
    nodes = root.findall(f"{space}graph/{space}node")
    [edge] = root.findall(f"{space}graph/{space}edge")

    assert [node.find(f"{space}data[@key='url']").text for node in nodes] == ["https://ex.org/1", "https://ex.org/?a&b"]
    assert (edge.get("source"), edge.get("target")) == ("n1", "n0")
    assert edge.find(f"{space}data[@key='text']").text == "One & two"
