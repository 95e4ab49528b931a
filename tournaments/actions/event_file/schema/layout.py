"""The schema of a whole event file; docs/integrators/event-file-keys.md explains each key."""

from typing import Any

from tournaments.actions.event_file.clocks import BREAK, MINUTES_PER_ROUND, PAUSE, TIME_EXTENSION
from tournaments.actions.event_file.line_ups import SUBSTITUTE
from tournaments.actions.event_file.offline_sections import (
    EXPORTED_SECTION,
    IMPORTED_SECTION,
    ORIGIN,
)
from tournaments.actions.event_file.schema.columns import (
    FRACTION,
    MAX_OPTION_LENGTH,
    MAX_VALUE_LENGTH,
    NUMBER,
    PROPORTION,
    column,
    integer,
    is_storable_text,
    one_of,
)
from tournaments.actions.event_file.schema.reasons import REASON
from tournaments.actions.event_file.schema.types import Leaf, ListOf, Nullable, ObjectOf
from tournaments.actions.limits import MAX_OBJECTION_MINUTES
from tournaments.models import (
    Category,
    Club,
    Contestant,
    Entry,
    Event,
    LineUp,
    Penalty,
    Player,
    Round,
    SeatHolder,
    Section,
    Session,
    Stage,
    Venue,
)
from tournaments.movements.base.team_matches import ALLOWED_HALVES
from tournaments.support.event_file_format import FORMAT, VERSION

# Maximum number of options of a game or fields of an outcome; every game has far fewer.
MAX_KEYS = 500

# Maximum numbers of a session. A league of a hundred teams that all meet has 99 rounds.
MAX_ROUNDS, MAX_BOARDS, MAX_TABLES = 150, 1_500, 20_000

# Maximum number of times that the code of a table was replaced.
MAX_CODE_COUNTER = 9999


def _is_options(value: Any) -> bool:
    return _is_short_object(value) and all(
        _is_short_text(key) and is_storable_text(setting, MAX_OPTION_LENGTH)
        for key, setting in value.items()
    )


def _is_outcome(value: Any) -> bool:
    return _is_short_object(value) and all(
        _is_short_text(key)
        and (field is None or isinstance(field, bool | int) or _is_short_text(field))
        for key, field in value.items()
    )


