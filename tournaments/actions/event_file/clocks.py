"""Clocks of an event file: breaks, pauses, extra time, and rounds and boards left out.

Each subject has a schema, a check that yields problems, and a function that stores rows.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import pairwise

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.actions.event_file.schema.columns import TIME, integer, parse_time
from tournaments.actions.event_file.schema.types import Nullable, ObjectOf
from tournaments.actions.limits import BREAK_MINUTES, ROUND_MINUTES
from tournaments.models import Break, ClockPause, Round, Section, Session, Table, TimeExtension

# The most seconds that may be added to a round, or taken from it, at once: a day.
_MAX_EXTENSION_SECONDS = 24 * 60 * 60

MINUTES_PER_ROUND = Nullable(integer(ROUND_MINUTES[0], ROUND_MINUTES[-1]))
BREAK = ObjectOf(
    {"after_round": integer(1, 32767), "minutes": integer(BREAK_MINUTES[0], BREAK_MINUTES[-1])}
)
PAUSE = ObjectOf({"at": TIME, "until": Nullable(TIME)})
TIME_EXTENSION = ObjectOf(
    {
        "table": Nullable(integer(1, 32767)),
        "seconds": integer(-_MAX_EXTENSION_SECONDS, _MAX_EXTENSION_SECONDS),
        "at": TIME,
    }
)


def break_problems(session: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem if breaks are not in the order of their rounds, or a round has two."""
    yield from order_problems(session["breaks"], "after_round", f"{path}.breaks")


def left_out_problems(session: JsonObject, section: JsonObject, path: str) -> Iterator[Problem]:
    """Yield problems of rounds and boards left out: too many, unknown rounds, wrong order."""
    rounds, boards = (
        section["rounds_planned"] or session["rounds_planned"],
        section["boards_left_out"],
    )
    if section["rounds_left_out"] >= max(rounds, 1):
        yield problem_at(
            f"{path}.rounds_left_out",
            "all_left_out",
            _("%(path)s: at least one round has been played."),
        )
    if len(boards) >= max(session["boards_per_round"], 1):
        yield problem_at(
            f"{path}.boards_left_out",
            "all_left_out",
            _("%(path)s: at least one board of the round has been played."),
        )
    for number, item_path in items_with_paths(boards, f"{path}.boards_left_out"):
        yield from reference_problems(number, range(1, rounds + 1), item_path)
    for (previous, _path), (number, item_path) in pairwise(
        items_with_paths(boards, f"{path}.boards_left_out")
    ):
        if number < previous:
            yield problem_at(
                item_path, "out_of_order", _("%(path)s: rounds must be in ascending order.")
            )


def pause_problems(section: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem for each pause that ends before it begins or overlaps the previous one."""
    for pause, item_path in items_with_paths(section["pauses"], f"{path}.pauses"):
        if pause["until"] and _to_datetime(pause["until"]) < _to_datetime(pause["at"]):
            yield problem_at(
                f"{item_path}.until",
                "ends_too_early",
                _("%(path)s: a pause must end after it begins."),
            )
    for (previous_pause, _path), (pause, item_path) in pairwise(
        items_with_paths(section["pauses"], f"{path}.pauses")
    ):
        if previous_pause["until"] is None or _to_datetime(pause["at"]) < _to_datetime(
            previous_pause["until"]
        ):
            yield problem_at(
                f"{item_path}.at",
                "stands_already",
                _("%(path)s: the previous pause has not ended by then."),
            )


def time_extension_problems(
    round_: JsonObject, table_numbers: Collection[int], path: str
) -> Iterator[Problem]:
    """Yield problems of a round's extra time: for an unknown table, or out of order."""
    for extension, item_path in items_with_paths(round_["given"], f"{path}.given"):
        yield from reference_problems(extension["table"], table_numbers, f"{item_path}.table")
    for (previous_extension, _path), (extension, item_path) in pairwise(
        items_with_paths(round_["given"], f"{path}.given")
    ):
        if _to_datetime(extension["at"]) < _to_datetime(previous_extension["at"]):
            yield problem_at(
                f"{item_path}.at",
                "out_of_order",
                _("%(path)s: extra minutes must be in the order they were given."),
            )


def store_breaks(session: Session, values: Iterable[JsonObject]) -> None:
    """Store the breaks of a session; `values` are as in the event file."""
    Break.objects.bulk_create(Break(session=session, **columns) for columns in values)


def store_pauses(section: Section, values: Iterable[JsonObject]) -> None:
    """Store the clock pauses of a section; `values` are as in the event file."""
    ClockPause.objects.bulk_create(
        ClockPause(section=section, at=_to_datetime(pause["at"]), until=parse_time(pause["until"]))
        for pause in values
    )


def store_time_extensions(
    rounds: Iterable[tuple[Round, JsonObject]], tables: Mapping[int, Table]
) -> None:
    """Store the extra time given in rounds; `tables` are keyed by number."""
    TimeExtension.objects.bulk_create(
        TimeExtension(
            round=round_,
            to_table=tables[extension["table"]] if extension["table"] else None,
            seconds=extension["seconds"],
            at=_to_datetime(extension["at"]),
        )
        for round_, values in rounds
        for extension in values["given"]
    )


def _to_datetime(text: str) -> datetime:
    return datetime.fromisoformat(text)
