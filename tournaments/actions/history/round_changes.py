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


def sync_after_round_changes(act: UndoStep, changes: Collection[RowChange]) -> list[RowChange]:
    """What else is so, once the rounds that an act changed are written back; answers the rows of
    it.

    These belong to what was done, so that they are written back with it.
    """
    if act.session and original_action(act) in START_ACTIONS:
        session_follows(act.session)
        _let_clocks_go_on(rounds_losing_column("started_at", changes))
    return _said_in_time(rounds_losing_column("ended_at", changes))


def rounds_losing_column(moment: str, changes: Collection[RowChange]) -> list[int]:
    """Rounds that have begun, or ended, and would not have once the changes are written back."""
    rounds = (each for each in changes if each.model == "round")
    return [
        each.pk
        for each in rounds
        if (each.after or {}).get(moment) and not (each.before or {}).get(moment)
    ]


def _let_clocks_go_on(unbegun: Collection[int]) -> None:
    """Nothing is played where a clock was stopped: when it begins anew its time runs."""
    sections = Round.objects.filter(pk__in=unbegun).values("section")
    ClockPause.objects.filter(section__in=sections, until=None).update(until=timezone.now())


def _said_in_time(reopened: Collection[int]) -> list[RowChange]:
    """What tables said while their round was wrongly over is late no more; nobody has to say it
    again."""
    late = Entry.objects.filter(play__seating__round__in=reopened, late=True, origin="")
    found = list(late.order_by("pk").values_list("pk", flat=True))
    Entry.objects.filter(pk__in=found).update(late=False)
    return [RowChange("entry", pk, {"late": True}, {"late": False}) for pk in found]