def _is_short_object(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= MAX_KEYS


def _is_short_text(value: Any) -> bool:
    return is_storable_text(value, MAX_VALUE_LENGTH)


OPTIONS = Leaf(_is_options, "an object of texts")

ENTRY = ObjectOf(
    {
        "revision": NUMBER,
        "kind": column(Entry, "kind"),
        "outcome": Leaf(_is_outcome, "an object of texts, whole numbers, true, false and null"),
        "given": OPTIONS,
        "late": column(Entry, "late"),
        "contradicted": column(Entry, "contradicted"),
        "reason": column(Entry, "reason"),
        "withdraws": Nullable(NUMBER),
        "table": Nullable(NUMBER),
        "side": column(Entry, "side"),
        "device": Nullable(NUMBER),
        "at": column(Entry, "at"),
        "origin": ORIGIN,
    }
)

PLACE = ObjectOf(
    {
        "seat": column(SeatHolder, "seat"),
        "contestant": NUMBER,
        "player": Nullable(NUMBER),
        "substitutes": ListOf(SUBSTITUTE),
    }
)

SEATING = ObjectOf(
    {
        "table": NUMBER,
        "why": REASON,
        "places": ListOf(PLACE),
        "plays": ListOf(ObjectOf({"board": NUMBER, "group": NUMBER, "entries": ListOf(ENTRY)})),
    }
)

LINE_UP = ObjectOf(
    {
        "contestant": NUMBER,
        "seats": ListOf(ObjectOf({"seat": column(LineUp, "seat"), "player": NUMBER})),
    }
)

SECTION = ObjectOf(
    {
        "number": NUMBER,
        "name": column(Section, "name"),
        "venue": Nullable(column(Venue, "name")),
        "movement": column(Section, "movement_key"),
        "movement_options": OPTIONS,
        "rounds_planned": column(Section, "rounds_planned"),
        "rounds_left_out": column(Section, "rounds_left_out"),
        "boards_left_out": ListOf(NUMBER),
        "allotments": ListOf(ObjectOf({"number": NUMBER, "contestant": NUMBER})),
        "tables": ListOf(
            ObjectOf({"number": NUMBER, "code_counter": integer(0, MAX_CODE_COUNTER)}), MAX_TABLES
        ),
        "rounds": ListOf(
            max_length=MAX_ROUNDS,
            schema=ObjectOf(
                {
                    "number": NUMBER,
                    "started_at": column(Round, "started_at"),
                    "ended_at": column(Round, "ended_at"),
                    "seatings": ListOf(SEATING),
                    "sit_outs": ListOf(ObjectOf({"contestant": NUMBER, "why": REASON})),
                    "line_ups": ListOf(LINE_UP),
                    "given": ListOf(TIME_EXTENSION),
                }
            ),
        ),
        "copies": ListOf(EXPORTED_SECTION),
        "pauses": ListOf(PAUSE),
    }
)

SESSION = ObjectOf(
    {
        "number": NUMBER,
        "state": column(Session, "state"),
        "rounds_planned": column(Session, "rounds_planned"),
        "boards_per_round": column(Session, "boards_per_round"),
        "minutes_per_round": MINUTES_PER_ROUND,
        "breaks": ListOf(BREAK),
        "commitment": column(Session, "commitment"),
        "salt": column(Session, "salt"),
        "seed": Nullable(Leaf(is_storable_text, "a text of 64 hex digits")),
        "created_at": column(Session, "created_at"),
        "started_at": column(Session, "started_at"),
        "finished_at": column(Session, "finished_at"),
        "boards": ListOf(NUMBER, MAX_BOARDS),
        "kept_sealed": ListOf(NUMBER),
        "sections": ListOf(SECTION),
    }
)

STAGE = ObjectOf(
    {
        "number": NUMBER,
        "movement": column(Stage, "movement_key"),
        "movement_options": OPTIONS,
        "halves": Leaf(lambda value: type(value) is int and value in ALLOWED_HALVES, "1 or 2"),
        "sections_apart": column(Stage, "ranks_sections_separately"),
        "carried": PROPORTION,
        "qualifiers": ListOf(
            ObjectOf({"contestant": NUMBER, "seed": NUMBER, "group": NUMBER, "why": REASON})
        ),
        "penalties": ListOf(
            ObjectOf(
                {
                    "contestant": NUMBER,
                    "amount": FRACTION,
                    "reason": column(Penalty, "reason"),
                    "kind": column(Penalty, "kind"),
                    "at": column(Penalty, "at"),
                }
            )
        ),
        "sessions": ListOf(SESSION),
    }
)

EVENT = ObjectOf(
    {
        "name": column(Event, "name"),
        "slug": column(Event, "slug"),
        "game": column(Event, "game_key"),
        "options": OPTIONS,
        "rules_version": NUMBER,
        "players_each": NUMBER,
        "method": column(Event, "method_key"),
        "method_options": OPTIONS,
        "tiebreaks": ListOf(Leaf(_is_short_text, f"a text of up to {MAX_VALUE_LENGTH} letters")),
        "fee_cents": column(Event, "fee_cents"),
        "results_shown": column(Event, "results_shown"),
        "missed": column(Event, "missed"),
        "objection_minutes": Nullable(integer(0, MAX_OBJECTION_MINUTES)),
        "note": column(Event, "note"),
        "starts_at": column(Event, "starts_at"),
        "place": column(Event, "place"),
        "standings_from": column(Event, "standings_from"),
        "created_at": column(Event, "created_at"),
        "published_at": column(Event, "published_at"),
        "arrival": Nullable(IMPORTED_SECTION),
    }
)

CONTESTANT = ObjectOf(
    {
        "number": NUMBER,
        "name": column(Contestant, "name"),
        "paid_at": column(Contestant, "paid_at"),
        "withdrawn_at": column(Contestant, "withdrawn_at"),
        "no_place": column(Contestant, "unranked_reason"),
        "players": ListOf(NUMBER),
    }
)

CATEGORY = ObjectOf({"name": column(Category, "name"), "contestants": ListOf(NUMBER)})

HEADER = ObjectOf(
    {
        "format": one_of(FORMAT),
        "version": Leaf(lambda value: type(value) is int and value == VERSION, str(VERSION)),
    }
)

EVENT_FILE = ObjectOf(
    {
        **HEADER.properties,
        "club": ObjectOf({"name": column(Club, "name"), "slug": column(Club, "slug")}),
        "event": EVENT,
        "players": ListOf(ObjectOf({"number": NUMBER, "name": column(Player, "name")})),
        "contestants": ListOf(CONTESTANT),
        "categories": ListOf(CATEGORY),
        "stages": ListOf(STAGE),
    }
)
