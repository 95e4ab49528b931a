"""Small random events of every kind and in every state."""

import random
from datetime import UTC, datetime, timedelta
from itertools import count

from django.contrib.auth import get_user_model
from django.utils import timezone

from scoring.catalogue import METHODS, TIEBREAKS
from tests.scenes.evening import at, outcome, pairs
from tests.scenes.scripted_entries import perform, random_entries
from tournaments.actions.clubs.club import create_club
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.create_from_sheet import import_results
from tournaments.actions.events.publish import publish_event
from tournaments.actions.history.undo import undo_step
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.entries import submit_entry
from tournaments.actions.rounds.clock import (
    give_minutes,
    give_minutes_to_table,
    pause_clocks,
    resume_clocks,
)
from tournaments.actions.rounds.clock_settings import set_clock
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import (
    Club,
    Event,
    Penalty,
    Play,
    Player,
    SeatHolder,
    Section,
    Session,
    Stage,
    Table,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round

MOVEMENTS = (
    ("mitchell", range(5, 9), {}),
    ("howell", range(7, 9), {}),
    ("barometer", range(4, 8), {"rotation": "round_robin"}),
    ("barometer", range(4, 9), {"rotation": "mitchell"}),
)
STATES = (*Session.State.values, Session.State.FINISHED, "published", "two sessions", "sheet")
SUMMER = datetime(2027, 7, 1, 19, 30, tzinfo=UTC)
_keys = count(1)


def random_event(seed: int) -> Event:
    """Create an event of some kind in some state; the same seed gives the same results."""
    rng = random.Random(seed)
    state = STATES[seed % len(STATES)]
    club = create_club(f"Penya {seed} à", SYSTEM)
    director = Actor.of_user(get_user_model().objects.create(username=f"director-{club.slug}").pk)
    if state == "sheet":
        return _import_sheet(club, rng, director)
    movement, sizes, options = rng.choice(MOVEMENTS)
    rules = {"edition": rng.choice(["eastern", "western"])} if rng.random() < 0.5 else {}
    method, flagged = METHODS[seed % len(METHODS)], rng.choice(["in", "out"])
    plan = EventPlan(
        f"Copa {seed}",
        options=rules,
        method_key=method.key,
        method_options={"flagged": flagged} if "flagged" in method().options else {},
        tiebreaks=tuple(tiebreak.key for tiebreak in TIEBREAKS[: seed % 5]),
        movement_key=movement,
        movement_options=options,
        note=rng.choice(["", "Al casal.\n«Segona» nit"]),
        starts_at=SUMMER + timedelta(days=seed) if seed % 2 else None,
        place="Bar «Sol»" if seed % 4 else "",
    )
    stage = create_event(club, plan, pairs(rng.choice(sizes)), director)
    _play_session(stage, state, rng, director)
    if state == "two sessions":
        _play_session(stage, Session.State.RUNNING, rng, director)
    if state == "published":
        publish_event(stage.event_id, director)
    _add_payments_and_penalties(stage, rng)
    return Event.objects.select_related("club").get(pk=stage.event_id)


def _play_session(stage: Stage, state: str, rng: random.Random, director: Actor) -> None:
    """Create a session and bring it to the given state."""
    session = create_session(stage, rng.choice([1, 2]), rng.choice([1, 2]), director)
    if state == Session.State.CREATED:
        return
    deal_session(session.pk, rng.choice(["", "la grossa: 72480"]), director)
    if state == Session.State.DEALT:
        return
    start_session(session.pk, director)
    _use_clock(session)
    _play_round_one(session, rng, director)
    if state != Session.State.RUNNING:
        finish_session(session.pk, director)


def _use_clock(session: Session) -> None:
    """Set minutes and a break, give extra time, pause the clock, resume it, pause it again."""
    set_clock(session.pk, 20, {1: 10} if session.rounds_planned > 1 else {}, SYSTEM)
    section = Section.objects.select_related("session__stage__event__club").get(session=session)
    give_minutes([section], 3, SYSTEM, f"given {next(_keys)}")
    table = section.tables.select_related("section__session__stage__event__club").earliest("pk")
    give_minutes_to_table(table, 2, SYSTEM, f"given {next(_keys)}")
    pause_clocks([section], SYSTEM)
    resume_clocks([section], SYSTEM)
    pause_clocks([section], SYSTEM)


def _play_round_one(session: Session, rng: random.Random, director: Actor) -> None:
    """Play round 1 with a substitute, a revoked code and a late entry; sometimes end it."""
    round_ = playing_round(session)
    assert round_
    seat_holder = SeatHolder.objects.filter(seating__round=round_).order_by("pk").last()
    assert seat_holder
    seat_holder.player = Player.objects.create(
        club=session.stage.event.club, name=rng.choice(["Zoe", "Anna 1"])
    )
    seat_holder.save()
    revoke_table_code(Table.objects.filter(section__session=session).earliest("pk"), director)
    plays = list(
        Play.objects.filter(seating__round=round_).select_related("seating__table").order_by("pk")
    )
    entries = random_entries(plays, rng)
    rng.shuffle(entries)
    for entry in entries:
        perform(entry, director)
    if rng.random() < 0.6:
        end_round(round_.pk, director)
        late_play = rng.choice(plays)
        submit_entry(late_play.pk, outcome(rng), at(late_play, "ns"), f"late {next(_keys)}")
    decision_step = (
        UndoStep.objects.filter(session=session, entries__0__isnull=False).order_by("pk").last()
    )
    if decision_step and rng.random() < 0.4:
        undo_step(decision_step.pk, SYSTEM)
    if rng.random() < 0.5:
        _give_awards(rng.choice(plays), rng, director)


def _give_awards(play: Play, rng: random.Random, director: Actor) -> None:
    """Give awards that the method offers in place of a result."""
    play.refresh_from_db()
    method = play.board.session.stage.event.method
    averages = ["average", "average_plus", "average_minus"] if method.supports_averages else []
    ns, ew = (rng.choice([*averages, "3/2", "1/3:20,2/3:-4"]) for _line in "ne")
    options = {"replaces": play.revision, "reason": "el telèfon", "key": f"rules {next(_keys)}"}
    give_awards(play.pk, {"ns": ns, "ew": ew}, actor=director, **options)


def _add_payments_and_penalties(stage: Stage, rng: random.Random) -> None:
    now = timezone.now()
    Event.objects.filter(pk=stage.event_id).update(fee_cents=rng.choice([0, 350]))
    for contestant in rng.sample(list(stage.event.contestants.all()), 2):
        contestant.paid_at = now
        contestant.save()
        amount = rng.choice(["1/2", "1", "-1/3"])
        Penalty.objects.create(
            stage=stage, contestant=contestant, amount_text=amount, reason="tard", at=now
        )
    Stage.objects.filter(pk=stage.pk).update(awards_revision=stage.awards_revision + 2)


def _import_sheet(club: Club, rng: random.Random, director: Actor) -> Event:
    """Import results that were played elsewhere, without hands."""
    rows = (
        ["board,ns,ew,trump,contro,ns_points"]
        + [
            f"{board},{pair},{pair + 10},{rng.choice(['oros', 'botifarra'])},none,"
            f"{rng.randint(0, 72)}"
            for board in range(1, 4)
            for pair in (1, 2, 3)
        ]
        + ["4,1,11,,,"]
    )
    stage = import_results(
        club, EventPlan("Full", note="copiat"), "\n".join(rows).encode(), director
    )
    return Event.objects.select_related("club").get(pk=stage.event_id)
