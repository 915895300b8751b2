"""A host's view of those who want to join."""

from __future__ import annotations

from cacao_web.features.together.joining.applicants import Applicant, Applicants
from cacao_web.game.texts import people
from cacao_web.ui import widgets
from cacao_web.ui.i18n import _, all_of
from cacao_web.ui.markup import Markup, h


def waiting(applicants: Applicants) -> list[Markup]:
    """Everybody who waits for an answer."""
    shown = applicants.waiting if applicants.names else {}
    items = [_applicant(key, one) for key, one in shown.items()]
    if applicants.is_crowded:
        sentence = _("More people want to join. Answer these first.")
        items.append(h("p", {"class": "soft"}, sentence))
    return items


def _applicant(key: bytes, applicant: Applicant) -> Markup:
    """Somebody who wants to join, and the two answers."""
    let_in = _("Let {name} in").format(name=all_of(applicant.names))
    yes = widgets.button("seat-guest", let_in, value=key.hex(), icon="check", css="primary")
    no = widgets.button("refuse-guest", _("No"), value=key.hex())
    wish = h("b", None, people.wanting_to_join([applicant.names]))
    return h("div", {"class": "applicant", "role": "group"}, wish,
             h("div", {"class": "buttons"}, yes, no))  # fmt: skip
