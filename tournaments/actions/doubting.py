"""What is unlikely about a result is asked once, before it is stored; whoever is asked is written down.

The question follows from the cards and from what others made, so it says something about them: it names no
reason but what to look at again, and nobody is to find out more by trying.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from games.fields import Outcome
from games.problems import Problem, Refused
from games.seats import called
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import AuditEntry, Play
from tournaments.queries.doubts import first_skipped, why_doubted

ASKED = "asked about a result"
"""The deed in the audit that somebody was asked whether his result is right."""

_SKIPPED = _("Board %(skipped)s comes first and has no result yet: check that this is board %(board)s.")
_UNUSUAL = _(
    "Unusual for this board: check that %(one)s made %(made)s and %(other)s %(left)s, and that this is board "
    "%(board)s."
)


@dataclass(frozen=True)
class Doubt(Problem):
    """What to ask about an outcome of `play` that is possible and unlikely; `why` is for the audit alone."""

    play: Play | None = field(default=None, repr=False)
    why: tuple[str, ...] = ()
    said: str = ""


def doubts(play: Play, outcome: Outcome, actor: Actor, key: str) -> list[Problem]:
    """The one question about an outcome without problems, or none.

    Only the first word about a play of a round going on is asked about, and an entry that was changed after
    the question under the same `key` is not asked again.
    """
    if play.state != Play.State.DUE or play.seating.round.ended_at or play.entries.exists():
        return []
    said = _digest(outcome)
    if any(each.data["said"] != said for each in _asked(play, actor, key)):
        return []
    why = why_doubted(play, outcome)
    return [_question(play, outcome, tuple(why), said)] if why else []


@contextmanager
def doubts_noted(actor: Actor, key: str) -> Iterator[None]:
    """Around a deed: when it asks instead of storing, the audit says who was asked about what, once a form.

    Raises `Refused` as the deed does.
    """
    try:
        yield
    except Refused as refused:
        for doubt in refused.problems:
            if isinstance(doubt, Doubt) and doubt.play and not _asked(doubt.play, actor, key):
                event = doubt.play.board.session.stage.event
                record(actor, ASKED, event, play=doubt.play.pk, why=doubt.why, key=key, said=doubt.said)
        raise


def _asked(play: Play, actor: Actor, key: str) -> list[AuditEntry]:
    """The question asked about a play under this key, if it was."""
    asked = AuditEntry.objects.filter(event=play.board.session.stage.event, verb=ASKED, data__play=play.pk)
    return list(asked.filter(data__key=key, table=actor.table_id, user=actor.user_id).order_by("pk"))


def _question(play: Play, outcome: Outcome, why: tuple[str, ...], said: str) -> Doubt:
    """Out of order alone names the board that was passed over; anything else what to look at again."""
    number, skipped = play.board.number, first_skipped(play) if "order" in why else None
    if why == ("order",) and skipped:
        params: dict[str, object] = {"board": number, "skipped": skipped}
        return Doubt("unlikely_order", _SKIPPED, params, play=play, why=why, said=said)
    made = play.board.session.stage.event.game.made(outcome, play.board.conditions)
    (one, first), (other, second) = made.items()
    params = {"one": called(one), "made": first, "other": called(other), "left": second, "board": number}
    return Doubt("unlikely_result", _UNUSUAL, params, play=play, why=why, said=said)


def _digest(outcome: Outcome) -> str:
    return hashlib.sha256(json.dumps(outcome, sort_keys=True).encode()).hexdigest()[:16]
