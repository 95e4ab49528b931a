"""What an event file says of clocks, and of what was left out: its shape, its sense, its rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import pairwise

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    Value,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.actions.event_file.schema.columns import TIME, integer, parse_time
from tournaments.actions.event_file.schema.types import Nullable, ObjectOf
from tournaments.actions.limits import BREAK_MINUTES, ROUND_MINUTES
from tournaments.models import Break, ClockPause, Round, Section, Session, Table, TimeExtension

_DAY = 24 * 60 * 60
"""Seconds: more is never given at once, nor taken."""

MINUTES_PER_ROUND = Nullable(integer(ROUND_MINUTES[0], ROUND_MINUTES[-1]))
BREAK = ObjectOf(
    {"after_round": integer(1, 32767), "minutes": integer(BREAK_MINUTES[0], BREAK_MINUTES[-1])}
)
PAUSE = ObjectOf({"at": TIME, "until": Nullable(TIME)})
TIME_EXTENSION = ObjectOf(
    {"table": Nullable(integer(1, 32767)), "seconds": integer(-_DAY, _DAY), "at": TIME}
)


def break_problems(session: Value, path: str) -> Iterator[Problem]:
    """Breaks that stand twice after one round."""
    yield from order_problems(session["breaks"], "after_round", f"{path}.breaks")


def left_out_problems(session: Value, section: Value, path: str) -> Iterator[Problem]:
    """More rounds or boards left out than there were, or boards from a round on that there was
    not."""
    rounds, boards = (
        section["rounds_planned"] or session["rounds_planned"],
        section["boards_left_out"],
    )
    if section["rounds_left_out"] >= max(rounds, 1):
        yield _at(
            f"{path}.rounds_left_out",
            "all_left_out",
            _("%(path)s: at least one round has been played."),
        )
    if len(boards) >= max(session["boards_per_round"], 1):
        yield _at(
            f"{path}.boards_left_out",
            "all_left_out",
            _("%(path)s: at least one board of the round has been played."),
        )
    for number, at in items_with_paths(boards, f"{path}.boards_left_out"):
        yield from reference_problems(number, range(1, rounds + 1), at)
    for (before, _path), (number, at) in pairwise(
        items_with_paths(boards, f"{path}.boards_left_out")
    ):
        if number < before:
            yield _at(at, "out_of_order", _("%(path)s: rounds must be in ascending order."))


def pause_problems(section: Value, path: str) -> Iterator[Problem]:
    """Pauses that end before they begin, or begin before the one before them has ended."""
    for pause, at in items_with_paths(section["pauses"], f"{path}.pauses"):
        if pause["until"] and _moment(pause["until"]) < _moment(pause["at"]):
            yield _at(
                f"{at}.until", "ends_too_early", _("%(path)s: a pause must end after it begins.")
            )
    for (before, _path), (pause, at) in pairwise(
        items_with_paths(section["pauses"], f"{path}.pauses")
    ):
        if before["until"] is None or _moment(pause["at"]) < _moment(before["until"]):
            yield _at(
                f"{at}.at",
                "stands_already",
                _("%(path)s: the previous pause has not ended by then."),
            )


def time_extension_problems(round_: Value, tables: Collection[int], path: str) -> Iterator[Problem]:
    """Time that was given to a table that is not there, or out of its order."""
    for given, at in items_with_paths(round_["given"], f"{path}.given"):
        yield from reference_problems(given["table"], tables, f"{at}.table")
    for (before, _path), (given, at) in pairwise(
        items_with_paths(round_["given"], f"{path}.given")
    ):
        if _moment(given["at"]) < _moment(before["at"]):
            yield _at(
                f"{at}.at",
                "out_of_order",
                _("%(path)s: extra minutes must be in the order they were given."),
            )


def store_breaks(session: Session, values: Iterable[Value]) -> None:
    """The breaks of a session."""
    Break.objects.bulk_create(Break(session=session, **each) for each in values)


def store_pauses(section: Section, values: Iterable[Value]) -> None:
    """The pauses of a section."""
    ClockPause.objects.bulk_create(
        ClockPause(section=section, at=_moment(each["at"]), until=parse_time(each["until"]))
        for each in values
    )


def store_time_extensions(
    rounds: Iterable[tuple[Round, Value]], tables: Mapping[int, Table]
) -> None:
    """What was given to some rounds."""
    TimeExtension.objects.bulk_create(
        TimeExtension(
            round=round_,
            to_table=tables[each["table"]] if each["table"] else None,
            seconds=each["seconds"],
            at=_moment(each["at"]),
        )
        for round_, values in rounds
        for each in values["given"]
    )


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _at(path: str, code: str, template: str) -> Problem:
    return Problem(code, template, {"path": path}, path)
