import msgspec
import pytest
from bench import render
from bench.quality.results import Results, Row, Table

TABLE = Table(
    "Pages",
    1497,
    {"all": ["all"], "P/R/F1": ["P", "R", "F1"], "empty": ["nobody has it"]},
    [Row("peer", "2.0", {"all": 0.8234}, failed=2), Row("ours", "", {"all": 1.0, "P": 0.5, "R": 0.25, "F1": 1 / 3})],
)
TEXT = """\
Pages (1,497 pages)

|  | all | P/R/F1 |
| --- | ---: | ---: |
| peer 2.0 (raised on 2) | .823 |  |
| ours | 1.000 | .500 / .250 / .333 |
"""


def test_a_table_has_a_row_for_each_contestant_and_no_empty_column():
    assert render.table(TABLE) == TEXT


def test_the_part_between_the_markers_is_replaced():
    assert render.placed("a\n<!-- bench:quality -->old<!-- /bench -->\nb\n", "new\n", "quality") == (
        "a\n<!-- bench:quality -->\n\nnew\n\n<!-- /bench -->\nb\n"
    )


@pytest.mark.parametrize("text", ["", "<!-- bench:quality -->", "<!-- /bench --><!-- bench:quality -->"])
def test_a_file_without_both_markers_in_order_is_refused(text):
    with pytest.raises(render.MarkerError):
        render.placed(text, "new", "quality")


def test_results_go_from_json_into_the_file_and_again(tmp_path):
    results, readme = tmp_path / "results.json", tmp_path / "README.md"
    results.write_bytes(msgspec.json.encode(Results({"wcxb": TABLE})))
    readme.write_text("# Title\n\n<!-- bench:quality -->\n<!-- /bench -->\nend\n")

    assert render.main([str(results), str(readme)]) == 0
    once = readme.read_text()
    assert render.main([str(results), str(readme)]) == 0

    assert once == f"# Title\n\n<!-- bench:quality -->\n\n{TEXT}\n<!-- /bench -->\nend\n"
    assert readme.read_text() == once


def test_a_file_without_markers_is_left_alone(tmp_path, capsys):
    results, readme = tmp_path / "results.json", tmp_path / "README.md"
    results.write_bytes(msgspec.json.encode(Results({})))
    readme.write_text("text")

    assert render.main([str(results), str(readme)]) == 2
    assert readme.read_text() == "text"
    assert "<!-- bench:quality -->" in capsys.readouterr().err
