import zlib
from base64 import b64encode

import numpy as np
import pytest

from sitemine.acquire.boxes import COLUMNS, packed, unpacked


def boxes(n, **changed):
    columns = {name: np.arange(n).astype(kind) % 3 for name, kind in COLUMNS}
    columns["parent"] = np.arange(n, dtype=np.int32) - 1
    return {
        name: changed.get(name, column).astype(kind)
        for (name, kind), column in zip(COLUMNS, columns.values(), strict=True)
    }


def test_what_is_packed_is_unpacked_again():
    told = boxes(100)

    again = unpacked(packed(told))

    assert {name: column.tolist() for name, column in told.items()} == {
        name: column.tolist() for name, column in again.items()
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no base64!",
        "äöü",
        b64encode(b"not compressed").decode(),
        b64encode(zlib.compress(b"too short")).decode(),
        b64encode(zlib.compress(bytes(1 << 20))[:-5]).decode(),
    ],
)
def test_what_no_browser_wrote_holds_no_boxes(text):
    assert unpacked(text) is None


@pytest.mark.parametrize(
    "column",
    [
        {"parent": np.arange(9)},
        {"parent": np.full(9, -2)},
        {"display": np.full(9, 200)},
        {"position": np.full(9, 99)},
        {"width": np.full(9, -(1 << 31))},
    ],
)
def test_boxes_that_cannot_be_are_none(column):
    assert unpacked(packed(boxes(9, **column))) is None


def test_a_bomb_is_not_unfolded():
    bomb = zlib.compress(bytes(1 << 29), 1)

    assert unpacked(b64encode(bomb).decode()) is None
