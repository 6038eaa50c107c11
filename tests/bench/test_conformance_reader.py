import json

import pytest
from bench.conformance import encodings, tree, url
from bench.conformance.dat import TreeNode, cases, tree_cases
from bench.conformance.projection import Element, Rules, project
from bench.conformance.verdicts import Finding, Verdict, lines_of

TWO_CASES = b"""#data
<p>a
#dat
b<!--c-->
#errors
(1,3): no doctype
#document
| <html>
|   <head>
|   <body>
|     <p>
|       "a
#dat
b"
|       <!-- c -->

#data
<g>
#errors
#document-fragment
svg path
#script-on
#document
| <svg g>
|   id="x"
"""

RULES = Rules(dropped=frozenset(("head", "script", "br")), silent=frozenset(("svg", "select")))


def tree_of(text):
    case = b"#data\n\n#document\n" + text.encode()
    return next(tree_cases("x", case)).tree


def test_cases_begin_only_where_a_line_says_so_after_the_last_section():
    text = b"#data\na\n#errors\n\n#document\n| <html>\n\n#data\nb\n\n#errors\n#document\n| <p>"

    assert list(cases(text)) == [
        (1, {"data": b"a", "errors": b"", "document": b"| <html>"}),
        (2, {"data": b"b\n", "errors": b"", "document": b"| <p>"}),
    ]


def test_a_line_of_the_markup_that_is_no_heading_stays_markup():
    (case,) = tree_cases("x", b"#data\n#dat\n# errors\n#errors\n#document\n| <html>\n")

    assert case.markup == "#dat\n# errors"


def test_carriage_returns_and_nuls_are_kept():
    (case,) = tree_cases("x", b'#data\na\r\n\0b\n#document\n| "a\r"\n')

    assert case.markup == "a\r\n\0b"


def test_a_fragment_has_its_context_and_its_scripting():
    first, case = tree_cases("x", TWO_CASES)

    assert (first.context, first.scripting) == ("", None)
    assert (case.context, case.scripting) == ("svg path", True)
    assert case.tree == (TreeNode(0, "<svg g>"), TreeNode(1, 'id="x"'))


def test_a_text_over_several_lines_is_one_node():
    assert tree_of('| <p>\n|   "a\n\n  b"\n|   <b>\n') == (
        TreeNode(0, "<p>"),
        TreeNode(1, '"a\n\n  b"'),
        TreeNode(1, "<b>"),
    )


def test_a_tree_keeps_elements_and_the_text_in_them():
    found = project(
        tree_of('| <html>\n|   <body>\n|     class="a"\n|     "one "\n|     <b>\n|       "two"\n|     " three"\n'),
        RULES,
    )

    assert found == [Element(-1, "html", ""), Element(0, "body", "onethree"), Element(1, "b", "two")]


def test_comments_and_dropped_elements_are_left_out_with_what_is_in_them():
    found = project(
        tree_of(
            '| <!DOCTYPE html>\n| <html>\n|   <head>\n|     <title>\n|       "t"\n|   <!-- <p> -->\n|   <?a b?>\n|   <br>\n|   <p>\n|     <script>\n|       "x"\n|     "y"\n'
        ),
        RULES,
    )

    assert found == [Element(-1, "html", ""), Element(0, "p", "y")]


def test_a_foreign_element_goes_by_its_local_name_and_a_silent_one_says_nothing():
    found = project(
        tree_of('| <p>\n|   <svg svg>\n|     <svg a>\n|       "x"\n|   "y"\n|   <math mi>\n|     "z"\n'), RULES
    )

    assert found == [Element(-1, "p", "y"), Element(0, "svg", ""), Element(1, "a", ""), Element(0, "mi", "z")]


@pytest.mark.parametrize("reader", [tree.parser_tree, tree.table_tree])
def test_both_readers_give_the_tree_of_a_page(reader):
    found = reader(
        "<!doctype html><title>t</title><p>a <b>b</b>\n c<br>d<script>x</script><svg><text>s</text></svg><td>e"
    )

    assert found == [
        Element(-1, "html", ""),
        Element(0, "body", ""),
        Element(1, "p", "acde"),
        Element(2, "b", "b"),
        Element(2, "svg", ""),
    ]


def case_file(folder, name, content):
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)


