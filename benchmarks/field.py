"""Measure the cost of a result, from the phone to the standings, at any size of the field.

Everything is requested over HTTP from gunicorn with PostgreSQL, Redis and a Celery worker on this
machine; what is compared is requested from the same processes in turns. `--json` prints one object
instead of a table. Ends with 1 if a limit is exceeded.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scoring import ratios
from benchmarks.served import databases, laptop, no_configuration, served

AT_LEAST = {"post_ratio": 0.25, "read_ratio": 0.8, "not_modified_ratio": 0.8}
COST_RATIO = 1.5
# `idle` is a multiple of the time of a post. Under full load, standings are at most one second
# older than their snapshot interval.
AT_MOST = {"idle": 20.0, "exact_ratio": 2.0, "memory_mb": 20.0}

SIZES = (10, 100, 1_000, 10_000)
ON_A_LAPTOP = (10, 100, 1_000)

Figures = dict[str, Any]


def measured(arguments: Namespace) -> Figures:
    """Return every figure, under the names that `--json` prints."""
    with databases():
        import django

        django.setup()
        from benchmarks import field_figures as figures
        from benchmarks.bare import make_table

        figures.prepare()
        make_table()
        with served() as site:
            results: Figures = dict(figures.throughput(site))
            results["cost"] = {
                str(tables): figures.cost(site, tables) for tables in arguments.tables
            }
            results["freshness"] = figures.freshness(site)
            results["memory_mb"] = figures.growth(site, arguments.results)
    return results | {"exact_ratio": dict(ratios())}


def on_a_laptop() -> Figures:
    """Measure the cost of a result on SQLite, without a worker."""
    with no_configuration():
        import django

        django.setup()
        from benchmarks import field_figures as figures

        figures.prepare()
        with laptop() as site:
            return {"cost": {str(tables): figures.cost(site, tables) for tables in ON_A_LAPTOP}}


def failures(results: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each figure over its limit."""
    yield from growing_costs(results)
    for name, least in AT_LEAST.items():
        if results[name] < least:
            yield f"{name} is {results[name]}, under {least}"
    most = {
        "idle": results["freshness"]["idle"],
        "exact_ratio": max(results["exact_ratio"].values()),
        "memory_mb": max(results["memory_mb"].values()),
    }
    for name, limit in AT_MOST.items():
        if most[name] > limit:
            yield f"{name} is {most[name]:.2f}, over {limit}"
    if results["freshness"]["full"] > results["freshness"]["interval"] + 1:
        yield f"freshness under full load is {results['freshness']['full']} s"


def growing_costs(results: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for each size at which a result costs more than at a smaller one."""
    least, *_others = cost = list(results["cost"].values())
    if max(cost) > COST_RATIO * least:
        yield (
            f"a result costs up to {max(cost) / least:.2f} times what it does in the smallest field"
        )


def main() -> int:
    """Measure and print; return 1 if a limit is exceeded."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", type=int, nargs="+", default=SIZES)
    parser.add_argument("--laptop", action="store_true", help="only what a result costs on SQLite")
    parser.add_argument("--results", type=int, default=100_000, help="over which memory may grow")
    arguments = parser.parse_args()
    results = on_a_laptop() if arguments.laptop else measured(arguments)
    wrong = list(growing_costs(results) if arguments.laptop else failures(results))
    if arguments.json:
        print(json.dumps(results))
    else:
        print("\n".join(f"{name:<20} {value}" for name, value in results.items()))
    print("\n".join(wrong), file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
