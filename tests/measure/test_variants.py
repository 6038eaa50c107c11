import pytest

from sitemine.errors import UsageError
from sitemine.measure.variants import VARIANTS, Variant


def test_there_are_33_link_analyses_each_with_a_name_of_its_own():
    assert len(set(VARIANTS)) == 33
    assert [Variant.named(name).name for name in VARIANTS] == list(VARIANTS)


@pytest.mark.parametrize("name", ["LAMIS-LN-CB-HR-TW", "lamis-tw-hr-cb-ln"])
def test_case_and_order_of_the_parts_do_not_matter(name):
    assert Variant.named(name).name == "lamis-ln-cb-hr-tw"


def test_page_mode_may_be_said():
    assert Variant.named("hits-pa") == Variant.named("hits")


@pytest.mark.parametrize("name", ["", "pagerank", "ol-ln", "lamis-xx", "hits-pa-cb", "lamis-ln-ln", "ln", "lamis-"])
def test_a_name_that_means_nothing_is_refused_with_what_there_is(name):
    with pytest.raises(UsageError, match="there are ol, and hits and lamis with any of"):
        Variant.named(name)
