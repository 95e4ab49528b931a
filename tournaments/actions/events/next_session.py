"""Another sitting of a stage: new deals and a new plan for the same contestants."""

import hashlib

from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.events.next_stage import refuse_unfinished
from tournaments.actions.rounds.allotting import allot
from tournaments.actions.rounds.plan_rows import fit, holder_of
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import Contestant, Event, Session


def plan_session(event: Event, actor: Actor, seed: str | None = None) -> Session:
    """A session after the last one, with its rounds, boards and movement, waiting for its deal.

    Everybody plays who has not left the event, under numbers drawn anew: whoever always had the same number
    would meet the same opponents on every evening. Raises `Refused` where the last session is not over, and
    where the event was published.
    """
    with transaction.atomic():
        stage = event.stages.select_for_update().latest("number")  # two clicks would make two sessions
        refuse_unfinished(event, stage)
        last = stage.sessions.latest("number")
        session = create_session(stage, last.rounds_planned, last.boards_per_round, actor, seed=seed)
        section = session.sections.get()
        if not stage.is_drawn:
            before = holder_of(last.sections.earliest("number"))
            section.movement_key, section.movement_options = before.movement_key, before.movement_options
            section.save(update_fields=["movement_key", "movement_options"])
        allot({section: _in_new_order(session)})
        fit(section)
    return session


def _in_new_order(session: Session) -> list[Contestant]:
    """Those who have not left, in an order that nobody has chosen: it follows from what is public."""
    present = session.stage.event.contestants.filter(withdrawn_at=None)
    drawn = f"{session.commitment}:{session.number}"

    def place(contestant: Contestant) -> str:
        return hashlib.sha256(f"{drawn}:{contestant.number}".encode()).hexdigest()

    return sorted(present, key=place)
