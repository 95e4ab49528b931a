"""Answers of the API have the keys and types that the pages for integrators show."""

import json
import re
from typing import Any

import pytest

from tests.api.clients import at_table, member
from tests.conftest import ROOT
from tests.scenes.evening import club_with_director
from tournaments.models import Play

pytestmark = pytest.mark.django_db

INTEGRATORS = ROOT / "docs" / "integrators"
OUTCOME = {"trump": "oros", "delegated": False, "contro": "none", "ns_points": 40}
NAMES = ["A - B", "C - D", "E - F", "G - H", "I - J", "K - L", "M - N", "O - P"]


def documented_answers(page: str) -> list[Any]:
    """Return the JSON blocks of a page."""
    text = (INTEGRATORS / page).read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def shape(value: Any) -> Any:
    """Return a value with the names of its types; of a list only the first item counts."""
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value[:1]]
    return type(value).__name__


@pytest.fixture
def answers() -> dict[str, list[Any]]:
    """Play the event of the examples, and return the answers that each page shows, in its order.

    Two tables play board 1 in the first round; then the session is finished and published.
    """
    club, actor = club_with_director()
    director = member(actor)
    plan = {"club": club.slug, "name": "Lliga", "movement": "mitchell", "rounds": 4}
    created = director.do("events/", plan | {"boards_per_round": 2, "contestants": NAMES})
    event, session = f"events/{created['event']}/", f"sessions/{created['session']}/"
    director.do(f"{session}deal/", {"salt": "words of the players"})
    director.do(f"{session}start/")
    round_ = director.all(f"{session}rounds/")[0]
    seatings = director.all(f"rounds/{round_['id']}/seatings/")

    plays = [seating["plays"][0]["id"] for seating in (seatings[0], seatings[3])]
    for play, points in zip(plays, (40, 51), strict=True):
        table = at_table(Play.objects.get(pk=play).seating.table)
        body = {"side": "ns", "outcome": OUTCOME | {"ns_points": points}}
        entered = table.do(f"plays/{play}/entries/", body)
        table.do(f"plays/{play}/confirmation/", {"side": "ew", "revision": 1})
    read_play = director.read(f"plays/{plays[0]}/")
    director.do(f"{session}finish/", {"sure": True})
    director.do(f"{event}publish/", {"sure": True})

    return {
        "api-events.md": [created, seatings[0]],
        "api-results.md": [entered, read_play],
        "api-standings.md": [
            director.read(f"{event}standings/"),
            director.read(f"{session}boards/1/traveller/"),
        ],
    }


def test_documented_answers_have_the_keys_and_types_of_real_ones(
    answers: dict[str, list[Any]],
) -> None:
    for page, real_answers in answers.items():
        documented = [shape(answer) for answer in documented_answers(page)]
        assert documented == [shape(answer) for answer in real_answers], page
