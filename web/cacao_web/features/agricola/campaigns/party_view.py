"""A campaign of Agricola for two to four people: a page for each game, and the standings."""

from __future__ import annotations

from collections.abc import Sequence

from cacao_core.names import LONGEST_NAME
from cacao_web.features.agricola.campaign import GAMES
from cacao_web.features.agricola.campaigns.party import (
    FEWEST_PEOPLE,
    LEAST_SCORE,
    MOST_PEOPLE,
    MOST_SCORE,
    PartyCampaign,
    on_pad,
)
from cacao_web.features.agricola.frame import frame
from cacao_web.features.agricola.scoring import Result
from cacao_web.game.players import usual_name
from cacao_web.game.texts import words
from cacao_web.ui import ledger, widgets
from cacao_web.ui.i18n import _, all_of, isolated, ngettext, numeral
from cacao_web.ui.markup import Markup, h, join


def label(party: PartyCampaign, seat: int) -> str:
    """The name at a seat, or its number."""
    return isolated(party.names[seat]) or usual_name(seat + 1)


def screen(
    page: str, party: PartyCampaign, names: Sequence[str], pad: Sequence[str], can_undo: bool
) -> Markup:
    """A page of it; pages of games are their numbers from 0.

    Args:
        page: ``who``, ``result`` or a game.
        party: the campaign.
        names: of people who were here before.
        pad: names on the score pad.
        can_undo: whether a tap can be taken back.
    """
    if page == "who":
        return _who(party, names, can_undo)
    if page == "result":
        return frame.screen(
            _verdict(party), _result(party), tabs=_tabs(party, page), back=_last(party),
            onward=("doors", _("Done")), can_undo=can_undo,
        )  # fmt: skip
    game = min(int(page), len(party.games), GAMES - 1)  # a game may have been taken back
    is_over = game < len(party.games)
    onward = ("campaign/result", _("Result"))
    if game + 1 < GAMES:
        onward = (f"campaign/{game + 1}", _("Game {n}").format(n=game + 2))
    end = widgets.button(
        "agricola-tap", _("The game is over"), value=f"end:{game}", css="primary big"
    )
    return frame.screen(
        _("Game {n}").format(n=game + 1), _start(party, game), _scores(party, game),
        _kept(party, game) if is_over else _from_pad(party, pad),
        tabs=_tabs(party, str(game)), back=f"campaign/{game - 1}" if game else "campaign/who",
        onward=onward if is_over else end, can_undo=can_undo,
    )  # fmt: skip


def _last(party: PartyCampaign) -> str:
    """The page of the present game."""
    return f"campaign/{min(len(party.games), GAMES - 1)}"


def _tabs(party: PartyCampaign, page: str) -> Markup:
    games = [
        (f"campaign/{n}", str(n + 1), _("Game {n}").format(n=n + 1))
        for n in range(min(len(party.games) + 1, GAMES))
    ]
    result = ("campaign/result", widgets.symbol("icon-list", "glyph"), _("Result"))
    return frame.tabs([*games, result], f"campaign/{page}")


def _who(party: PartyCampaign, names: Sequence[str], can_undo: bool) -> Markup:
    counts = [
        frame.choice(str(n), f"players:{n}", n == len(party.names), disabled=bool(party.games))
        for n in range(FEWEST_PEOPLE, MOST_PEOPLE + 1)
    ]
    inputs = [
        h("input", {"name": f"name-{seat}", "value": name, "maxlength": LONGEST_NAME,
                    "placeholder": usual_name(seat + 1), "autocomplete": "off",
                    "aria-label": _("Name of player {n}").format(n=seat + 1)})
        for seat, name in enumerate(party.names)
    ]  # fmt: skip
    clear = widgets.button("agricola-tap", _("Start over"), icon="again", value="clear:all")
    about = _("Three games. Each place earns campaign points. Whoever has the most wins; if "
              "that is a tie, the highest total of the three scores.")  # fmt: skip
    return frame.screen(
        _("Campaign"),
        h("p", None, about),
        frame.group(_("Number of players"), counts),
        h("div", {"class": "people"}, inputs),
        frame.known_names(names, party.names),
        h("div", {"class": "buttons"}, clear),
        back="doors", onward=(_last(party), _("Next")), can_undo=can_undo,
    )  # fmt: skip


# --- A game --------------------------------------------------------------------------------------


def _start(party: PartyCampaign, game: int) -> Markup:
    """The beginning of the game: the starter, the seat with food, and the free occupations."""
    before = party.before(game)
    starters = [label(party, seat) for seat in before.starters]
    if not game:
        lines = [_("Agree on who starts, or draw.")]
    elif len(starters) > 1:
        lines = [_("One of the winners starts: {names}.").format(names=all_of(starters))]
    else:
        lines = [_("{name} starts.").format(name=starters[0])]
    lines += [_("{name} begins with 1 food more.").format(name=label(party, seat))
              for seat in before.fed]  # fmt: skip
    for seat in range(len(party.names)):
        if free := before.occupations(seat):
            sentence = _("{name} starts with this occupation in play, for free: {occupation}.")
            lines.append(sentence.format(name=label(party, seat), occupation=free[0]))
    note = (
        _("If the card shows a cost of its own, you still have to pay it.")
        if any(before.kept)
        else ""
    )
    return join([h("p", None, line) for line in lines],
                h("p", {"class": "soft"}, note) if note and len(lines) > 1 else None)  # fmt: skip


