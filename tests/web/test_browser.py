"""The page's view of a browser: the heartbeat of a connection, and the app around it."""

from __future__ import annotations

import pytest

from cacao_web.browser.containers import SOME_APP, container
from cacao_web.features.together.browser.live import Signal, is_stun
from cacao_web.features.together.browser.pulse import BEAT, Pulse


def _after(pulse: Pulse, *times: float) -> Signal:
    for now in times:
        pulse.beat(now)
    return pulse.signal


def test_silence_closes_a_connection_that_is_awake() -> None:
    pulse = Pulse(10)
    assert pulse.signal is Signal.OPEN
    assert _after(pulse, 12, 14) is Signal.OPEN
    assert _after(pulse, 16) is Signal.SHAKY
    assert _after(pulse, *range(18, 40, 2)) is Signal.SHAKY
    assert _after(pulse, 40) is Signal.CLOSED
    pulse = Pulse(0)
    assert _after(pulse, 2, 4, 6, 8) is Signal.SHAKY
    pulse.hear()
    assert pulse.signal is Signal.OPEN
    assert _after(pulse, 10, 12) is Signal.OPEN
    pulse = Pulse(0)
    assert _after(pulse, *range(60, 3600, 60)) is Signal.OPEN
    assert _after(pulse, 3600, 3602, 3604) is Signal.OPEN
    assert _after(pulse, 3606) is Signal.SHAKY
    assert _after(Pulse(100), 0, BEAT, 0, BEAT) is Signal.OPEN


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("stun:stun.example.org", True),
        ("stuns:[2001:db8::1]:5349", True),
        ("turn:example.org", False),
        ("https://example.org", False),
        ("stun:", False),
        ("stun:a b", False),
        ("stun:example.org?transport=tcp", False),
        ("stun:example.org\n", False),
    ],
)
def test_addresses_of_stun_servers(address: str, right: bool) -> None:
    assert is_stun(address) is right


_IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko)"
)
_WEBVIEW = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36"
)


@pytest.mark.parametrize(
    ("user_agent", "app"),
    [
        (f"{_IPHONE} Mobile/22B83 Instagram 357.0.0.25 (iPhone14,5; iOS 18_1; en_GB)", "Instagram"),
        (f"{_WEBVIEW} Instagram 357.1.0.52 Android", "Instagram"),
        (f"{_IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0;FBDV/iPhone14,5]", "Facebook"),
        (f"{_WEBVIEW} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]", "Facebook"),
        (f"{_WEBVIEW} [FB_IAB/MESSENGER;FBAV/484.0.0;]", "Messenger"),
        (f"{_IPHONE} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/484.0]", "Messenger"),
        (f"{_WEBVIEW} WhatsApp/2.24.24", "WhatsApp"),
        (f"{_WEBVIEW} Telegram-Android/11.4.2 (Google Pixel 8; Android 15)", "Telegram"),
        (f"{_IPHONE} Mobile/15E148 Safari Line/14.19.0", "LINE"),
        (f"{_WEBVIEW} XWEB/1300 MMWEBSDK/2024 MicroMessenger/8.0.54", "WeChat"),
        (f"{_IPHONE} Mobile/15E148 Snapchat/13.17.0.41 (like Safari/8619.2.8)", "Snapchat"),
        (f"{_WEBVIEW} trill_370302 JsSdk/1.0 BytedanceWebview/d8a21c6", "TikTok"),
        (f"{_IPHONE} Mobile/22B83 musical_ly_37.3.0 JsSdk/2.0", "TikTok"),
        (_WEBVIEW, SOME_APP),
        (f"{_IPHONE} Mobile/22B83", SOME_APP),
    ],
)
def test_browsers_of_messengers(user_agent: str, app: str) -> None:
    assert container(user_agent) == app


@pytest.mark.parametrize(
    "user_agent",
    [
        f"{_IPHONE} Version/18.1 Mobile/15E148 Safari/604.1",
        f"{_IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
        f"{_IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15",
        _WEBVIEW.replace("; wv", "").replace("Version/4.0 ", ""),
        "Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0",
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 "
        "Safari/537.36",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/18.1 Safari/605.1.15",
        "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
        "",
    ],
)
def test_browsers_of_their_own(user_agent: str) -> None:
    assert container(user_agent) == ""
