"""Attack events of every kind in every role, as `tests.long_runs` starts it.

It prints how every leak was found. `--seed` chooses other events, `--minutes` more of them.
"""

from functools import partial
from time import monotonic

import pytest

from tests.adversary.attack import attack_until

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.thorough]


def test_adversary_learns_nothing_hidden_in_any_evening(request: pytest.FixtureRequest) -> None:
    end = monotonic() + 60 * request.config.getoption("--minutes")
    findings, broken = attack_until(
        lambda: monotonic() > end, request.config.getoption("--seed"), partial(print, flush=True)
    )
    assert [str(finding) for finding in findings] == []
    assert broken == []
