"""May the crawler speak to this address? The IANA special-purpose registries, and what hides an IPv4 address in IPv6.

Asked of the very address that a connection is made to, never of a name: names answer differently the next time. What
carries an IPv4 address in it (mapped, compatible, NAT64, 6to4, Teredo, ISATAP) is judged by both. The table is our own because
`ipaddress.is_global` lets pass 192.0.0.8, 224.0.0.1, 64:ff9b::a9fe:a9fe and others behind which a cloud's secrets lie.
"""

import ipaddress
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from sitemine.errors import UsageError

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

# Not global, or no host at all: the IPv4 registry of RFC 6890 and its updates, multicast, and Azure's host service.
_NOT_PUBLIC_4: Final = (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24"
    " 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24"
    " 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32"
)
# Public in IPv6 is what lies in 2000::/3 but for these; the form that carries an IPv4 address is judged by that too.
_PUBLIC_6: Final = "2000::/3"
_NOT_PUBLIC_6: Final = "2001::/23 2001:db8::/32 2620:4f:8000::/48 3fff::/20"

_MAPPED: Final = ipaddress.IPv6Network("::ffff:0:0/96")
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
_LAST_32_BITS: Final = tuple(
    ipaddress.IPv6Network(text)
    for text in ("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48")
)
_6TO4: Final = ipaddress.IPv6Network("2002::/16")
_TEREDO: Final = ipaddress.IPv6Network("2001::/32")
_ISATAP: Final = (0x00005EFE, 0x02005EFE)  # the interface identifier's upper half (RFC 5214)


def _networks(text: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(word) for word in text.split())


_FORBIDDEN_4: Final = _networks(_NOT_PUBLIC_4)
_FORBIDDEN_6: Final = _networks(_NOT_PUBLIC_6)
_ALLOWED_6: Final = ipaddress.IPv6Network(_PUBLIC_6)


def embedded(address: ipaddress.IPv6Address) -> Iterator[ipaddress.IPv4Address]:
    """The IPv4 addresses that an IPv6 address carries."""
    number = int(address)
    if any(address in network for network in _LAST_32_BITS) or (number >> 32) & 0xFFFFFFFF in _ISATAP:
        yield ipaddress.IPv4Address(number & 0xFFFFFFFF)
    if address in _6TO4:
        yield ipaddress.IPv4Address((number >> 80) & 0xFFFFFFFF)
    if address in _TEREDO:
        yield ipaddress.IPv4Address((number >> 64) & 0xFFFFFFFF)
        yield ipaddress.IPv4Address(~number & 0xFFFFFFFF)


def _is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in _FORBIDDEN_4)
    if address in _MAPPED or address in _NAT64:
        return True  # nothing but the IPv4 address in it, which is judged by itself
    if address.scope_id or address not in _ALLOWED_6:
        return False
    return not any(address in network for network in _FORBIDDEN_6)


def networks_of(allowed: Iterable[str]) -> tuple[Network, ...]:
    """The networks that a person allows besides the public ones."""
    try:
        return tuple(ipaddress.ip_network(text, strict=False) for text in allowed)
    except ValueError as error:
        raise UsageError(f"a private network is given as in 10.0.0.0/8 or ::1/128: {error}") from None


@lru_cache(maxsize=4_096)
def is_allowed(ip: str, allow_private: tuple[Network, ...] = ()) -> bool:
    """Whether a connection to the address may be made: it is public, or in one of the networks that were allowed.

    >>> is_allowed("93.184.215.14"), is_allowed("::ffff:169.254.169.254"), is_allowed("2002:a9fe:a9fe::")
    (True, False, False)
    """
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return False
    carried = list(embedded(address)) if isinstance(address, ipaddress.IPv6Address) else []
    plain = carried[0] if carried and address in _MAPPED else address
    if any(plain in network for network in allow_private):
        return True
    return all(map(_is_public, (address, *carried)))
