"""What a page offers, from its JSON-LD: only pages of one product are of a product."""

from collections.abc import Sequence
from typing import Final

from sitemine.mine.facts.jsonld import Thing, text_in, types_of
from sitemine.records import Product

OFFERED: Final = frozenset(("Product", "ProductGroup", "ProductModel", "IndividualProduct", "Vehicle", "Car", "Book"))
CODES: Final = ("sku", "mpn", "gtin", "gtin13", "gtin12", "gtin8", "productID", "isbn")


def _offer(thing: Thing) -> Thing:
    """The offer of a product that says its price; of several the first."""
    offers = thing.get("offers")
    if (
        not offers
        and isinstance(variants := thing.get("hasVariant"), list)
        and variants
        and isinstance(variants[0], dict)
    ):
        offers = variants[0].get("offers")
    several = offers if isinstance(offers, list) else [offers]
    found = [offer for offer in several if isinstance(offer, dict)]
    return next((offer for offer in found if _price(offer)), found[0] if found else {})


def _price(offer: Thing) -> str:
    price = text_in(offer.get("price")) or text_in(offer.get("lowPrice"))
    return price or _specified(offer, "price")


def _specified(offer: Thing, key: str) -> str:
    """What the specification of an offer's price says."""
    said = offer.get("priceSpecification")
    said = said[0] if isinstance(said, list) and said else said
    return text_in(said.get(key)) if isinstance(said, dict) else ""


def product_of(things: Sequence[Thing]) -> Product | None:
    """The product of a page; none where it has none, or names several as a collection does."""
    products = [thing for thing in things if OFFERED.intersection(types_of(thing)) and text_in(thing.get("name"))]
    priced = [thing for thing in products if "offers" in thing or "hasVariant" in thing]
    if (
        not priced
        or len({text_in(thing.get("name")) for thing in priced if thing is priced[0] or "hasVariant" in thing}) != 1
    ):
        return None
    thing, offer = priced[0], _offer(priced[0])
    rating = thing.get("aggregateRating")
    return Product(
        name=text_in(thing.get("name")),
        brand=text_in(thing.get("brand")),
        sku=next(filter(None, (text_in(thing.get(code)) for code in CODES)), ""),
        price=_price(offer),
        currency=text_in(offer.get("priceCurrency")) or _specified(offer, "priceCurrency"),
        availability=text_in(offer.get("availability")).rsplit("/", 1)[-1],
        description=text_in(thing.get("description")),
        rating=text_in(rating.get("ratingValue")) if isinstance(rating, dict) else "",
    )
