"""What follows where the beginning or the end of a round is taken back, or done again.

Whether the session has begun, that a clock stands, and what was said too late, though its round
goes on.
"""

from collections.abc import Collection

from django.utils import timezone

from tournaments.actions.history.changed_rows import RowChange
from tournaments.actions.rounds.session_state import session_follows
from tournaments.models import ClockPause, Entry, Round, UndoStep
from tournaments.queries.history.undo_steps import START_ACTIONS, original_action


def sync_after_round_changes(step: UndoStep, changes: Collection[RowChange]) -> list[RowChange]:
    """What else is so, once the rounds that an act changed are written back; answers the rows of
    it.

    These belong to what was done, so that they are written back with it.
    """
    if step.session and original_action(step) in START_ACTIONS:
        session_follows(step.session)
        _resume_clocks(rounds_losing_column("started_at", changes))
    return _clear_late_flags(rounds_losing_column("ended_at", changes))


def rounds_losing_column(column: str, changes: Collection[RowChange]) -> list[int]:
    """Rounds that have begun, or ended, and would not have once the changes are written back."""
    rounds = (change for change in changes if change.model == "round")
    return [
        change.pk
        for change in rounds
        if (change.after or {}).get(column) and not (change.before or {}).get(column)
    ]


def _resume_clocks(rounds: Collection[int]) -> None:
    """Nothing is played where a clock was stopped: when it begins anew its time runs."""
    sections = Round.objects.filter(pk__in=rounds).values("section")
    ClockPause.objects.filter(section__in=sections, until=None).update(until=timezone.now())


def _clear_late_flags(rounds: Collection[int]) -> list[RowChange]:
    """What tables said while their round was wrongly over is late no more; nobody has to say it
    again."""
    late_entries = Entry.objects.filter(play__seating__round__in=rounds, late=True, origin="")
    entries = list(late_entries.order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=entries).update(late=False)
    return [RowChange("entry", pk, {"late": True}, {"late": False}) for pk in entries]
