"""Addresses of relays: one spelling for each, and nothing in somebody's own network."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacao_core import CacaoError
from cacao_web.browser.relay_address import Address, checked, on_this_machine, read, written

LABEL = "a" * 63
LONG = ".".join([LABEL, LABEL, LABEL, "a" * 57, "org"])  # 253 characters

GOOD = {
    "relay.example.org": "relay.example.org",
    "  Relay.EXAMPLE.org \n": "relay.example.org",
    "relay.example.org:443": "relay.example.org",
    "relay.example.org:0443": "relay.example.org",
    "relay.example.org:8084": "relay.example.org:8084",
    "relay.example.org:65535": "relay.example.org:65535",
    "wss://relay.example.org": "relay.example.org",
    "WSS://relay.example.org/": "relay.example.org",
    "wss://relay.example.org:8084/mqtt": "relay.example.org:8084",
    "relay.example.org/mqtt/": "relay.example.org",
    "relay.example.org.": "relay.example.org",
    "relay.example.org.:8084": "relay.example.org:8084",
    "bücher.example": "xn--bcher-kva.example",
    "BÜCHER.example": "xn--bcher-kva.example",
    "bu\u0308cher.example": "xn--bcher-kva.example",
    "xn--bcher-kva.example": "xn--bcher-kva.example",
    "xn--strae-oqa.example": "xn--strae-oqa.example",
    "пример.рф:8884": "xn--e1afmkfd.xn--p1ai:8884",
    "раypal.example": "xn--ypal-43d9g.example",  # Cyrillic letters look like others: it shows
    "例え。テスト": "xn--r8jz45g.xn--zckzah",
    "ｒｅｌａｙ．example．org": "relay.example.org",
    "1.example.org": "1.example.org",
    "127.0.0.1.example.org": "127.0.0.1.example.org",
    "0x7f.example": "0x7f.example",
    "a-b--c.example.org": "a-b--c.example.org",
    "wss.example.org": "wss.example.org",
    "mqtt.example.org/mqtt": "mqtt.example.org",
    "localhost.example.org": "localhost.example.org",
    LONG: LONG,
    f"wss://{LONG}:65535/mqtt/": f"{LONG}:65535",
}
MALFORMED = [
    "", " ", ".", "..", ":", ":443", "/", "/mqtt", "wss://", "wss:///mqtt", "relay..example.org",
    ".relay.example.org", "relay.example.org..", "relay.example.org/mqtt/mqtt",
    "relay.example.org/ws", "relay.example.org//", "relay.example.org/mqtt?x=1",
    "relay.example.org?x", "relay.example.org#x", "relay.example.org\\x", "relay.example.org/MQTT",
    "ana@relay.example.org", "ana%40relay.example.org", "relay example.org", "a.example.org b",
    "relay.exa\nmple.org", "relay.exa\tmple.org", "relay.exa\x00mple.org", "re\u202elay.org",
    "relay.example.org,other.example.org", "relay_1.example.org", "-relay.example.org",
    "relay-.example.org", "relay.example.-org", "*.example.org", "+.example.org", "<b>.example.org",
    "relay.example.org;", "relay.example.org'", '"relay.example.org"', "javascript", "$(x).org",
    "a" * 64 + ".org", LONG + "a", "é" * 60 + ".org", "a." * 200 + "org", "x" * 100_000,
    "é" * 100_000, "℀.example.org", "relay.example.org\u2100", "xn--.org",
    "xn--localhost-.org", "xn--99999999.org", "xn--\u00fc.org", "\ud800.example.org",
    "😀" * 80 + ".org", "//relay.example.org", "wss:relay.example.org/", "a.example.org:80@x.org",
]  # fmt: skip
PORTS = ["", "0", "00", "65536", "99999", "100000", "-1", "+1", "1.5", "0x50", "٤٤٣", "４４３",
         " 443", "1e3", "1_000", "a", "/", "443/x"]  # fmt: skip
SCHEMES = ["ws://relay.example.org", "WS://relay.example.org/mqtt", "http://relay.example.org",
           "https://relay.example.org", "mqtt://relay.example.org", "mqtts://relay.example.org",
           "wss://ws://relay.example.org", "wss://wss://relay.example.org", "file:///etc/passwd",
           "javascript://relay.example.org"]  # fmt: skip
NOT_PUBLIC = [
    "relay", "relay:8084", "router", "localhost", "localhost:9001", "LOCALHOST.", "127.0.0.1",
    "127.0.0.1:9001", "192.168.1.1", "10.0.0.1:8084", "8.8.8.8", "8.8.8.8.", "2130706433",
    "0x7f000001", "0x7f.0.0.1", "0x7f.1", "0177.0.0.1", "017700000001", "127.1", "127.0x1", "1.0x",
    "0", "0x", "256.256.256.256", "1.2.3.4.5", "example.123", "example.0xff", "example.09",
    "１２７.０.０.１", "①②⑦.0.0.①", "127。0。0。1", "⒈⒈⒈1", "ｌｏｃａｌｈｏｓｔ", "ⓛocalhost",
    "[::1]:9001", "::1", "::", "::ffff:127.0.0.1", "[::ffff:7f00:1]", "fe80::1%25eth0",
    "[fe80::1]", "2001:db8::1", "wss://[2001:db8::1]:8084/mqtt", "printer.local", "Printer.LOCAL.",
    "relay.internal", "relay.home.arpa", "1.0.0.127.in-addr.arpa", "app.localhost",
    "a.localhost:9001", "localhost.localdomain", "relay.lan", "relay.home", "relay.corp",
    "relay.intranet", "relay.private", "relay.test", "relay.invalid", "ｐrinter．ｌocal",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), GOOD.items())
def test_address_has_one_spelling(text: str, expected: str) -> None:
    assert checked(text) == checked(text, is_local=True) == expected
    assert checked(expected) == expected


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_address_is_refused(text: str) -> None:
    with pytest.raises(CacaoError, match=r"name alone|port|public name"):
        checked(text)


@pytest.mark.parametrize("port", PORTS)
def test_port_is_a_number_that_there_is(port: str) -> None:
    if (
        not port.strip().isdecimal()
        or not port.strip().isascii()
        or int(port) not in range(1, 65536)
    ):
        with pytest.raises(CacaoError):
            checked(f"relay.example.org:{port}")


@pytest.mark.parametrize("text", SCHEMES)
def test_connection_without_encryption_is_refused(text: str) -> None:
    with pytest.raises(CacaoError, match="begins with wss://"):
        checked(text)


@pytest.mark.parametrize("text", NOT_PUBLIC)
def test_address_in_an_own_network_is_refused(text: str) -> None:
    with pytest.raises(CacaoError, match="public name"):
        checked(text)


@pytest.mark.parametrize("letter", ["ß", "ẞ", "ς", "\u200d", "\u200c"])
def test_letters_that_mean_two_names_are_refused(letter: str) -> None:
    with pytest.raises(CacaoError, match="xn--"):
        checked(f"stra{letter}e.example.org")


def test_address_of_this_machine_is_for_a_page_on_it() -> None:
    assert checked("LOCALHOST:9001", is_local=True) == "localhost:9001"
    assert checked("127.0.0.1:443", is_local=True) == "127.0.0.1:443"
    assert read("127.0.0.1:443", is_local=True).is_local
    for other in ("localhost", "127.0.0.1", "127.0.0.2:9001", "127.1:9001", "[::1]:9001",
                  "a.localhost:9001", "192.168.1.1:9001", "ws://localhost:9001"):  # fmt: skip
        with pytest.raises(CacaoError):
            checked(other, is_local=True)
    assert read("relay.example.org") == Address("relay.example.org", 443)
    assert written(Address("relay.example.org", 8084)) == "relay.example.org:8084"


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("http://localhost:8000/", True),
        ("http://127.0.0.1:8000/cacao/#x", True),
        ("http://localhost", True),
        ("https://example.org/localhost:8000/", False),
        ("http://localhost.example.org/", False),
        ("http://127.0.0.1.example.org/", False),
        ("http://localhost:8000@example.org/", False),
        ("http://192.168.1.2:8000/", False),
        ("file:///localhost/", False),
    ],
)
def test_page_knows_whether_it_is_on_this_machine(page: str, expected: bool) -> None:
    assert on_this_machine(page) is expected


@given(st.text(max_size=60))
def test_address_is_a_sentence_or_a_name_for_any_text(text: str) -> None:
    for entered in (text, f"{text}.example.org", f"relay.example.org{text}", f"wss://{text}/mqtt"):
        try:
            address = checked(entered)
        except CacaoError:
            continue
        assert address.isascii()
        assert address == address.lower() == written(read(address))
        assert not set(address) & set("/?#@\\[]% ")
