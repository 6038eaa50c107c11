import gzip
import hashlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.acquire.body import Body, unchunked, undone
from sitemine.options import Limits
from sitemine.records import Outcome


@given(st.binary(max_size=3_000), st.integers(1, 500))
def test_joining_undoes_chunking(data, size):
    pieces = [data[place : place + size] for place in range(0, len(data), size)]
    chunked = b"".join(b"%X\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"

    assert unchunked(chunked) == Body(data)


@pytest.mark.parametrize(
    "chunked", [b"5\r\nwords\r\n", b"5\r\nwords\r\n9\r\nmore", b"5\r\nwords\r\nzz\r\nmore\r\n0\r\n\r\n"]
)
def test_a_chunked_body_without_end_is_truncated(chunked):
    body = unchunked(chunked)

    assert body.content.startswith(b"words")
    assert body.outcome is Outcome.TRUNCATED


@given(st.binary(max_size=5_000))
def test_codings_are_undone_in_reverse(data):
    assert undone(zlib.compress(gzip.compress(data)), "gzip, deflate").content == data


def test_bytes_behind_a_packed_body_are_no_part_of_it():
    assert undone(gzip.compress(b"<p>") + b"\r\nrest", "gzip") == Body(b"<p>")


def test_a_wrong_check_sum_keeps_the_text_and_is_told():
    text = hashlib.shake_256(b"").digest(50_000)
    data = bytearray(gzip.compress(text))
    data[-6] ^= 1

    body = undone(bytes(data), "gzip")

    assert body.outcome is Outcome.TRUNCATED
    assert text.startswith(body.content)
    assert len(body.content) > len(text) - 2_000


def test_three_codings_over_each_other_are_refused():
    assert undone(b"x", "gzip, br, gzip").outcome is Outcome.BOMB


def test_a_body_of_just_the_limit_is_whole():
    limits = Limits(bytes=1_000)

    assert undone(gzip.compress(b"x" * 1_000), "gzip", limits).outcome is Outcome.OK
    assert undone(gzip.compress(b"x" * 1_001), "gzip", limits).outcome is not Outcome.OK


def test_a_large_page_that_packs_as_text_does_is_no_bomb():
    words = b" ".join(b"%d words" % (number * number) for number in range(20_000))

    assert undone(gzip.compress(words), "gzip", Limits(bytes=1_000)).outcome is Outcome.TOO_LARGE


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate", "br", "zstd", "gzip, br"]))
def test_any_bytes_under_any_coding_end_in_an_outcome(data, codings):
    assert undone(data, codings).outcome in {Outcome.OK, Outcome.TRUNCATED, Outcome.BAD_RECORD}
