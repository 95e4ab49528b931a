"""Update session, clocks and late flags after the start or end of a round was undone."""

from collections.abc import Collection

from django.utils import timezone

from tournaments.actions.history.changed_rows import RowChange
from tournaments.actions.rounds.session_state import sync_session_state
from tournaments.models import ClockPause, Entry, Round, UndoStep
from tournaments.queries.history.undo_steps import START_ACTIONS, original_action


def sync_after_round_changes(step: UndoStep, changes: Collection[RowChange]) -> list[RowChange]:
    """Update session, clocks and late flags to match rounds that undoing has restored.

    Returns the changes of entries. The caller stores them with its undo step, so that a redo
    reverts them too.
    """
    if step.session and original_action(step) in START_ACTIONS:
        sync_session_state(step.session)
        _resume_clocks(ids_of_rounds_losing_column("started_at", changes))
    return _clear_late_flags(ids_of_rounds_losing_column("ended_at", changes))


def ids_of_rounds_losing_column(column: str, changes: Collection[RowChange]) -> list[int]:
    """Return ids of the rounds whose start or end time is cleared by undoing the changes.

    `column` is "started_at" or "ended_at".
    """
    round_changes = (change for change in changes if change.model == "round")
    return [
        change.pk
        for change in round_changes
        if (change.after or {}).get(column) and not (change.before or {}).get(column)
    ]


def _resume_clocks(round_ids: Collection[int]) -> None:
    """End the clock pauses of sections with a round that is no longer started.

    Otherwise the clock would stand still when the round starts again.
    """
    sections = Round.objects.filter(pk__in=round_ids).values("section")
    ClockPause.objects.filter(section__in=sections, until=None).update(until=timezone.now())


def _clear_late_flags(round_ids: Collection[int]) -> list[RowChange]:
    """Clear the late flag of entries in rounds that are no longer ended.

    They were late only because the round was ended by mistake, so tables need not repeat them.
    Entries from an uploaded result file keep their flag.
    """
    late_entries = Entry.objects.filter(play__seating__round__in=round_ids, late=True, origin="")
    entry_ids = list(late_entries.order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=entry_ids).update(late=False)
    return [RowChange("entry", pk, {"late": True}, {"late": False}) for pk in entry_ids]
