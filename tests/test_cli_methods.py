"""The methods of the papers on the command line."""

import json
from pathlib import Path

import pytest

from sitemine import cli

EXAMPLE = Path(__file__).parents[1] / "examples" / "site"


@pytest.fixture
def run(capsysbinary, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as exited:
            cli.main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return exited.value.code, out.decode("utf-8"), err.decode("utf-8")

    return run


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of a few pages of one kind."""
    folder = tmp_path_factory.mktemp("site")
    for k, words in enumerate(("harbour pilots wait", "eels were sold", "fog over the quay", "the tide came late")):
        body = "".join(f"<p>{words} and nobody knew why, said number {n}{k}x, who had {words}.</p>" for n in "abc")
        (folder / f"{k}.html").write_text(
            f"<title>{words}</title><nav><a href=/>Home page</a></nav><main>{body}</main><footer>The end of it</footer>"
        )
    return folder


@pytest.mark.parametrize("method", ["wisdom", "feature-extractor", "k-feature-extractor"])
def test_a_page_is_read_by_a_method_and_explained(run, site, method):
    code, out, err = run("extract", site / "0.html", "--method", method, "--explain")

    assert (code, err) == (0, "")
    assert "kept: " in out
    assert "dropped: " in out or method == "wisdom"


def test_a_method_that_compares_pages_says_so_when_given_one(run, site):
    code, out, err = run("extract", site / "0.html", "--method", "content-extractor")

    assert (code, out) == (2, "")
    assert err.startswith(
        "sitemine: content-extractor compares the pages of a site and was given one page alone; mine several"
    )


def test_a_site_is_mined_by_a_method(run, site):
    code, _, _ = run("mine", site, "--method", "content-extractor", "-o", "out", "--explain")

    rows = [json.loads(line) for line in Path("out/articles.jsonl").read_text("utf-8").splitlines()]
    assert code == 0
    assert json.loads(Path("out/run.json").read_text("utf-8"))["options"]["method"] == "content-extractor"
    assert {"The end of it" in row["text"] for row in rows} == {False}
    assert all("IBDF" in block["reason"] for row in rows for block in row["blocks"])


def test_a_name_that_is_no_method_is_refused_with_those_that_are(run, site):
    code, _, err = run("mine", site, "--method", "magic", "-o", "out")

    assert code == 2
    assert "there is no method 'magic'; the methods are sitemine, wisdom, content-extractor" in err


def test_a_page_is_pruned_to_what_informs(run, site):
    code, out, _ = run("extract", site / "0.html", "--format", "pruned", "--method", "k-feature-extractor")

    assert code == 0
    assert out.startswith("<!DOCTYPE html>")
    assert "nobody knew why" in out
    assert "Home page" not in out


def test_all_methods_are_compared_side_by_side(run, site):
    gold = Path("gold.jsonl")
    gold.write_text(json.dumps({"url": "https://x.example/0.html", "text": "harbour pilots wait", "role": "article"}))

    code, out, _ = run("compare", site, "--base", "https://x.example/", "--gold", gold)
    again, told, _ = run("compare", site, "--format", "json")

    assert (code, again) == (0, 0)
    assert out.startswith("4 pages; storing each block once would save ")
    names = [line.split()[0] for line in out.splitlines()[3:11]]
    assert names == [
        "sitemine",
        "wisdom",
        "content-extractor",
        "feature-extractor",
        "k-feature-extractor",
        "infodiscoverer",
        "lh",
        "vips",
    ]
    assert [row["name"] for row in json.loads(told)["methods"]] == names
    assert "lamis-ln-cb-hr-tw" in out


def test_what_cannot_be_compared_is_said(run, site, tmp_path):
    assert run("compare", site, "--format", "xml")[0] == 2
    assert "no gold" in run("compare", site, "--gold", site / "0.html")[2]
    (tmp_path / "none").mkdir()
    assert run("compare", tmp_path / "none")[0] in {1, 2}
