"""The deals of a session that is over, with all that is needed to prove them fair."""

from typing import Any

from django.db.models import Max

from games.published import sheet
from tournaments.models import Session
from tournaments.queries.hands import public_seed


def published_deals(session: Session) -> dict[str, Any] | None:
    """The sheet that the `deal` command prints and `verify` accepts; None before the session is over."""
    seed = public_seed(session)
    if seed is None or session.salt is None:
        return None
    last = session.boards.aggregate(last=Max("number"))["last"] or 0
    return sheet(session.stage.event.game, seed, session.salt, last)
