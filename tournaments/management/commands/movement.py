"""`movement`: print the seatings and boards of every round of a movement."""

from argparse import ArgumentParser
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.text import Text
from tournaments.management.base import JsonCommand, add_options
from tournaments.movements.base.plan import Plan, TableSeating
from tournaments.movements.catalogue import MOVEMENTS, get_movement
from tournaments.movements.fairness import encounters
from tournaments.movements.fairness.contestant_fairness import Fairness
from tournaments.movements.fairness.contestant_fairness import fairness as plan_fairness
from tournaments.movements.fairness.quality import quality_factor

Quality = dict[str, Any]


class Command(JsonCommand):
    help = "Print a movement's plan: who sits where, with which boards, in every round."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the key of the movement, its size and its options."""
        parser.add_argument("key", help=", ".join(movement.key for movement in MOVEMENTS))
        parser.add_argument("--contestants", type=int, required=True)
        parser.add_argument("--rounds", type=int, help="fewer than the full movement")
        parser.add_argument("--boards-per-round", type=int, default=2)
        add_options(parser)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Return the plan of the movement with its figures of fairness."""
        movement = get_movement(arguments["key"], dict(arguments["option"]))
        plan = movement.plan(
            arguments["contestants"], arguments["rounds"], arguments["boards_per_round"]
        )
        quality: Quality = {
            "qf": _percent(quality_factor(plan)),
            **_fairness_json(plan_fairness(plan)),
        }
        if movement.players_each == 1:
            quality |= encounters.encounter_figures(plan)
        return plan_json(plan, quality), plan_table(plan, quality, movement.design_deviation(plan))


def _percent(value: Fraction | None) -> float | None:
    return None if value is None else float(round(value, 1))


def _fairness_json(fairness: Fairness) -> Quality:
    return {
        "vacancy_qf": _percent(fairness.vacancy_qf),
        "worst_contestants": list(fairness.worst_contestants) if fairness.deviations else None,
        "meetings": _histogram_json(fairness.meetings),
        "comparisons": _histogram_json(fairness.comparisons) if fairness.comparisons else None,
    }


def _histogram_json(histogram: Mapping[int, int]) -> dict[str, int]:
    return {str(value): times for value, times in histogram.items()}


def plan_json(plan: Plan, quality: Quality) -> dict[str, Any]:
    """Return the plan as JSON: the tables of each round, the sit-outs, and the fairness."""
    return {
        "key": plan.key,
        "rounds": [[_seating_json(seating) for seating in round_] for round_ in plan.rounds],
        "sit_outs": [list(sit_outs) for sit_outs in plan.sit_outs],
        "quality": quality,
        "copies": plan.copies,
        "shared_tables": [list(tables) for tables in plan.shared_tables],
    }


def _seating_json(seating: TableSeating) -> dict[str, Any]:
    lines = {line: list(contestants) for line, contestants in seating.lines.items()}
    return {"table": seating.table, "lines": lines, "boards": list(seating.boards)}


def plan_table(plan: Plan, quality: Quality, deviation: Text | None) -> str:
    """Return the plan as text: one row per table, and the sit-outs below each round."""
    lines = "  ".join(f"{line.upper():>7}" for line in plan.rounds[0][0].lines)
    rows = [
        _heading(plan, quality),
        *_quality_rows(quality),
        *([] if deviation is None else [str(deviation)]),
    ]
    rows += [f"{'round':>5}  {'table':>5}  {lines}  boards"]
    for number, (round_, sit_outs) in enumerate(zip(plan.rounds, plan.sit_outs, strict=True), 1):
        rows += [_row(number, seating) for seating in round_]
        rows += [f"{number:>5}  rests: {', '.join(map(str, sit_outs))}"] if sit_outs else []
    return "\n".join(rows)


def _heading(plan: Plan, quality: Quality) -> str:
    shared = "".join(
        f", tables {first} and {second} share boards" for first, second in plan.shared_tables
    )
    quality_text = "" if quality["qf"] is None else f", Qf {quality['qf']}"
    return (
        f"{plan.key}: contestants {plan.contestants}, tables {plan.table_count}, rounds "
        f"{len(plan.rounds)}, "
        f"boards {plan.board_count}, copies {plan.copies}{shared}{quality_text}"
    )


def _quality_rows(quality: Quality) -> list[str]:
    """Return a row of text for each known figure of fairness except Qf."""
    vacancy_qf, worst = quality["vacancy_qf"], quality["worst_contestants"]
    return [
        f"contestants who meet: {_histogram_text(quality['meetings'], ' times')}",
        *(
            [f"contestants compared: {_histogram_text(quality['comparisons'], '')}"]
            if quality["comparisons"]
            else []
        ),
        *(
            [f"Qf with one contestant absent: {vacancy_qf} at worst"]
            if vacancy_qf is not None
            else []
        ),
        *([f"compared least evenly: {', '.join(map(str, worst))}"] if worst else []),
    ]


def _histogram_text(histogram: Mapping[str, int], unit: str) -> str:
    return ", ".join(f"{value}{unit} {pairs}" for value, pairs in histogram.items())


def _row(number: int, seating: TableSeating) -> str:
    lines = "  ".join(
        f"{'+'.join(map(str, contestants)):>7}" for contestants in seating.lines.values()
    )
    return f"{number:>5}  {seating.table:>5}  {lines}  {' '.join(map(str, seating.boards))}"
