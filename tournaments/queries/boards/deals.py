"""Publish the deals of a session: what is fixed, and the proof once it is over."""

from typing import Any

from django.db.models import Max

from games.published_deals import deal_sheet
from games.text import Text
from games.text import gettext_noop as _
from tournaments.models import Session
from tournaments.permissions.visibility.hands import public_seed


def missing_salt_text(session: Session) -> Text:
    """Return what is shown for a salt that is empty or not fixed."""
    if session.salt is not None:
        return Text(_("Empty: nobody added any words."))
    if session.stage.event.read_only:
        return Text(_("Not fixed when the file was written that this event was imported from."))
    return Text(_("Not fixed yet: the director writes them when the boards are dealt."))


def missing_seed_text(session: Session) -> Text:
    """Return what is shown for a seed that is secret or not known."""
    if session.stage.event.read_only:
        return Text(_("Not in the file this event was imported from."))
    if session.stage.event.is_offline_section:
        return Text(_("With the organiser: others may still have these boards to play."))
    return Text(_("Secret until the session is over."))


def deal_status_text(session: Session) -> Text:
    """Return whether hands or scenarios are fixed, and from when on they cannot change."""
    if session.stage.event.game.scenario_lists:
        return _how_far_scenarios_are(session)
    if session.salt is None:
        return Text(
            _(
                "They follow from the secret number and the words: "
                "until the words are fixed, nobody can know them."
            )
        )
    if session.is_over:
        return Text(_("They follow from the secret number and the words."))
    if session.state == Session.State.RUNNING:
        return Text(
            _(
                "They follow from the secret number and the words: "
                "nobody can change a card while it is being played."
            )
        )
    return Text(
        _("They follow from the secret number and the words: from now on nobody can change a card.")
    )


def _how_far_scenarios_are(session: Session) -> Text:
    if session.salt is None:
        return Text(
            _(
                "They follow from the secret number and the words: "
                "until the words are fixed, nobody can know them."
            )
        )
    if session.is_over:
        return Text(_("They follow from the secret number and the words."))
    return Text(
        _("They follow from the secret number and the words: from now on nobody can change them.")
    )


def external_proof_text(session: Session) -> Text | None:
    """Return where else the deals can be proved; None if this installation can prove them."""
    if public_seed(session):
        return None
    if session.stage.event.read_only:
        return Text(
            _(
                "On the pages of the site where this event was played: the file it came in had no "
                "secret number."
            )
        )
    if session.stage.event.is_offline_section:
        return Text(
            _("On the organiser’s pages, once the session is over there. The seal is the same.")
        )
    return None


def published_deals(session: Session) -> dict[str, Any] | None:
    """Return the sheet that `deal` prints and `verify` accepts; None before the end.

    Its commitment is the one that was published first, so that an exchanged seed is detected.
    """
    seed = public_seed(session)
    if seed is None or session.salt is None:
        return None
    last = session.boards.aggregate(last=Max("number"))["last"] or 0
    dealt = deal_sheet(session.stage.event.game, seed, session.salt, last)
    return dealt | {"commitment": session.commitment}
