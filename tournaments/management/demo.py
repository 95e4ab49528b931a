"""The demo club: two published events, two in progress, and a cup in a week.

Names, deals and results are always the same. All dates are relative to the day of the creation.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from tournaments.actions.calls.calls import call_director
from tournaments.actions.clubs.club import create_club
from tournaments.actions.clubs.demo import mark_as_demo
from tournaments.actions.contestants.fees import mark_paid
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.management.simulated_play import (
    enter_conflict,
    enter_one_side,
    phone_actor,
    play_round,
    play_session,
)
from tournaments.models import (
    Call,
    Club,
    Entry,
    Event,
    Play,
    Round,
    Seating,
    Session,
    Snapshot,
    UndoStep,
)
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

CHAMPIONSHIP_PAIRS = (
    "Montserrat Farré – Joan Ametller",
    "Núria Casadevall – Pilar Junyent",
    "Jordi Bassols – Ramon Bassols",
    "Youssef El Amrani – Arnau Capdevila",
    "Mercè Vilaseca – Josep Maria Torras",
    "Maria dels Àngels Vallhonrat i Castelltort – Bartomeu Massaguer i Montpalau",
    "Olena Kovalenko – Gemma Rius",
    "Pau Llobet – Mireia Cendra",
    "Carme Estapé – Lluís Oms",
    "Rosa Fontseca – Francesc Duran",
    "Íngrid Solà – Quim Badosa",
    "Antonio Cabrera – Fina Moragues",
    "Albert Pi – Ot Mas",
    "Yuki Tanaka – Eulàlia Sabater",
    "Manel Codina – Assumpta Brugués",
    "Elena Rodríguez Soto – David Oliveras",
)
EVENING_PAIRS = (
    "Carme Estapé – Lluís Oms",
    "Jordi Bassols – Olena Kovalenko",
    "Núria Casadevall – Pilar Junyent",
    "Maria dels Àngels Vallhonrat i Castelltort – Bartomeu Massaguer i Montpalau",
    "Albert Pi – Ot Mas",
    "Biel Terrades – Aina Terrades",
    "Youssef El Amrani – Gemma Rius",
    "Montserrat Farré – Mercè Vilaseca",
    "Antonio Cabrera – Fina Moragues",
    "Giulia Bianchi – Sergi Torrent",
    "Josep Maria Torras – Rosa Fontseca",
    "Pau Llobet – Mireia Cendra",
)
SWISS_PAIRS = CHAMPIONSHIP_PAIRS[3:]
ANOU_PLAYERS = (
    "Ferran Busquets",
    "Íngrid Solà",
    "Manel Codina",
    "Dolors Sanromà",
    "Yuki Tanaka",
    "Quim Badosa",
    "Pere Joan Alemany",
    "Assumpta Brugués",
    "Oriol Pijoan",
)
CUP_TEAMS = (
    "Les Manilles: Montserrat Farré, Mercè Vilaseca, Núria Casadevall, Pilar Junyent",
    "Contro i recontro: Jordi Bassols, Ramon Bassols, Albert Pi, Ot Mas",
    "Casal de Gràcia: Carme Estapé, Lluís Oms, Rosa Fontseca, Francesc Duran",
    "Els del fons: Youssef El Amrani, Gemma Rius, Olena Kovalenko, Arnau Capdevila",
    "Tres i el mico: Pau Llobet, Mireia Cendra, Giulia Bianchi, Sergi Torrent",
    "La Rifa: Antonio Cabrera, Fina Moragues, Manel Codina, Assumpta Brugués",
)
PAID_CUP_TEAM_COUNT = 4

VENUE = "Casal de Gràcia, sala gran"
SALT = "la rifa: 40218"
DAYS_SINCE_CHAMPIONSHIP, DAYS_SINCE_SWISS, DAYS_UNTIL_CUP = 7, 12, 7


def create_demo_club() -> Club:
    """Create the club with its five events, through the same actions as pages do."""
    with transaction.atomic():
        club = create_club("Club de Botifarra La Manilla", SYSTEM)
        championship = _create_played_championship(club)
        swiss = _create_played_swiss(club)
        _create_afternoon_in_progress(club)
        _create_evening_in_progress(club)
        _create_upcoming_cup(club)
    catch_up()  # creates the snapshots whose times are set below
    for session in (championship, swiss):
        Snapshot.objects.filter(stage=session.stage).update(at=session.finished_at)
    return club


def _create_played_championship(club: Club) -> Session:
    plan = EventPlan("Campionat Social", movement_key="mitchell", place=VENUE)
    session, seed = _create_started_session(
        club, plan, CHAMPIONSHIP_PAIRS, round_count=8, board_count=3
    )
    play_session(session, seed, SYSTEM)
    publish_event(session.stage.event_id, SYSTEM)
    return _set_past(session, DAYS_SINCE_CHAMPIONSHIP, minutes_per_round=21)


def _create_played_swiss(club: Club) -> Session:
    plan = EventPlan("Suís de parelles", "match", movement_key="swiss", place=VENUE)
    session, seed = _create_started_session(club, plan, SWISS_PAIRS, round_count=5, board_count=1)
    play_session(session, seed, SYSTEM)
    publish_event(session.stage.event_id, SYSTEM)
    return _set_past(session, DAYS_SINCE_SWISS, minutes_per_round=35)


def _create_afternoon_in_progress(club: Club) -> None:
    """Create an event of single players in round 3 of 6; one of its two tables has finished."""
    options = {"seats": "4"}
    plan = EventPlan(
        "Tarda d’Anou", "anou", movement_key="individual", movement_options=options, place=VENUE
    )
    session, seed = _create_started_session(club, plan, ANOU_PLAYERS, round_count=6, board_count=2)
    _play_rounds(session, seed, round_count=2, table_count=1)
    _set_times(session, timezone.now() - timedelta(minutes=2 * 16 + 7), minutes_per_round=16)


def _create_evening_in_progress(club: Club) -> None:
    """Create an event of pairs in round 6 of 11.

    Two tables have finished the round. Table 3 has a conflict, table 4 has the entry of one side
    only, and table 5 has called the director.
    """
    plan = EventPlan("Vespre de Botifarra", movement_key="howell", place=VENUE)
    session, seed = _create_started_session(
        club, plan, EVENING_PAIRS, round_count=11, board_count=2
    )
    _play_rounds(session, seed, round_count=5, table_count=2)
    round_ = playing_round(session)
    plays = Play.objects.filter(seating__round=round_).order_by("board__number")
    enter_conflict(plays.filter(seating__table__number=3)[0], seed)
    enter_one_side(plays.filter(seating__table__number=4)[0], seed)
    calling_seating = Seating.objects.get(round=round_, table__number=5)
    call_director(
        calling_seating.table, Call.Reason.RULE, "", phone_actor(calling_seating, "ns"), "1"
    )
    now = timezone.now()
    _set_times(session, now - timedelta(minutes=5 * 12 + 6), minutes_per_round=12)
    Call.objects.filter(table=calling_seating.table).update(at=now - timedelta(minutes=2))


def _create_upcoming_cup(club: Club) -> None:
    """Create an event of teams in a week; most of them have paid their fee."""
    day = timezone.localdate() + timedelta(days=DAYS_UNTIL_CUP)
    plan = EventPlan(
        "Copa La Manilla",
        players_each=4,
        method_key="aggregate",
        movement_key="round_robin",
        starts_at=datetime.combine(day, time(17), timezone.get_current_timezone()),
        place=VENUE,
        fee_cents=2000,
    )
    stage = create_event(club, plan, CUP_TEAMS, SYSTEM)
    mark_as_demo(stage.event)
    create_session(stage, len(CUP_TEAMS) - 1, 4, SYSTEM, seed=_seed_of(plan))
    for team in stage.event.contestants.order_by("number")[:PAID_CUP_TEAM_COUNT]:
        mark_paid(team, SYSTEM)


def _create_started_session(
    club: Club, plan: EventPlan, contestants: Sequence[str], *, round_count: int, board_count: int
) -> tuple[Session, str]:
    """Create an event and start its first session; return the session and its seed."""
    seed = _seed_of(plan)
    stage = create_event(club, plan, contestants, SYSTEM)
    mark_as_demo(stage.event)
    session = create_session(stage, round_count, board_count, SYSTEM, seed=seed)
    deal_session(session.pk, SALT, SYSTEM)
    start_session(session.pk, SYSTEM)
    session.refresh_from_db()
    return session, seed


def _seed_of(plan: EventPlan) -> str:
    """Return 64 hex digits that depend only on the name of the event."""
    return hashlib.sha256(f"demo: {plan.name}".encode()).hexdigest()


def _play_rounds(session: Session, seed: str, *, round_count: int, table_count: int) -> None:
    """Play and end `round_count` rounds, and play the first `table_count` tables of the next."""
    for _round in range(round_count):
        if round_ := playing_round(session):
            play_round(round_, seed)
            end_round(round_.pk, SYSTEM)
    if round_ := playing_round(session):
        play_round(round_, seed, table_count=table_count)


def _set_past(session: Session, days: int, *, minutes_per_round: int) -> Session:
    """Set the times of a published event to an evening `days` ago, at half past nine."""
    day = timezone.localdate() - timedelta(days=days)
    started_at = datetime.combine(day, time(21, 30), timezone.get_current_timezone())
    finished_at = _set_times(session, started_at, minutes_per_round)
    Session.objects.filter(pk=session.pk).update(finished_at=finished_at)
    Event.objects.filter(pk=session.stage.event_id).update(
        created_at=started_at - timedelta(days=10),
        starts_at=started_at,
        published_at=finished_at + timedelta(minutes=20),
    )
    session.refresh_from_db()
    return session


def _set_times(session: Session, started_at: datetime, minutes_per_round: int) -> datetime:
    """Set the times of a session's rounds, entries and history as if the session had started then.

    Within a round the boards of a table are entered one after the other, at random distances.
    Returns when the last started round has ended or would end.
    """
    random, length = Random(session.stage.event.name), timedelta(minutes=minutes_per_round)
    Session.objects.filter(pk=session.pk).update(created_at=started_at, started_at=started_at)
    rounds = list(
        Round.objects.filter(section__session=session, started_at__isnull=False)
        .order_by("number")
        .prefetch_related("seatings__plays__entries")
    )
    entries, round_start = [], started_at
    new_time_by_old = {}
    for round_ in rounds:
        new_time_by_old[round_.started_at] = round_start
        new_time_by_old[round_.ended_at] = round_start + length
        round_.started_at = round_start
        round_.ended_at = round_.ended_at and round_start + length
        for seating in round_.seatings.all():
            plays = seating.plays.all()
            for position, play in enumerate(plays, 1):
                share = position / len(plays) - random.uniform(0.02, 0.2)
                for entry in play.entries.all():
                    entry.at = min(round_start + share * length, timezone.now())
                    entries.append(entry)
        round_start += length
    Round.objects.bulk_update(rounds, ["started_at", "ended_at"])
    Entry.objects.bulk_update(entries, ["at"], batch_size=100)
    _set_step_times(session, {old: new for old, new in new_time_by_old.items() if old})
    return round_start


def _set_step_times(session: Session, new_time_by_old: Mapping[datetime, datetime]) -> None:
    """Set the moments of undo steps, and those in the rows they changed, to those of the rounds.

    A step whose rows differ from the stored ones could not be undone.
    """
    steps = list(UndoStep.objects.filter(session=session))
    for step in steps:
        changes = json.dumps(step.changes)
        for old, new in new_time_by_old.items():
            if old.isoformat() in changes:
                changes = changes.replace(old.isoformat(), new.astimezone(UTC).isoformat())
                step.at = new
        step.changes = json.loads(changes)
    UndoStep.objects.bulk_update(steps, ["at", "changes"])
