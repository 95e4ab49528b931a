"""Warnings about a draw that a director has changed, which is nevertheless possible."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.movements.base.plan import RoundSeating
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.drawing.meeting_history import MeetingHistory


def pairing_warnings(state: StageState, tables: RoundSeating) -> list[Problem]:
    """Return what a draw would have avoided, if `tables` were the next round."""
    history = MeetingHistory(state)
    warnings = [warning for check in _CHECKS for warning in check(history, tables)]
    return (
        warnings
        if state.tables_per_match == 1
        else [_as_match_warning(warning) for warning in warnings]
    )


# Templates for teams by problem code, with numbers of matches instead of tables.
_MATCH_TEMPLATES = {
    "not_present": _(
        "Match %(table)d: %(one)d is not present; note the arrival, or seat somebody else."
    ),
    "meet_again": _(
        "Match %(table)d: %(one)d and %(other)d met in round %(round)d; change one of them."
    ),
    "floats": _(
        "Match %(table)d: %(one)d has %(upper)s and %(other)d has %(lower)s; equals meet wherever "
        "they can."
    ),
}


def _as_match_warning(warning: Problem) -> Problem:
    return replace(warning, template=_MATCH_TEMPLATES.get(warning.code, warning.template))


def _absence_warnings(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    for seating in tables:
        for contestant in seating.contestants:
            if contestant not in history.present:
                yield Problem(
                    "not_present",
                    _(
                        "Table %(table)d: %(one)d is not present; note the arrival, or seat "
                        "somebody else."
                    ),
                    {"table": seating.table, "one": contestant},
                )


def _repeated_seat_warnings(_history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    seats = Counter(contestant for seating in tables for contestant in seating.contestants)
    for contestant, times in seats.items():
        if times > 1:
            yield Problem(
                "seated_twice", _("%(one)d has more than one place: keep one."), {"one": contestant}
            )


def _repeated_meeting_warnings(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    for seating in tables:
        for first, second in seating.meetings:
            if history.have_met(first, second):
                last_round = history.rounds_met(first, second)[-1]
                yield Problem(
                    "meet_again",
                    _(
                        "Table %(table)d: %(one)d and %(other)d met in round %(round)d; change one "
                        "of them."
                    ),
                    {"table": seating.table, "one": first, "other": second, "round": last_round},
                )


def _float_warnings(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    """Warn of different totals if others present have the same total as one of the two."""
    for seating in tables:
        pair = sorted(
            set(seating.contestants).intersection(history.present), key=history.present.index
        )
        groups = [history.contestants_level_with(contestant) for contestant in pair]
        if len(pair) == 2 and groups[0] != groups[1] and max(map(len, groups)) > 1:
            yield Problem(
                "floats",
                _(
                    "Table %(table)d: %(one)d has %(upper)s and %(other)d has %(lower)s; "
                    "equals meet wherever they can."
                ),
                {
                    "table": seating.table,
                    "one": pair[0],
                    "other": pair[1],
                    **_totals(history, pair),
                },
            )


def _totals(history: MeetingHistory, pair: list[int]) -> dict[str, str]:
    upper, lower = (str(history.totals[contestant]) for contestant in pair)
    return {"upper": upper, "lower": lower}


def _repeated_sit_out_warnings(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    """Warn of a sit-out for a contestant who has sat out more often than others present."""
    for contestant in _sitting_out(history, tables):
        if contestant not in history.sit_out_candidates:
            yield Problem(
                "rests_again",
                _("%(one)d would rest again: let %(other)d rest, who has rested less."),
                {"one": contestant, "other": history.sit_out_candidates[-1]},
            )


def _needless_sit_out_warnings(history: MeetingHistory, tables: RoundSeating) -> Iterator[Problem]:
    sitting_out = _sitting_out(history, tables)
    if len(sitting_out) > 1:
        yield Problem(
            "needless_rests",
            _("%(number)d contestants have no table: seat all but an odd one."),
            {"number": len(sitting_out), "contestants": sitting_out},
        )


def _sitting_out(history: MeetingHistory, tables: RoundSeating) -> list[int]:
    seated_contestants = {contestant for seating in tables for contestant in seating.contestants}
    return [contestant for contestant in history.present if contestant not in seated_contestants]


_CHECKS = (
    _absence_warnings,
    _repeated_seat_warnings,
    _repeated_meeting_warnings,
    _float_warnings,
    _repeated_sit_out_warnings,
    _needless_sit_out_warnings,
)
