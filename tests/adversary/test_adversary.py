"""No page, file or program shows a player what their own table has yet to play, however they ask."""

import pytest

from tests.adversary.attack import attack, exploring
from tests.adversary.attacks import ATTACKS
from tests.adversary.evening import PLANS, Plan
from tests.adversary.known import ALL_KNOWN, KNOWN

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEED, REQUESTS = 7, 20
SLICE = (
    (PLANS[0], "player", "^table|^scorecard|^objection|^traveller"),
    (PLANS[2], "stranger", ""),
    (PLANS[0], "director who plays", "desk|play|paper|sheets|api"),
)
"""What is explored by day: the longer form is `python -m tests.night adversary`."""


@pytest.mark.parametrize("name", ATTACKS)
def test_attack_finds_the_leaks_that_are_known_and_no_other(name: str) -> None:
    plan, role, at, ask, number = ATTACKS[name]
    found = attack(plan, role, SEED, ask, at=at, number=number)
    assert {each.leak for each in found} == KNOWN.get(name, frozenset()), "\n".join(map(str, found))


@pytest.mark.parametrize(("plan", "role", "focus"), SLICE, ids=[role for _plan, role, _focus in SLICE])
def test_explorer_finds_no_leak_that_is_not_known(plan: Plan, role: str, focus: str) -> None:
    found = attack(plan, role, SEED, exploring(REQUESTS, focus), at="round 2 played elsewhere")
    assert [str(each) for each in found if each.leak not in ALL_KNOWN] == []
