import pytest

from sitemine import Page
from sitemine.cli import main
from sitemine.options import Vips
from sitemine.publish.drawing import to_html
from sitemine.run.segment import drawing_of, segment, tree_of

HTML = "<!doctype html><style>*{margin:0}</style><div style='height:100px'>head</div><div style='margin-top:60px;height:200px'>story</div>"


def run(capsys, *words):
    with pytest.raises(SystemExit) as ended:
        main(["segment", *map(str, words)])
    out, err = capsys.readouterr()
    return ended.value.code or 0, out, err


def test_without_a_browser_the_blocks_are_an_approximation_and_say_so(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(HTML, encoding="utf-8")

    code, out, err = run(capsys, page, "--approximate", "--html", tmp_path / "out.html")

    assert code == 0
    assert "head" in out
    assert "VIPS-lite" in err
    assert "VIPS-lite" in (tmp_path / "out.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words", [("--pdoc", "0"), ("--pdoc", "11"), ("--approximate", "--png", "x.png"), ("--profile", "x")]
)
def test_what_cannot_be_meant_is_bad_usage(words, tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(HTML, encoding="utf-8")

    assert run(capsys, page, *words)[0] == 2


def test_a_page_that_cannot_be_read_has_no_blocks(tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_bytes(b"%PDF-1.7")

    code, out, err = run(capsys, page, "--approximate")

    assert (code, out) == (1, "")
    assert "pdf" in err.lower()


@pytest.mark.browser
def test_a_page_is_drawn_over_its_picture(chromium, tmp_path, capsys):
    page = tmp_path / "page.html"
    page.write_text(HTML + "<link rel=stylesheet href=a.css>", encoding="utf-8")
    (tmp_path / "a.css").write_text("div { padding-left: 77px }", encoding="utf-8")

    code, out, _ = run(capsys, page, "--png", tmp_path / "a.png", "--html", tmp_path / "a.html", "--pdoc", "5")

    assert code == 0
    assert out.splitlines()[1].startswith("  [")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "data:image/png" in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.browser
def test_the_tree_is_told_with_boxes_and_words(chromium):
    found = segment(Page("", HTML), browser=chromium, options=Vips())

    assert tree_of(found, 10) == [
        "[1] 0,0 1280x360",
        "  [10] 0,0 1280x100  head",
        "  [10] 0,160 1280x200  story",
    ]
    assert to_html(drawing_of(found), 6).count('class="block"') == 3
