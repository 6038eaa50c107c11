import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.publish import OrderedLines, write_atomically


def broken():
    yield b"half\n"
    raise RuntimeError("in the middle")


def test_lines_stand_in_the_order_of_their_keys(tmp_path):
    with OrderedLines(tmp_path / "x.jsonl") as lines:
        for key in ("b", "c", "a"):
            lines.add(key, f"{key}1\n{key}2\n".encode())

    assert (tmp_path / "x.jsonl").read_bytes() == b"a1\na2\nb1\nb2\nc1\nc2\n"


@given(lines=st.lists(st.tuples(st.sampled_from("abc"), st.binary(max_size=4))), data=st.data())
def test_the_order_in_which_lines_come_never_shows(tmp_path_factory, lines, data):
    folder = tmp_path_factory.mktemp("lines")
    for name, order in (("one", lines), ("other", data.draw(st.permutations(lines)))):
        with OrderedLines(folder / name) as file:
            for key, line in order:
                file.add(key, line)

    assert (folder / "one").read_bytes() == (folder / "other").read_bytes()
    assert sorted((folder / "one").read_bytes()) == sorted(b"".join(line for _, line in lines))


def test_a_file_of_no_lines_is_empty_and_there(tmp_path):
    with OrderedLines(tmp_path / "x.jsonl") as lines:
        assert len(lines) == 0

    assert (tmp_path / "x.jsonl").read_bytes() == b""


def test_an_exception_leaves_the_file_as_it_was_and_nothing_beside_it(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"before\n")

    def breaking():
        with OrderedLines(path) as lines:
            lines.add("a", b"after\n")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        breaking()

    assert path.read_bytes() == b"before\n"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_seen_of_a_file_before_it_is_complete(tmp_path):
    with OrderedLines(tmp_path / "x.jsonl") as lines:
        lines.add("a", b"a\n")
        assert list(tmp_path.iterdir()) == []

    assert [path.name for path in tmp_path.iterdir()] == ["x.jsonl"]


def test_a_write_that_breaks_in_the_middle_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(b"before")

    with pytest.raises(RuntimeError, match="in the middle"):
        write_atomically(path, broken())

    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_breaks_leaves_nothing_where_nothing_was(tmp_path):
    with pytest.raises(RuntimeError):
        write_atomically(tmp_path / "x.json", broken())

    assert list(tmp_path.iterdir()) == []


def test_a_new_file_can_be_read_by_others(tmp_path):
    write_atomically(tmp_path / "x.json", iter([b"{", b"}"]))

    assert (tmp_path / "x.json").read_bytes() == b"{}"
    assert stat.S_IMODE((tmp_path / "x.json").stat().st_mode) & 0o444 == 0o444


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="there is no such folder") as caught:
        write_atomically(tmp_path / "no" / "x.json", iter([b""]))

    assert caught.value.filename == str(tmp_path / "no")
