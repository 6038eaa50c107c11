"""Addresses that a crawler may not speak to, in every form they come in."""

import ipaddress

import pytest

from sitemine.acquire.address import embedded, is_allowed, networks_of
from sitemine.errors import UsageError

METADATA = "169.254.169.254"
PRIVATE = """
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.1.2.3 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.8 192.0.0.170 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.1.1 192.175.48.1
    198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
    168.63.129.16 :: ::1 ::7f00:1 ::a9fe:a9fe ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
    64:ff9b::a9fe:a9fe 64:ff9b::7f00:1 64:ff9b:1::a9fe:a9fe 64:ff9b:1::808:808 100::1 2001::1 2001:0:a9fe:a9fe::1 2001:db8::1
    2002:a9fe:a9fe:: 2002:7f00:1::1 2002:c0a8:101::1 2001:2::1 2001:10::1 2620:4f:8000::1 3fff::1 5f00::1
    fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 2606:4700::5efe:7f00:1 2606:4700::200:5efe:a9fe:a9fe
""".split()
PUBLIC = "8.8.8.8 93.184.215.14 1.1.1.1 172.32.0.1 100.128.0.1 192.169.0.1 2606:4700::1111 2a00:1450:4001:81b::200e 2002:808:808::1".split()


@pytest.mark.parametrize("ip", PRIVATE)
def test_no_connection_to_an_address_that_is_not_public(ip):
    assert not is_allowed(ip)


@pytest.mark.parametrize("ip", [*PUBLIC, "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_a_public_address_may_be_spoken_to(ip):
    assert is_allowed(ip)


@pytest.mark.parametrize(
    "ip", ["", "localhost", "127.1", "0x7f.1", "2130706433", "0177.0.0.1", "fe80::1%eth0", "1.2.3.4.5"]
)
def test_what_is_no_plain_address_is_refused(ip):
    assert not is_allowed(ip)


def test_a_network_that_a_person_names_is_allowed_and_no_other():
    allowed = networks_of(["127.0.0.0/8", "fd00::/8"])

    assert is_allowed("127.0.0.1", allowed)
    assert is_allowed("::ffff:127.0.0.1", allowed)
    assert is_allowed("fd00::7", allowed)
    assert not is_allowed(METADATA, allowed)
    assert not is_allowed("::1", allowed)
    assert not is_allowed("64:ff9b::7f00:1", allowed)  # not the loopback itself, but a gateway's way to somebody's


def test_what_is_no_network_is_told_as_such():
    with pytest.raises(UsageError, match=r"as in 10\.0\.0\.0/8"):
        networks_of(["intranet"])


def test_nothing_is_public_that_the_standard_library_knows_as_private():
    for ip in PUBLIC:
        assert ipaddress.ip_address(ip).is_global or ip.startswith("2002:")


def test_both_addresses_of_a_teredo_tunnel_are_seen():
    client = ipaddress.IPv6Address("2001:0:4136:e378:8000:63bf:3fff:fdd2")  # RFC 4380's own example

    assert list(map(str, embedded(client))) == ["65.54.227.120", "192.0.2.45"]
