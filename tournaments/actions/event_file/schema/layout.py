"""The event file, key by key: docs/integrators/event-file.md says what each one means."""

from typing import Any

from tournaments.actions.event_file.clocks import BREAK, GIVEN, MINUTES, PAUSE
from tournaments.actions.event_file.line_ups import SUBSTITUTE
from tournaments.actions.event_file.offline_sections import ARRIVAL, COPY, ORIGIN
from tournaments.actions.event_file.schema.columns import (
    AMOUNT,
    LONGEST_OPTION,
    LONGEST_VALUE,
    NUMBER,
    PART,
    column,
    is_kept_text,
    one_of,
    whole,
)
from tournaments.actions.event_file.schema.reasons import WHY
from tournaments.actions.event_file.schema.values import ListOf, Maybe, Object, Plain
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

MOST_KEYS = 500
"""Options of a game, or fields of its outcome; no game has nearly as many."""

# Parts of a session: a league in which a hundred teams all meet has 99 rounds.
MAX_ROUNDS, MAX_BOARDS, MAX_TABLES = 150, 1_500, 20_000

MOST_REPLACED = 9999
"""How often the code of a table was replaced."""


def _is_options(value: Any) -> bool:
    return _is_short_object(value) and all(
        _is_word(key) and is_kept_text(each, LONGEST_OPTION) for key, each in value.items()
    )


def _is_outcome(value: Any) -> bool:
    return _is_short_object(value) and all(
        _is_word(key) and (each is None or isinstance(each, bool | int) or _is_word(each))
        for key, each in value.items()
    )


