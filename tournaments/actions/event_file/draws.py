"""Whether rounds could have been drawn so: who came into the stage, and who sat out."""

from collections.abc import Collection, Iterator, Sequence

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    Value,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.actions.event_file.schema.reasons import reason_problems
from tournaments.movements.knock_out import KnockOut


def first_stage_problems(stage: Value, path: str) -> Iterator[Problem]:
    """The first stage is for everybody."""
    if stage["qualifiers"]:
        at = f"{path}.qualifiers"
        yield _at(at, "no_stage_before", _("%(path)s: there is no earlier stage to qualify in."))


def carry_over_problems(stages: Sequence[Value]) -> Iterator[Problem]:
    """Whatever is carried over comes from a stage before, and neither is a knock-out."""
    before = None
    for stage, path in items_with_paths(stages, "stages"):
        at = f"{path}.carried"
        if stage["carried"] != "0" and before is None:
            yield _at(
                at,
                "carried_from_nothing",
                _("%(path)s: there is no earlier stage to carry totals over from."),
            )
        elif stage["carried"] != "0" and KnockOut.key in (
            stage["movement"],
            before and before["movement"],
        ):
            yield _at(
                at,
                "carried_knock_out",
                _("%(path)s: totals cannot be carried over to or from a knock-out."),
            )
        before = stage


def qualifier_problems(
    values: Sequence[Value], contestants: Collection[int], path: str
) -> Iterator[Problem]:
    """Everything wrong with the list of those who came into a stage, best seeded first."""
    before: set[int] = set()
    for seed, (qualifier, at) in enumerate(items_with_paths(values, path), 1):
        yield from reference_problems(qualifier["contestant"], contestants, f"{at}.contestant")
        yield from reason_problems(qualifier["why"], f"{at}.why")
        if qualifier["seed"] != seed:
            template = _("%(path)s: seeds must be numbered from 1 without gaps.")
            yield _at(f"{at}.seed", "seed_gap", template)
        if qualifier["contestant"] in before:
            yield _at(
                f"{at}.contestant",
                "qualified_twice",
                _("%(path)s: a contestant cannot qualify twice."),
            )
        before.add(qualifier["contestant"])


def sit_out_problems(
    round_: Value, contestants: Collection[int], left: Collection[int], path: str
) -> Iterator[Problem]:
    """Everything wrong with the sit-outs of a round.

    Whoever was seated sits out only where somebody at his table is among those who have `left`.
    """
    yield from order_problems(round_["sit_outs"], "contestant", f"{path}.sit_outs")
    played = _seated_with_all(round_["seatings"], left)
    for sit_out, at in items_with_paths(round_["sit_outs"], f"{path}.sit_outs"):
        yield from reference_problems(sit_out["contestant"], contestants, f"{at}.contestant")
        yield from reason_problems(sit_out["why"], f"{at}.why")
        if sit_out["contestant"] in played:
            template = _(
                "%(path)s sits at a table in this round, where no contestant has withdrawn."
            )
            yield _at(f"{at}.contestant", "sits_and_rests", template)


def _seated_with_all(seatings: Sequence[Value], left: Collection[int]) -> set[int]:
    """Those at tables that nobody has left."""
    tables = ({place["contestant"] for place in seating["places"]} for seating in seatings)
    return {one for table in tables if table.isdisjoint(left) for one in table}


def _at(path: str, code: str, template: str) -> Problem:
    return Problem(code, template, {"path": path}, path)