def _scores(party: PartyCampaign, game: int) -> Markup:
    results = party.results(game)
    points: Sequence[int | None] = [None] * len(results)
    if game < len(party.games):
        points = party.campaign.points(game + 1)
    scores = [result.score for result in results]
    tied = [seat for seat, score in enumerate(scores) if scores.count(score) > 1]
    people = [
        score_group(label(party, seat), result.score, f"score:{game}:{seat}", _worth(won))
        for seat, (result, won) in enumerate(zip(results, points, strict=True))
    ]
    rows = [_materials(label(party, seat), results[seat], f"materials:{game}:{seat}")
            for seat in tied]  # fmt: skip
    ties = frame.group(_("Equal points: building materials left"), rows, css="count-rows")
    return join(people, ties if rows else None)


def _worth(points: int | None) -> str:
    if points is None:
        return ""
    return ngettext("{n} campaign point", "{n} campaign points", points)


def score_group(name: str, score: int, tap: str, note: str = "") -> Markup:
    """A score with buttons that count it."""
    shown = h("output", {"class": "amount", "aria-label": name}, score)
    status = h("p", {"role": "status"}, note) if note else None
    return frame.group(name, shown, score_steps(name, score, tap), status)


def score_steps(name: str, score: int, tap: str) -> list[Markup]:
    """Buttons that count a score in tens and ones."""
    return [
        frame.step(words.signed(by), f"{tap}:{by}", label.format(name=name),
                   disabled=not LEAST_SCORE <= score + by <= MOST_SCORE, repeats=True)
        for by, label in (
            (-10, _("{name}: ten less")), (-1, _("{name}: one less")),
            (1, _("{name}: one more")), (10, _("{name}: ten more")),
        )
    ]  # fmt: skip


def _materials(name: str, result: Result, tap: str) -> Markup:
    return h(
        "div",
        {"class": "at-temple"},
        h("span", {"class": "who"}, name),
        frame.step("−", f"{tap}:-1", _("{name}: one less").format(name=name), not result.materials),
        h("output", None, result.materials),
        frame.step("+", f"{tap}:1", _("{name}: one more").format(name=name)),
        h("span"),
    )


def _from_pad(party: PartyCampaign, pad: Sequence[str]) -> Markup | None:
    """A button that takes the scores of the score pad, of those who are on it."""
    if not on_pad(party, pad):
        return None
    button = widgets.button(
        "agricola-tap", _("Take the scores from the score pad"), icon="list", value="pad:all"
    )
    return h("div", {"class": "buttons"}, button)


def taken(party: PartyCampaign, pad: Sequence[str]) -> str:
    """The scores that were taken from the score pad, in a sentence."""
    seats = on_pad(party, pad)
    scores = [
        _("{name}: {n}").format(name=label(party, seat), n=numeral(party.draft[seat].score))
        for seat in seats
    ]
    sentence = _("Taken from the score pad: {scores}.").format(scores=all_of(scores))
    others = [label(party, seat) for seat in range(len(party.names)) if seat not in seats]
    if not others:
        return sentence
    return sentence + " " + _("Not on it: {names}.").format(names=all_of(others))


def _kept(party: PartyCampaign, game: int) -> Markup | None:
    """Fields for the occupations that are kept; none after the last game."""
    if game + 1 == GAMES:
        return None
    before = party.before(game)
    inputs = [
        widgets.row(label(party, seat), h(
            "input", {"name": f"kept-{game}-{seat}", "value": name, "maxlength": LONGEST_NAME,
                      "placeholder": "".join(before.occupations(seat)), "autocomplete": "off",
                      "aria-label": _("Occupation that {name} keeps").format(
                          name=label(party, seat))}))
        for seat, name in enumerate(party.kept[game])
    ]  # fmt: skip
    about = _("Each may keep one occupation played in this game.")
    if game:
        about += " " + _("It may be the one that was kept before.")
    return frame.group(
        _("Occupations that are kept"), h("p", {"class": "soft"}, about), inputs, css="people"
    )


# --- The standings -------------------------------------------------------------------------------


def _verdict(party: PartyCampaign) -> str:
    if not party.campaign.is_over:
        return _("Campaign")
    best = [one.seat for one in party.campaign.standings() if one.place == 1]
    return words.won_by([label(party, seat) for seat in best])


def _by_sum(party: PartyCampaign) -> str:
    """The reason why somebody has won with as many campaign points as another one."""
    first, second, *_rest = party.campaign.standings()
    if first.points != second.points:
        return ""
    if first.place == second.place:
        return _("Equal campaign points and equal totals of the scores: a shared victory.")
    return _("Equal campaign points: the higher total of the three scores decides, {n} to {m}."
             ).format(n=numeral(first.score), m=numeral(second.score))  # fmt: skip


def _result(party: PartyCampaign) -> Markup:
    """Campaign points by game, their sum, and the sum of scores; best first."""
    campaign = party.campaign
    played = range(1, len(party.games) + 1)
    titles = [*(str(n) for n in played), _("Total"), _("Scores")]
    rows = [
        ledger.row(
            join(_("{n}.").format(n=one.place), " ", label(party, one.seat)),
            [*(campaign.points(game)[one.seat] for game in played),
             h("b", None, one.points), numeral(one.score)],
            "won" if one.place == 1 and campaign.is_over else None,
        )
        for one in campaign.standings()
    ]  # fmt: skip
    table = ledger.table("ledger farms", [_("Player"), *titles], rows)
    left = GAMES - len(party.games)
    sentence = (
        ngettext("{n} game is left.", "{n} games are left.", left) if left else _by_sum(party)
    )
    return join(ledger.scrolled(table), h("p", {"class": "soft"}, sentence))
