"""Learning from mistakes: the costly turns of a finished game are played once more."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable

import pytest

from cacao_core import Record
from cacao_web.engine.requests import JOBS
from cacao_web.features.analysis import model
from cacao_web.features.analysis.model import Review, Reviewed
from cacao_web.features.analysis.retry import Judged, Retry
from cacao_web.game.players import Sitter
from cacao_web.game.session import Session
from tests.core.helpers import played
from tests.web.driven import App
from tests.web.standin import StandIn
from tests.web.test_app import run, settled, started

RECORD = played(2, 5)
