import json
from xml.parsers import expat

import numpy as np
import pytest

from sitemine.measure.hubs import hubs_of
from sitemine.measure.sitelinks import SiteLinks
from sitemine.mine.site.reduced import reduced
from sitemine.publish.reduced import ReducedSite, to_dot, to_graphml, to_json

URLS = ["https://x.example/", 'https://x.example/?a=1&b="2"', "https://x.example/\\<\x01\ud800>"]


def site(threshold=0.8):
    columns = (
        np.array([0, 0, 1], np.int32),
        np.array([1, 2, 0], np.int32),
        np.array([0.5, 0.9, 0.1]),
        np.ones(3, np.int32),
    )
    links = SiteLinks(3, np.arange(3, dtype=np.int32), *columns)
    return ReducedSite(reduced(links, threshold), URLS, hubs_of(links, "lamis-ln"))


def test_json_holds_the_pages_and_the_links_between_them():
    urls = [URLS[0], URLS[1], "https://x.example/3"]
    links = site()

    found = json.loads(to_json(ReducedSite(links.links, urls, links.hubs)))

    assert found["threshold"] == 0.8
    assert [page["url"] for page in found["pages"]] == urls
    assert [(link["source"], link["target"]) for link in found["links"]] == [(0, 1), (0, 2)]
    assert [link["entropy"] for link in found["links"]] == pytest.approx([0.5, 0.1])


def elements(xml):
    """The start tags of an XML file with their attributes, and the text right after each."""
    found = []
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, attributes: found.append([name, attributes, ""])
    parser.CharacterDataHandler = lambda text: found[-1].__setitem__(2, found[-1][2] + text)
    parser.Parse(xml, True)
    return found


def test_graphml_is_xml_with_a_node_for_each_page():
    found = elements(to_graphml(site()))

    urls = [text for name, attributes, text in found if name == "data" and attributes["key"] == "url"]
    edges = [(attributes["source"], attributes["target"]) for name, attributes, _ in found if name == "edge"]
    assert [url.strip() for url in urls] == [URLS[0], URLS[1], "https://x.example/\\<\ufffd\ufffd>"]
    assert edges == [("n0", "n1"), ("n0", "n2")]


def test_dot_quotes_what_urls_may_hold():
    lines = to_dot(site()).decode().splitlines()

    assert lines[0] == "digraph site {"
    assert lines[2].startswith('n1 [label="https://x.example/?a=1&b=\\"2\\"", hub=')
    assert lines[3].startswith('n2 [label="https://x.example/\\\\<')
    assert lines[4] == "n0 -> n1 [entropy=0.500000];"
    assert lines[-1] == "}"


def test_nothing_left_is_an_empty_file_of_each_kind():
    empty = site(threshold=0.0)

    assert json.loads(to_json(empty)) == {"threshold": 0.0, "pages": [], "links": []}
    assert to_dot(empty) == b"digraph site {\n}\n"
    assert [name for name, _, _ in elements(to_graphml(empty))] == ["graphml", *["key"] * 4, "graph"]


@pytest.mark.parametrize("write", [to_json, to_graphml, to_dot])
def test_the_same_site_is_the_same_bytes(write):
    assert write(site()) == write(site())
