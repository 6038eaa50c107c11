import json
import sys

import pytest
from pyarrow import parquet

import sitemine
from sitemine.errors import MissingExtraError
from sitemine.publish import SCHEMA
from sitemine.publish.parquet import ROWS, need_parquet, write_parquet

STORIES = {
    "tides": "The harbour was empty at noon, and nobody on the quay could tell where the water had gone.",
    "fog": "Pilots stopped work before five because a grey wall stood across the whole channel mouth.",
    "eels": "Buyers waved their hands in vain while crates full of slippery 鳗鱼 changed owners.",
}
STORY = "<title>{0}</title><nav><a href=/>港口</a></nav><main><h1>{0}</h1><p>{1} <a href=/x>More</a></p><p>{2}</main>"
PAGES = [(f"https://example.org/{k}", STORY.format(k, text, text[::-1])) for k, text in STORIES.items()]


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    sitemine.mine([*PAGES, ("https://example.org/x", b"%PDF-1.7")]).write(folder, explain=True, parquet=True)
    return folder


def rows(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", ["pages", "articles", "links"])
def test_the_columns_hold_what_the_lines_hold(out, name):
    read = parquet.read_table(out / f"{name}.parquet").to_pylist()

    assert read == rows(out / f"{name}.jsonl")
    assert len(read) >= 3


def test_blocks_are_structs_with_their_types(out):
    kind = parquet.read_schema(out / "articles.parquet").field("blocks").type.value_type

    assert str(kind.field("kept").type) == "bool"
    assert str(kind.field("entropy").type) == "double"
    assert str(kind.field("pages").type) == "int64"


def test_a_link_that_says_nothing_has_no_entropy(tmp_path):
    sitemine.mine([("https://example.org/", "<p>Text <a href=/1></a> and <a href=/2>link</a>")]).write(
        tmp_path, parquet=True
    )

    column = parquet.read_table(tmp_path / "links.parquet")["entropy"]
    assert column.null_count == 1
    assert len(column) == 2


def test_the_version_of_the_schema_is_in_the_file(out):
    assert parquet.read_schema(out / "links.parquet").metadata[b"sitemine.schema"] == str(SCHEMA).encode()


def test_more_rows_than_a_group_are_all_there(tmp_path):
    n = ROWS + 1
    for name in ("pages", "articles", "tocs"):
        (tmp_path / f"{name}.jsonl").write_bytes(b"")
    row = b'{"source":"s","target":"t","text":"","entropy":null,"rel":""}\n'
    (tmp_path / "links.jsonl").write_bytes(row * n)

    write_parquet(tmp_path)

    assert parquet.ParquetFile(tmp_path / "links.parquet").metadata.num_row_groups == 2
    assert parquet.read_metadata(tmp_path / "links.parquet").num_rows == n


def test_no_rows_make_a_file_with_columns(tmp_path):
    sitemine.mine([]).write(tmp_path, parquet=True)

    table = parquet.read_table(tmp_path / "pages.parquet")
    assert (table.num_rows, table.column_names[0]) == (0, "url")


def test_without_the_extra_the_message_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(
        MissingExtraError, match=r"^writing Parquet needs an .* pip install 'sitemine\[parquet\]'$"
    ) as caught:
        need_parquet()
    assert caught.value.extra == "parquet"


def test_an_exception_leaves_the_old_file_and_nothing_beside_it(tmp_path):
    sitemine.mine(PAGES).write(tmp_path, parquet=True)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    (tmp_path / "links.jsonl").write_bytes(b'{"source":"s"')

    with pytest.raises(ValueError, match="truncated"):
        write_parquet(tmp_path)

    after = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert after == before | {"links.jsonl": b'{"source":"s"'}
