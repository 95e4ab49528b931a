"""Check the qualifiers, sit-outs and carried-over totals of an event file."""

from collections.abc import Collection, Iterator, Sequence

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.actions.event_file.schema.reasons import reason_problems
from tournaments.movements.knock_out import KnockOut


def first_stage_problems(stage: JsonObject, path: str) -> Iterator[Problem]:
    """Yield a problem if the first stage has qualifiers: there is no stage before it."""
    if stage["qualifiers"]:
        template = _("%(path)s: there is no earlier stage to qualify in.")
        yield problem_at(f"{path}.qualifiers", "no_stage_before", template)


def carry_over_problems(stages: Sequence[JsonObject]) -> Iterator[Problem]:
    """Yield a problem for each stage that carries over totals but cannot.

    The first stage has no earlier stage, and nothing is carried over to or from a knock-out.
    """
    previous = None
    for stage, path in items_with_paths(stages, "stages"):
        carried_path = f"{path}.carried"
        if stage["carried"] != "0" and previous is None:
            yield problem_at(
                carried_path,
                "carried_from_nothing",
                _("%(path)s: there is no earlier stage to carry totals over from."),
            )
        elif stage["carried"] != "0" and KnockOut.key in (
            stage["movement"],
            previous and previous["movement"],
        ):
            yield problem_at(
                carried_path,
                "carried_knock_out",
                _("%(path)s: totals cannot be carried over to or from a knock-out."),
            )
        previous = stage


def qualifier_problems(
    values: Sequence[JsonObject], contestant_numbers: Collection[int], path: str
) -> Iterator[Problem]:
    """Yield every problem with the qualifiers of a stage, which must be in the order of seeds."""
    qualified_numbers: set[int] = set()
    for seed, (qualifier, item_path) in enumerate(items_with_paths(values, path), 1):
        yield from reference_problems(
            qualifier["contestant"], contestant_numbers, f"{item_path}.contestant"
        )
        yield from reason_problems(qualifier["why"], f"{item_path}.why")
        if qualifier["seed"] != seed:
            template = _("%(path)s: seeds must be numbered from 1 without gaps.")
            yield problem_at(f"{item_path}.seed", "seed_gap", template)
        if qualifier["contestant"] in qualified_numbers:
            yield problem_at(
                f"{item_path}.contestant",
                "qualified_twice",
                _("%(path)s: a contestant cannot qualify twice."),
            )
        qualified_numbers.add(qualifier["contestant"])


def sit_out_problems(
    round_: JsonObject,
    contestant_numbers: Collection[int],
    withdrawn_numbers: Collection[int],
    path: str,
) -> Iterator[Problem]:
    """Yield every problem with the sit-outs of a round.

    A contestant with a seat may sit out only if somebody at their table is in `withdrawn_numbers`.
    """
    yield from order_problems(round_["sit_outs"], "contestant", f"{path}.sit_outs")
    seated_numbers = _seated_without_withdrawals(round_["seatings"], withdrawn_numbers)
    for sit_out, item_path in items_with_paths(round_["sit_outs"], f"{path}.sit_outs"):
        yield from reference_problems(
            sit_out["contestant"], contestant_numbers, f"{item_path}.contestant"
        )
        yield from reason_problems(sit_out["why"], f"{item_path}.why")
        if sit_out["contestant"] in seated_numbers:
            template = _(
                "%(path)s sits at a table in this round, where no contestant has withdrawn."
            )
            yield problem_at(f"{item_path}.contestant", "sits_and_rests", template)


def _seated_without_withdrawals(
    seatings: Sequence[JsonObject], withdrawn_numbers: Collection[int]
) -> set[int]:
    """Return the numbers of the contestants at tables where nobody has withdrawn."""
    numbers_by_seating = (
        {seat_holder["contestant"] for seat_holder in seating["places"]} for seating in seatings
    )
    return {
        number
        for seated_numbers in numbers_by_seating
        if seated_numbers.isdisjoint(withdrawn_numbers)
        for number in seated_numbers
    }