def _is_short_object(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= MOST_KEYS


def _is_word(value: Any) -> bool:
    return is_kept_text(value, LONGEST_VALUE)


OPTIONS = Plain(_is_options, "an object of texts")

ENTRY = Object(
    {
        "revision": NUMBER,
        "kind": column(Entry, "kind"),
        "outcome": Plain(_is_outcome, "an object of texts, whole numbers, true, false and null"),
        "given": OPTIONS,
        "late": column(Entry, "late"),
        "contradicted": column(Entry, "contradicted"),
        "reason": column(Entry, "reason"),
        "withdraws": Maybe(NUMBER),
        "table": Maybe(NUMBER),
        "side": column(Entry, "side"),
        "device": Maybe(NUMBER),
        "at": column(Entry, "at"),
        "origin": ORIGIN,
    }
)

PLACE = Object(
    {
        "seat": column(SeatHolder, "seat"),
        "contestant": NUMBER,
        "player": Maybe(NUMBER),
        "substitutes": ListOf(SUBSTITUTE),
    }
)

SEATING = Object(
    {
        "table": NUMBER,
        "why": WHY,
        "places": ListOf(PLACE),
        "plays": ListOf(Object({"board": NUMBER, "group": NUMBER, "entries": ListOf(ENTRY)})),
    }
)

LINE_UP = Object(
    {
        "contestant": NUMBER,
        "seats": ListOf(Object({"seat": column(LineUp, "seat"), "player": NUMBER})),
    }
)

SECTION = Object(
    {
        "number": NUMBER,
        "name": column(Section, "name"),
        "venue": Maybe(column(Venue, "name")),
        "movement": column(Section, "movement_key"),
        "movement_options": OPTIONS,
        "rounds_planned": column(Section, "rounds_planned"),
        "rounds_left_out": column(Section, "rounds_left_out"),
        "boards_left_out": ListOf(NUMBER),
        "allotments": ListOf(Object({"number": NUMBER, "contestant": NUMBER})),
        "tables": ListOf(
            Object({"number": NUMBER, "code_counter": whole(0, MOST_REPLACED)}), MAX_TABLES
        ),
        "rounds": ListOf(
            most=MAX_ROUNDS,
            shape=Object(
                {
                    "number": NUMBER,
                    "started_at": column(Round, "started_at"),
                    "ended_at": column(Round, "ended_at"),
                    "seatings": ListOf(SEATING),
                    "sit_outs": ListOf(Object({"contestant": NUMBER, "why": WHY})),
                    "line_ups": ListOf(LINE_UP),
                    "given": ListOf(GIVEN),
                }
            ),
        ),
        "copies": ListOf(COPY),
        "pauses": ListOf(PAUSE),
    }
)

SESSION = Object(
    {
        "number": NUMBER,
        "state": column(Session, "state"),
        "rounds_planned": column(Session, "rounds_planned"),
        "boards_per_round": column(Session, "boards_per_round"),
        "minutes_per_round": MINUTES,
        "breaks": ListOf(BREAK),
        "commitment": column(Session, "commitment"),
        "salt": column(Session, "salt"),
        "seed": Maybe(Plain(is_kept_text, "a text of 64 hex digits")),
        "created_at": column(Session, "created_at"),
        "started_at": column(Session, "started_at"),
        "finished_at": column(Session, "finished_at"),
        "boards": ListOf(NUMBER, MAX_BOARDS),
        "kept_sealed": ListOf(NUMBER),
        "sections": ListOf(SECTION),
    }
)

STAGE = Object(
    {
        "number": NUMBER,
        "movement": column(Stage, "movement_key"),
        "movement_options": OPTIONS,
        "halves": Plain(lambda value: type(value) is int and value in ALLOWED_HALVES, "1 or 2"),
        "sections_apart": column(Stage, "ranks_sections_separately"),
        "carried": PART,
        "qualifiers": ListOf(
            Object({"contestant": NUMBER, "seed": NUMBER, "group": NUMBER, "why": WHY})
        ),
        "penalties": ListOf(
            Object(
                {
                    "contestant": NUMBER,
                    "amount": AMOUNT,
                    "reason": column(Penalty, "reason"),
                    "kind": column(Penalty, "kind"),
                    "at": column(Penalty, "at"),
                }
            )
        ),
        "sessions": ListOf(SESSION),
    }
)

EVENT = Object(
    {
        "name": column(Event, "name"),
        "slug": column(Event, "slug"),
        "game": column(Event, "game_key"),
        "options": OPTIONS,
        "rules_version": NUMBER,
        "players_each": NUMBER,
        "method": column(Event, "method_key"),
        "method_options": OPTIONS,
        "tiebreaks": ListOf(Plain(_is_word, f"a text of up to {LONGEST_VALUE} letters")),
        "fee_cents": column(Event, "fee_cents"),
        "results_shown": column(Event, "results_shown"),
        "missed": column(Event, "missed"),
        "objection_minutes": Maybe(whole(0, MAX_OBJECTION_MINUTES)),
        "note": column(Event, "note"),
        "starts_at": column(Event, "starts_at"),
        "place": column(Event, "place"),
        "standings_from": column(Event, "standings_from"),
        "created_at": column(Event, "created_at"),
        "published_at": column(Event, "published_at"),
        "arrival": Maybe(ARRIVAL),
    }
)

CONTESTANT = Object(
    {
        "number": NUMBER,
        "name": column(Contestant, "name"),
        "paid_at": column(Contestant, "paid_at"),
        "withdrawn_at": column(Contestant, "withdrawn_at"),
        "no_place": column(Contestant, "unranked_reason"),
        "players": ListOf(NUMBER),
    }
)

CATEGORY = Object({"name": column(Category, "name"), "contestants": ListOf(NUMBER)})

HEAD = Object(
    {
        "format": one_of(FORMAT),
        "version": Plain(lambda value: type(value) is int and value == VERSION, str(VERSION)),
    }
)

FILE = Object(
    {
        **HEAD.shapes,
        "club": Object({"name": column(Club, "name"), "slug": column(Club, "slug")}),
        "event": EVENT,
        "players": ListOf(Object({"number": NUMBER, "name": column(Player, "name")})),
        "contestants": ListOf(CONTESTANT),
        "categories": ListOf(CATEGORY),
        "stages": ListOf(STAGE),
    }
)
