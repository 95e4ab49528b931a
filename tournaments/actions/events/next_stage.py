"""Stages after the first: the best of one go on to the next."""

from collections.abc import Mapping

from django.db import transaction

from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments import scorebook
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.events.locked import lock_event
from tournaments.actions.events.suited import refuse_unsuited
from tournaments.actions.results.standings_changed import bring_up_to_date
from tournaments.actions.rounds.seating_rows import reason_stored
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Event, Qualifier, Session, Stage, Verb
from tournaments.movements.drawing.qualification import qualified
from tournaments.movements.knock_out import KnockOut
from tournaments.movements.round_robin import group_of


def go_on(event: Event, places: int, actor: Actor, seed: str | None = None) -> Session:
    """A knock-out of the best of the stage that is over, in a session that waits for its deal.

    The first `places` of each group go on, and the best of the others as far as the bracket has room; a match
    of teams has as many boards as before. Raises `Refused` where a session is not over, where the event was
    published, and where fewer than two go on. Awards are brought up to date first: a worker that is slow, or
    dead, is not to decide who qualifies.
    """
    with transaction.atomic():
        event = lock_event(event.pk)  # two clicks would make two stages
        before = event.stages.latest("number")
        bring_up_to_date(before)
        refuse_unfinished(event, before)
        stage = _stage_after(before)
        number = _qualify(stage, before, places)
        movement, boards = KnockOut(stage.movement_options), _boards(before)
        refuse_unsuited(movement, event, boards)
        rounds = stage.halves * movement.full_rounds(number)
        after = create_session(stage, rounds, boards, actor, seed=seed)
        record(actor, Verb.GO_ON, event, stage=stage.number, places=places)
    return after


def refuse_unfinished(event: Event, before: Stage) -> None:
    """Raises `Refused` where a session of the stage is not over, or the event was published."""
    problems = []
    if before.sessions.exclude(state=Session.State.FINISHED).exists() or not before.sessions.exists():
        problems.append(Problem("not_finished", _("Finish the session first.")))
    if event.published_at:
        problems.append(Problem("published", _("The standings are published: nothing follows.")))
    refuse(problems)


def _stage_after(before: Stage) -> Stage:
    """A knock-out whose matches are played in as many halves."""
    return Stage.objects.create(
        event=before.event,
        number=before.number + 1,
        movement_key=KnockOut.key,
        movement_options=_options(before),
        halves=before.halves,
    )


def _boards(before: Stage) -> int:
    """Of a round: one match is one board, and of teams as many as before."""
    return before.sessions.latest("number").boards_per_round if before.event.at_two_tables else 1


def _options(before: Stage) -> Mapping[str, str]:
    """The knock-out seats as many at a table as the stage before."""
    return {key: value for key, value in before.movement_options.items() if key == "seats"}


def _qualify(stage: Stage, before: Stage, places: int) -> int:
    """Who goes on, seeded, each with his reason; withdrawn contestants do not. Returns how many they are."""
    rows = scorebook.standings_now(before).rows
    contestants = {each.number: each for each in stage.event.contestants.filter(withdrawn_at=None)}
    order = [row.number for row in rows if row.number in contestants]
    number = int(before.movement_options.get("groups", 1))
    group = group_of(stage.event.contestants.count(), number)
    groups = [[one for one in order if group[one] == each] for each in range(1, number + 1)]
    totals = {row.number: row.total for row in rows}
    chosen = qualified(groups, totals, places, order)
    if len(chosen) < 2:
        raise Refused([Problem("too_few_qualify", _("Fewer than two can go on."), field="places")])
    Qualifier.objects.bulk_create(
        Qualifier(
            stage=stage, contestant=contestants[one], seed=seed, group=group[one], why=reason_stored(reason)
        )
        for seed, (one, reason) in enumerate(chosen, 1)
    )
    return len(chosen)
