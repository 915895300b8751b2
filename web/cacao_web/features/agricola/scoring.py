"""Agricola, edition of 2016, as far as its supplement lays it down: sums, campaigns, helpers.

It does not play the game; the rulebook of the game is needed for that.
"""

from __future__ import annotations

from cacao_web.features.agricola.campaign import (
    GAMES,
    TARGETS,
    Attempt,
    Campaign,
    CampaignStanding,
    Result,
    Series,
    campaign_points,
    solo_target,
    starting_food,
)
from cacao_web.features.agricola.dealing import HOUSE_RULES, WAYS, Step, cards
from cacao_web.features.agricola.farm import (
    CATEGORIES,
    IMPROVEMENTS,
    MAJORS,
    ROOM_POINTS,
    SPACES,
    WORKSHOPS,
    Farm,
    FarmScore,
    off,
    points,
    ranking,
    team,
    team_product,
)
from cacao_web.features.agricola.refill import (
    HARVESTS,
    PERIODS,
    PERMANENT,
    ROUNDS,
    TILES,
    job,
    open_cards,
    period,
    refill,
)

__all__ = [
    "CATEGORIES",
    "GAMES",
    "HARVESTS",
    "HOUSE_RULES",
    "IMPROVEMENTS",
    "MAJORS",
    "PERIODS",
    "PERMANENT",
    "ROOM_POINTS",
    "ROUNDS",
    "SPACES",
    "TARGETS",
    "TILES",
    "WAYS",
    "WORKSHOPS",
    "Attempt",
    "Campaign",
    "CampaignStanding",
    "Farm",
    "FarmScore",
    "Result",
    "Series",
    "Step",
    "campaign_points",
    "cards",
    "job",
    "off",
    "open_cards",
    "period",
    "points",
    "ranking",
    "refill",
    "solo_target",
    "starting_food",
    "team",
    "team_product",
]
