"""Side effects of undoing or redoing the start or end of a round."""

from collections.abc import Collection

from django.utils import timezone

from tournaments.actions.history.changed_rows import RowChange
from tournaments.actions.rounds.session_state import sync_session_start
from tournaments.models import ClockPause, Entry, Round, UndoStep
from tournaments.queries.history.undo_steps import START_ACTIONS, original_action


def sync_after_round_changes(step: UndoStep, changes: Collection[RowChange]) -> list[RowChange]:
    """Bring session, clocks and late entries in line with restored rounds.

    Returns the changes of entries, to be stored with the reversal so that undoing it reverts them
    too.
    """
    if step.session and original_action(step) in START_ACTIONS:
        sync_session_start(step.session)
        _resume_clocks(rounds_losing_column("started_at", changes))
    return _clear_late_flags(rounds_losing_column("ended_at", changes))


def rounds_losing_column(column: str, changes: Collection[RowChange]) -> list[int]:
    """Return rounds whose start or end time undoing the changes would clear.

    `column` is "started_at" or "ended_at".
    """
    rounds = (change for change in changes if change.model == "round")
    return [
        change.pk
        for change in rounds
        if (change.after or {}).get(column) and not (change.before or {}).get(column)
    ]


def _resume_clocks(rounds: Collection[int]) -> None:
    """Resume the clocks of sections whose round no longer counts as started.

    When the round starts again, its time must run.
    """
    sections = Round.objects.filter(pk__in=rounds).values("section")
    ClockPause.objects.filter(section__in=sections, until=None).update(until=timezone.now())


def _clear_late_flags(rounds: Collection[int]) -> list[RowChange]:
    """Mark entries as in time that were late only because their round was ended by mistake.

    Tables need not enter them again. Entries from an uploaded result file keep their flag.
    """
    late_entries = Entry.objects.filter(play__seating__round__in=rounds, late=True, origin="")
    entries = list(late_entries.order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=entries).update(late=False)
    return [RowChange("entry", pk, {"late": True}, {"late": False}) for pk in entries]
