"""The deals of a session that is over, with all that is needed to prove them fair."""

from typing import Any

from django.db.models import Max

from games.published import sheet
from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Session
from tournaments.queries.visibility.hands import public_seed


def why_no_salt(session: Session) -> Words:
    """What is said of a salt that is not there: not yet, or left empty."""
    if session.salt is None:
        return Words(_("Not fixed yet: the director writes it when the boards are dealt."))
    return Words(_("Empty: nobody added words of his own."))


def why_no_seed(session: Session) -> Words:
    """What is said of a seed that may not be told, or is not known."""
    if session.stage.event.read_only:
        return Words(_("Not in the file this event was imported from."))
    if session.stage.event.travelled:
        return Words(_("With the organiser: others may still have these boards to play."))
    return Words(_("Secret until the session is over: come back then."))


def published_deals(session: Session) -> dict[str, Any] | None:
    """The sheet that the `deal` command prints and `verify` accepts; None before the session is over."""
    seed = public_seed(session)
    if seed is None or session.salt is None:
        return None
    last = session.boards.aggregate(last=Max("number"))["last"] or 0
    return sheet(session.stage.event.game, seed, session.salt, last)
