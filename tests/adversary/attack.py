"""Attack one event: its plan, the role of the adversary, and what they request."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from traceback import format_exc

from django.core.cache import cache
from django.db import transaction

from tests.adversary.evening import PLANS, Evening, Plan
from tests.adversary.explorer import Explorer, Finding
from tests.adversary.people import ROLES, suits

# When results are shown, chosen at random: at once in half of the events, where most is visible.
SHOWN = ("at_once", "at_once", "round", "session")


def attack(
    plan: Plan,
    role: str,
    seed: int,
    ask: Callable[[Explorer], None],
    *,
    at: str = "",
    rounds: int = 9,
    doubt: float = 0.0,
    number: int = 1,
) -> list[Finding]:
    """Return everything that an adversary finds in one event; the database is rolled back.

    They play for contestant `number` and call `ask` at each step of the session whose name contains
    `at`.
    """
    with transaction.atomic():
        evening = Evening(plan, seed)
        evening.own_number = number
        explorer = Explorer(evening, ROLES[role](evening), seed, doubt)
        for step in evening.steps(rounds):
            if at in step:
                explorer.arrive(step)
                ask(explorer)
                if at == step:
                    break
        transaction.set_rollback(True)
    cache.clear()
    return list(explorer.findings)


def exploring(requests: int, focus: str = "") -> Callable[[Explorer], None]:
    """Return a function that sends some requests to URLs whose names match `focus`."""

    def ask(explorer: Explorer) -> None:
        explorer.explore(requests, focus)

    return ask


def any_attacks(seed: int) -> Iterator[tuple[Plan, str, int]]:
    """Yield plans and roles without end, every pair once before any is repeated."""
    rng = random.Random(seed)
    for turn in count():
        pairs = [(plan, role) for plan in PLANS for role in ROLES if suits(role, plan)]
        rng.shuffle(pairs)
        for plan, role in pairs:
            making = plan.game != "score_sheet" and rng.random() < 0.5
            chosen = replace(plan, tables_make_up=making, results_shown=rng.choice(SHOWN))
            yield chosen, role, seed + turn


def attack_until(
    is_over: Callable[[], bool], seed: int, say: Callable[[str], None]
) -> tuple[list[Finding], list[str]]:
    """Attack evenings until it is over; return the findings and the evenings that broke off."""
    findings: dict[Finding, Finding] = {}
    broken: list[str] = []
    for plan, role, turn in any_attacks(seed):
        if is_over():
            break
        number = random.Random(f"{plan}{role}{turn}").randint(1, plan.contestants // 2)
        evening = f"{plan} by a {role}, contestant {number}, seed {turn}"
        try:
            attack_findings = attack(plan, role, turn, exploring(30), doubt=0.1, number=number)
        except Exception:
            broken.append(evening)
            say(f"{evening}: broke off\n{format_exc()}")
            continue
        new_findings = [finding for finding in attack_findings if finding not in findings]
        findings.update({finding: finding for finding in new_findings})
        say(f"{evening}: {len(attack_findings)} found, {len(new_findings)} new")
        for finding in new_findings:
            say(f"  {finding}")
    return list(findings), broken
