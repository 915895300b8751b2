"""The state of the site's copy on this device."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Offline(Enum):
    """Whether the site works without a network, or why not."""

    UNKNOWN = "not known yet"
    COMING = "it is being fetched"
    HERE = "it does"
    BROKEN = "not all files came through"
    FULL = "there is no room for it"
    REFUSED = "the browser does not keep sites"
    TRIAL = "this address is for trials"


class CopyState(NamedTuple):
    """The state of the site's copy."""

    kept: Offline = Offline.UNKNOWN  # whether the site works without a network
    ready: bool = False  # whether a new version is stored completely and waits
    installable: bool = False  # whether the browser offers to install the site as an app
