"""Seats that an act undone would give back, or take away, after the room has gone on without."""

from collections.abc import Collection, Iterator

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.acts.rows import Change, named_by_others
from tournaments.models import Place, Round, Seating

_BEGUN = _("Round %(round)s has begun without them: who comes back begins anew.")
_TAKEN = _("In round %(round)s others sit there by now: undo that first.")
_NAMED = _("More has been said since of whoever came: undo that first.")


def seats_lost(changes: Collection[Change]) -> Iterator[Problem]:
    """Why tables cannot come back to their rounds, or who came cannot be gone again."""
    back = [
        each for each in changes if each.model == "seating" and each.after is None and each.before
    ]
    rounds = Round.objects.filter(pk__in={each.before["round_id"] for each in back if each.before})
    for round_ in rounds.order_by("number", "section"):
        if round_.started_at:
            yield Problem("round_begun", _BEGUN, {"round": round_.number})
        elif _is_taken(round_, changes):
            yield Problem("seat_taken", _TAKEN, {"round": round_.number})
    if any(named_by_others(changes)):
        yield Problem("named_since", _NAMED)


def _is_taken(round_: Round, changes: Collection[Change]) -> bool:
    """Whether somebody sits at a table that would come back, or one of those there sits
    elsewhere."""
    going = {each.pk for each in changes if each.model == "seating" and each.before is None}
    back = {
        each.pk: each.before for each in changes if each.model == "seating" and each.after is None
    }
    here = {pk: row for pk, row in back.items() if row and row["round_id"] == round_.pk}
    tables = [row["table_id"] for row in here.values()]
    coming = [each.before for each in changes if each.model == "place" and each.after is None]
    who = [row["contestant_id"] for row in coming if row and row["seating_id"] in here]
    seated = Place.objects.filter(seating__round=round_, contestant__in=who).exclude(
        seating__in=going
    )
    there = Seating.objects.filter(round=round_, table__in=tables).exclude(pk__in=going)
    return seated.exists() or there.exists()