def test_a_tree_that_agrees_one_that_does_not_and_one_that_cannot_be_run(tmp_path):
    document = b"#errors\n#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n\n"
    case_file(
        tmp_path,
        "tree-construction/t.dat",
        b"#data\n<p>\n"
        + document
        + b"#data\n<p>x\n"
        + document
        + b"#data\n<i>\n#document-fragment\ndiv\n#document\n| <i>\n\n"
        b"#data\n<p>\n#script-on\n#document\n\n#data\n<p>\n#document-fragment\nsvg g\n#document\n| <p>\n",
    )

    found = list(tree.verdicts(tmp_path))

    assert [verdict.finding for verdict in found] == [
        Finding.AGREES,
        Finding.DIFFERS,
        Finding.AGREES,
        Finding.NOT_RUN,
        Finding.NOT_RUN,
    ]
    assert found[1].case == "t#2"
    assert "element 2: expected (1, 'p', ''), found (1, 'p', 'x')" in found[1].why


def test_a_tree_that_is_too_short_or_too_long_differs(tmp_path):
    document = b"#document\n| <html>\n|   <head>\n|   <body>\n|     <p>\n|     <i>\n\n"
    case_file(
        tmp_path, "tree-construction/t.dat", b"#data\n<p>\n" + document + b"#data\n<p></p><i></i><b>\n" + document
    )

    assert [verdict.why for verdict in tree.verdicts(tmp_path)] == ["lacks (1, 'i', '')", "adds (1, 'b', '')"]


def test_the_prescan_is_asked_for_what_is_declared(tmp_path):
    content = b"#data\n<meta charset=latin1>\n#encoding\nwindows-1252\n\n#data\n\xc3\xa9\n#encoding\nwindows-1252\n\n"
    case_file(tmp_path, "encoding/t.dat", content + b"#data\n<p>\n#encoding\ngbk\n")

    found = list(encodings.prescan_verdicts(tmp_path))

    assert [verdict.finding for verdict in found] == [Finding.AGREES, Finding.AGREES, Finding.DIFFERS]
    assert found[2] == Verdict("t#3", Finding.DIFFERS, "expected gbk, found windows-1252")


def test_a_page_says_itself_which_encoding_it_wants(tmp_path):
    meta = b'<meta charset="windows-1251">'
    case_file(tmp_path, "charset/match.html", b'<link rel="match">' + meta)
    case_file(tmp_path, "charset/mismatch.html", b'<link rel="mismatch">' + meta)
    case_file(
        tmp_path, "charset/told.html", meta + b'<script>assert_equals(document.characterSet, "ISO-8859-5")</script>'
    )

    found = {verdict.case: verdict.finding for verdict in encodings.page_verdicts(tmp_path)}

    assert found == {"match.html": Finding.AGREES, "mismatch.html": Finding.DIFFERS, "told.html": Finding.DIFFERS}


def test_urls_are_compared_without_what_a_page_name_cannot_have(tmp_path):
    parts = {"protocol": "http:", "host": "a.example", "pathname": "/b", "search": ""}
    listed = [
        "a comment",
        {"input": "b?#c", "base": "http://u:p@a.example/", "href": "http://u:p@a.example/b?#c", **parts},
        {"input": "mailto:x", "base": None, "href": "mailto:x", **parts, "protocol": "mailto:"},
        {"input": "http://", "base": None, "failure": True},
        {"input": "http://a.example/c", "base": None, "href": "http://a.example/b", **parts},
    ]
    case_file(tmp_path, "url/urltestdata.json", json.dumps(listed).encode())

    found = list(url.verdicts(tmp_path))

    assert [verdict.finding for verdict in found] == [*[Finding.AGREES] * 3, Finding.DIFFERS]
    assert found[3].why == "expected http://a.example/b, found http://a.example/c"


def test_the_report_names_every_exception_and_counts_what_was_not_run():
    verdicts = [
        Verdict("a", Finding.AGREES),
        Verdict("b", Finding.DIFFERS, "why"),
        Verdict("c", Finding.NOT_RUN, "scripts"),
        Verdict("d", Finding.NOT_RUN, "scripts"),
    ]

    assert list(lines_of("x", verdicts)) == ["x: 4 cases, 2 run, 1 agree", "  b: why", "  not run: 2 (scripts)"]
