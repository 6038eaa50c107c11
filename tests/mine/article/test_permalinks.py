"""Permalinks: the sign behind a heading is no part of what it says, and no other sign is lost."""

import pytest

import sitemine

SAID = "The harbour was empty that morning, and nobody on the quay could say where the boats had gone. " * 3


def article(heading, more=""):
    html = f"<main class=content><h1>Tides</h1><p>{SAID}</p>{heading}<p>{SAID}</p>{more}</main>"
    return sitemine.extract(f"<html><body>{html}</body></html>", url="https://example.org/docs")


@pytest.mark.parametrize(
    "heading",
    [
        "<h2>Setting up<a class=headerlink href='#up'>¶</a></h2>",
        "<h2>Setting up <a href='#up'>#</a></h2>",
        "<h2><span>Setting up</span> <a href='#up'>\U0001f517</a></h2>",
        "<h2>Setting up <a href='#up'>§</a></h2>",
        "<h2>Setting <a href='#up'>#</a> up</h2>",
    ],
)
def test_a_sign_that_links_to_its_heading_is_not_told(heading):
    found = article(heading)

    assert "Setting up" in found.text.splitlines()
    assert "## Setting up" in found.markdown.splitlines()
    assert "<h2>Setting up</h2>" in found.content.html()


def test_signs_that_are_said_stay():
    found = article("<h2>C# and F#</h2>", "<p>Paragraph § 4 says: take item # 2, and <a href=/x>§ 5</a> says more.</p>")

    assert "C# and F#" in found.text
    assert "§ 4" in found.text
    assert "§ 5" in found.text


def test_a_line_that_begins_with_a_sign_keeps_it():
    index = f"<p>{SAID}<br><a href='#n'>#</a> A to Z of the harbour, its boats and those who sailed on them</p>"

    assert "# A to Z" in article("<h2>Index</h2>", index).text
