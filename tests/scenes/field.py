"""Create sessions of any size from rows: larger than movements allow, and faster than actions."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from games.fields import parse_outcome
from tests.scenes import evening
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import create_session
from tournaments.models import (
    Board,
    Contestant,
    Entry,
    Event,
    Play,
    ResultScale,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    Table,
    Venue,
)
from tournaments.queries.results.play_state import set_derived_columns
from tournaments.scoring_pipeline.scale_updates import derive_scales

Row = TypeVar("Row")

# Rows that one statement inserts.
_BATCH_SIZE = 2_000


def create_field(
    table_count: int,
    round_count: int = 8,
    boards_per_round: int = 3,
    played_round_count: int = 0,
    name: str = "Camp",
    venue_count: int = 1,
) -> Session:
    """Create a running session of Botifarra in which all tables play the same boards at once.

    All rounds have started. The tables are spread over the given number of venues, one section
    each. E-W pairs move up one table after each round, and from the last table to the first of
    their venue. The first `played_round_count` rounds have every result, scored; the other plays
    have no entry.
    """
    session = _create_session(round_count, boards_per_round, name)
    event, now = session.stage.event, timezone.now()
    ns, ew = _create_contestants(event, table_count)
    sections = _create_sections(session, venue_count)
    tables_per_venue = table_count // venue_count
    boards = _bulk_create(
        Board(session=session, number=n + 1) for n in range(round_count * boards_per_round)
    )
    tables_ = _bulk_create(
        Table(section=sections[n // tables_per_venue], number=n % tables_per_venue + 1)
        for n in range(table_count)
    )
    for number in range(round_count):
        round_rows = _bulk_create(
            Round(section=section, number=number + 1, started_at=now) for section in sections
        )
        rounds_by_section = {round_.section_id: round_ for round_ in round_rows}
        seatings = _bulk_create(
            Seating(round=rounds_by_section[table.section_id], table=table) for table in tables_
        )
        moved = [
            ew[n - n % tables_per_venue + (n - number) % tables_per_venue]
            for n in range(table_count)
        ]
        _bulk_create(_seat_holders(seatings, ns, moved))
        round_boards = boards[number * boards_per_round : (number + 1) * boards_per_round]
        plays = [
            Play(seating=seating, board=board, counted_line_points="")
            for seating in seatings
            for board in round_boards
        ]
        _store_played_plays(plays) if number < played_round_count else _bulk_create(plays)
    ResultScale.objects.bulk_create(scale for board in boards for scale in derive_scales(board))
    return session


def _create_sections(session: Session, venues: int) -> list[Section]:
    """Return the existing section, or create one section for each venue."""
    if venues == 1:
        return list(session.sections.all())
    session.sections.all().delete()
    club = session.stage.event.club
    places = _bulk_create(Venue(club=club, name=f"Seu {n + 1}") for n in range(venues))
    numbered = enumerate(places, 1)
    return _bulk_create(
        Section(session=session, number=n, name=f"V{n}", venue=venue) for n, venue in numbered
    )


def _store_played_plays(plays: Sequence[Play]) -> None:
    """Store plays with one entry each that is included in the scales."""
    rng, now = random.Random(plays[0].board.number), timezone.now()
    entries = []
    for play in plays:
        outcome, _problems = parse_outcome(
            play.board.session.stage.event.game.fields, evening.outcome(rng)
        )
        entry = Entry(play=play, outcome=outcome, revision=1, at=now, device="phone", side="ns")
        set_derived_columns(play, [entry], play.board.session.stage.event.game)
        play.entry, play.revision, play.scored_revision, play.counted_line_points = (
            None,
            1,
            1,
            play.line_points,
        )
        entries.append(entry)
    _bulk_create(plays)
    _bulk_create(entries)
    entry_ids = Entry.objects.filter(play=OuterRef("pk")).values("pk")
    Play.objects.filter(board__in={play.board_id for play in plays}).update(
        entry=Subquery(entry_ids)
    )


def _create_session(round_count: int, boards_per_round: int, name: str) -> Session:
    club, director = evening.club_with_director(name)
    plan = EventPlan("Camp", movement_key="mitchell", results_shown=Event.ResultsShown.AT_ONCE)
    stage = create_event(club, plan, evening.pairs(4), director)
    stage.event.contestants.all().delete()
    session = create_session(stage, round_count, boards_per_round, director, seed=evening.SEED)
    session.state, session.started_at, session.salt = Session.State.RUNNING, timezone.now(), "sort"
    session.save()
    return session


def _create_contestants(
    event: Event, table_count: int
) -> tuple[list[Contestant], list[Contestant]]:
    """Create the contestants; return those who sit N-S and those who sit E-W."""
    numbers = range(1, 2 * table_count + 1)
    stored = _bulk_create(
        Contestant(event=event, number=n, name=f"Anna {n} – Berta {n}") for n in numbers
    )
    return stored[:table_count], stored[table_count:]


def _seat_holders(
    seatings: Iterable[Seating], ns: Iterable[Contestant], ew: Iterable[Contestant]
) -> Iterator[SeatHolder]:
    for seating, sits_ns, sits_ew in zip(seatings, ns, ew, strict=True):
        for seat, contestant in zip("NESW", (sits_ns, sits_ew, sits_ns, sits_ew), strict=True):
            yield SeatHolder(seating=seating, seat=seat, contestant=contestant)


def _bulk_create(rows: Iterable[Row]) -> list[Row]:
    stored = list(rows)
    type(stored[0]).objects.bulk_create(stored, batch_size=_BATCH_SIZE)
    return stored
