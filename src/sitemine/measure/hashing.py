"""Hashes of sequences that are made for all slices of a table at once, the same in every process and on every machine.

The hash of a sequence x is the polynomial sum of x[i] * B**i modulo 2**64. Prefix sums of x[i] * B**i over a whole table
give the hash of any slice by one subtraction and one multiplication with B**-start, so it does not depend on where in the
table the slice stands. A last stirring spreads it over all bits.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from sitemine import kernel
from sitemine.kernel import column

Hashes = npt.NDArray[np.uint64]

_BASE: Final = 0x9E3779B97F4A7C15
_INVERSE: Final = pow(_BASE, -1, 1 << 64)
_STIR: Final = np.uint64(0xFF51AFD7ED558CCD)
_SHIFT: Final = np.uint64(32)


@lru_cache(maxsize=2)
def _powers(factor: int, bits: int) -> Hashes:
    """The first 2**bits powers of `factor`."""
    powers = np.ones(1 << bits, np.uint64)
    for done in range(bits):
        half = 1 << done
        powers[half : 2 * half] = powers[:half] * np.uint64(pow(factor, half, 1 << 64))
    return powers


def stir(hashes: Hashes) -> Hashes:
    """The same hashes with every bit of each depending on all of its bits."""
    stirred = hashes ^ (hashes >> _SHIFT)
    stirred *= _STIR
    stirred ^= stirred >> _SHIFT
    return stirred


def hash_slices(values: Hashes, start: npt.NDArray[np.integer], end: npt.NDArray[np.integer]) -> Hashes:
    """The hash of each slice `values[start:end]`; an empty one has hash 0."""
    if kernel.compiled is not None:
        bounds = np.ascontiguousarray(start, np.int64), np.ascontiguousarray(end, np.int64)
        return column(kernel.compiled.hash_slices(np.ascontiguousarray(values), *bounds), np.uint64)
    bits = max(10, len(values).bit_length())
    sums = np.empty(len(values) + 1, np.uint64)
    sums[0] = 0
    np.cumsum(values * _powers(_BASE, bits)[: len(values)], out=sums[1:])
    return stir((sums[end] - sums[start]) * _powers(_INVERSE, bits)[start])
