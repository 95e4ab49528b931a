"""No response shows a player what their own table still has to play."""

import pytest

from tests.adversary.attack import attack, exploring
from tests.adversary.attacks import ATTACKS
from tests.adversary.evening import PLANS, Evening, Plan
from tournaments.models import Objection
from tournaments.permissions.visibility.devices import DeviceAccess

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SEED, REQUESTS = 7, 20
# What every run explores; `python -m tests.long_runs adversary` explores more.
SLICE = (
    (PLANS[0], "player", "^table|^scorecard|^objection|^traveller"),
    (PLANS[2], "stranger", ""),
    (PLANS[0], "director who plays", "desk|play|paper|sheets|api"),
)


@pytest.mark.daily(2)
@pytest.mark.parametrize("name", ATTACKS)
def test_attack_finds_no_leak(name: str) -> None:
    plan, role, at, ask, number = ATTACKS[name]
    findings = attack(plan, role, SEED, ask, at=at, number=number)
    assert [str(finding) for finding in findings] == []


def test_attack_finds_codes_results_and_hands_if_every_device_counts_as_linked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DeviceAccess, "is_linked_to", lambda *_device: True)
    monkeypatch.setattr(DeviceAccess, "is_linked_at", lambda *_device: True)
    plan, role, at, ask, number = ATTACKS["claims"]
    findings = attack(plan, role, SEED, ask, at=at, number=number)
    assert {finding.leak[0] for finding in findings} >= {"code", "result", "hand"}


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("plan", "role", "focus"), SLICE, ids=[role for _plan, role, _focus in SLICE]
)
def test_explorer_finds_no_leak(plan: Plan, role: str, focus: str) -> None:
    findings = attack(plan, role, SEED, exploring(REQUESTS, focus), at="round 2 played elsewhere")
    assert [str(finding) for finding in findings] == []


def test_phones_at_tables_of_three_sides_object_to_results() -> None:
    evening = Evening(PLANS[6], SEED)
    assert list(evening.steps(rounds=1))[-1] == "round 1 played"
    assert Objection.objects.count() == 2
    assert Objection.objects.unanswered().count() == 1
