"""The kernel's terms and hashes against their twins, on any text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import flat, soup

from sitemine import kernel
from sitemine.measure.hashing import hash_slices
from sitemine.measure.terms import hash_terms, terms_of

pytestmark = pytest.mark.skipif(kernel.compiled is None, reason="the kernel was not compiled here")

LETTERS = st.sampled_from("aZ09_ -.éßΣς\u0130\u0301語日ばァไทยកख\u00ad\u3000😀\ud800\udfff\U000323af\n")


def plainly(function, *arguments, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "compiled", None)
        return function(*arguments, **options)


def assert_equal(columns, twins):
    for column, twin in zip(columns, twins, strict=True):
        assert column.dtype == twin.dtype
        assert column.tolist() == twin.tolist()


@given(st.text(max_size=60) | st.text(LETTERS, max_size=60), st.booleans())
def test_the_terms_of_any_text_are_alike(text, numbers):
    assert_equal(hash_terms(text, numbers=numbers), plainly(hash_terms, text, numbers=numbers))


@given(st.lists(soup(20), max_size=3))
def test_the_terms_of_any_table_are_alike(htmls):
    table = flat(*htmls)
    terms, twin = terms_of(table), plainly(terms_of, table)

    assert_equal([getattr(terms, name) for name in terms.__slots__], [getattr(twin, name) for name in twin.__slots__])


@given(st.lists(st.integers(0, (1 << 64) - 1), max_size=40), st.data())
def test_the_hashes_of_any_slices_are_alike(values, data):
    place = st.integers(0, len(values))
    slices = sorted(data.draw(st.lists(st.tuples(place, place), max_size=10)))
    start, end = (np.array([f(s) for s in slices], np.int32) for f in (min, max))
    column = np.array(values, np.uint64)

    assert_equal([hash_slices(column, start, end)], [plainly(hash_slices, column, start, end)])
