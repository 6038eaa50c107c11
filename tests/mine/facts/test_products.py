import pytest

from sitemine.mine.facts.products import product_of
from sitemine.records import Product

SHOE = {"@type": "Product", "name": "Shoe", "brand": {"name": "Acme"}, "sku": "A1", "description": "Fits."}
OFFER = {"price": 12.5, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}


@pytest.mark.parametrize(
    "offers",
    [
        OFFER,
        [OFFER],
        [{"@type": "Offer"}, OFFER],
        {"@type": "AggregateOffer", **{k: v for k, v in OFFER.items() if k != "price"}, "lowPrice": "12.5"},
        {"priceSpecification": [{"price": "12.5", "priceCurrency": "EUR"}], "availability": "InStock"},
    ],
)
def test_a_product_has_its_offer(offers):
    found = product_of([{**SHOE, "offers": offers, "aggregateRating": {"ratingValue": 4.2}}])

    assert found == Product("Shoe", "Acme", "A1", "12.5", "EUR", "InStock", "Fits.", "4.2")


def test_a_group_has_the_offer_of_its_first_variant():
    found = product_of([{**SHOE, "@type": "ProductGroup", "hasVariant": [{"offers": OFFER}]}])

    assert (found.price, found.currency) == ("12.5", "EUR")


@pytest.mark.parametrize(
    "things",
    [[], [{"@type": "Article", "name": "x", "offers": OFFER}], [SHOE], [{"@type": "Product", "offers": OFFER}]],
)
def test_a_page_that_offers_nothing_has_no_product(things):
    assert product_of(things) is None


@pytest.mark.parametrize("offers", [None, 3, "x", [], [3], {}, {"price": {}}, {"priceSpecification": "x"}])
def test_no_offer_is_too_odd(offers):
    assert product_of([{**SHOE, "offers": offers}]).price == ""
