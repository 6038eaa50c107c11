import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.acquire.message import Response, outcome_of, response_of
from sitemine.records import Outcome


def test_a_response_falls_into_status_headers_and_body():
    block = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nX: a\r\n b\r\nx: c\r\nno header\r\n: none\r\n\r\nbody\r\n\r\nmore"

    assert response_of(block) == Response(
        404, "Not Found", {"content-type": "text/html", "x": "a b, c"}, b"body\r\n\r\nmore"
    )


@pytest.mark.parametrize(
    "block",
    [
        b"HTTP/2 200\r\n\r\n<p>",
        b"HTTP/1.0 200\n\n<p>",
        b"HTTP/1.1 200 OK\r\n\r\n<p>",
        b"<p>",
        b"\r\nHTTP/1.1 200 OK\r\nA: b\n\r\n<p>",
    ],
)
def test_odd_heads_do_not_hide_the_body(block):
    response = response_of(block)

    assert (response.status, response.body) == (200, b"<p>")


def test_a_head_without_end_has_no_body():
    assert response_of(b"HTTP/1.1 200 OK\r\nA: b") == Response(200, "OK", {"a": "b"}, b"")


def test_a_status_out_of_range_is_no_status_line():
    assert response_of(b"HTTP/1.1 99999 OK\r\n\r\nx").body == b"HTTP/1.1 99999 OK\r\n\r\nx"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(200, Outcome.OK), (302, Outcome.REDIRECTED), (304, Outcome.BAD_STATUS), (500, Outcome.BAD_STATUS)],
)
def test_a_status_has_an_outcome(status, outcome):
    assert outcome_of(status) is outcome


@given(st.binary(max_size=300))
def test_any_bytes_are_some_response(block):
    assert response_of(b"HTTP/1.1 200 OK\r\n" + block).status == 200
