import gzip
import io

import pytest

from sitemine.acquire.streams import Pipe, looked_into, name_of, opened, unpacked
from sitemine.errors import SourceError


@pytest.mark.parametrize("size", [0, 1, 3, 100])
def test_a_pipe_gives_back_what_was_taken_out(size):
    head, stream = looked_into(io.BufferedReader(Pipe(b"", io.BytesIO(b"abcdef"))), size)

    assert head == b"abcdef"[:size]
    assert stream.read(2) == b"ab"
    assert stream.tell() == 2
    assert stream.read() == b"cdef"
    assert not stream.seekable()


def test_looking_into_a_file_leaves_its_place():
    file = io.BytesIO(b"abcdef")
    file.seek(1)

    assert looked_into(file, 2) == (b"bc", file)
    assert file.tell() == 1


def test_only_what_is_packed_is_unpacked():
    assert unpacked(io.BytesIO(b"words")).read() == b"words"
    assert unpacked(io.BufferedReader(Pipe(b"", io.BytesIO(gzip.compress(b"words"))))).read() == b"words"


def test_a_stream_that_came_open_stays_open(tmp_path):
    file = io.BytesIO(b"x")
    with opened(file):
        pass

    assert not file.closed


def test_a_path_is_called_by_its_last_part(tmp_path):
    path = tmp_path / "a.warc"
    path.write_bytes(b"")

    with path.open("rb") as file:
        assert [name_of(path), name_of(str(path)), name_of(file), name_of(io.BytesIO())] == [
            "a.warc",
            "a.warc",
            "a.warc",
            "stream",
        ]


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(SourceError, match="cannot be opened"), opened(tmp_path):
        pass
