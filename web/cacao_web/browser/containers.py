"""Browsers inside other apps, as messengers have them.

What they store is often lost with their window, and other browsers on the device do not see it.
"""

from __future__ import annotations

import re
from typing import Final

SOME_APP: Final = "?"
"""An app that does not say its name."""

_NAMES: Final = (
    (r"\bInstagram\b", "Instagram"),
    (r"\bFB_IAB/MESSENGER|\bFBAN/Messenger|\bMessengerForiOS|\bMessengerLite", "Messenger"),
    (r"\bFBAN/|\bFBAV/|\bFB_IAB/", "Facebook"),
    (r"\bWhatsApp\b", "WhatsApp"),
    (r"\bTelegram\b", "Telegram"),
    (r"\bLine/", "LINE"),
    (r"\bMicroMessenger/", "WeChat"),
    (r"\bSnapchat\b", "Snapchat"),
    (r"\bmusical_ly|\bTikTok|\bBytedanceWebview|\btrill_", "TikTok"),
)
_ANDROID: Final = r"\bAndroid\b.*; wv\)"
_IOS: Final = r"\((?:iPhone|iPad|iPod)\b(?!.*\bSafari/)"


def container(user_agent: str) -> str:
    """The app whose own browser this is, by the browser's user agent.

    Returns:
        Its name; ``SOME_APP`` if it does not say it, and an empty text for a browser of its own.
    """
    for mark, name in _NAMES:
        if re.search(mark, user_agent):
            return name
    match = re.search(_ANDROID, user_agent) or re.search(_IOS, user_agent)
    return SOME_APP if match else ""
