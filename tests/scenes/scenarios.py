"""Sessions of a game without cards whose boards have scenarios from a club's lists."""

import random

from tests.scenes.evening import enter, started_game
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

# The order of the map cannot be guessed; `items` is a word with a meaning in templates too.
SCENARIO_LISTS = (
    "items (2): Storm over the hills, Lightning in the valley, Dark clouds, Sunshine\n"
    "Hostile: <script>alert(1)</script>, {{ session.seed.hex }}, %(seed)s\n"
    "Map (all): castle, forest, village, tower, swamp, bridge, mill, well"
)

BROOM_OPTIONS = {"title": "Broom Service", "scenario": SCENARIO_LISTS}


def started_scenarios(**options: str) -> tuple[Session, Actor]:
    """Start a session of two tables of four: two rounds of two boards each."""
    return started_game("score_sheet", BROOM_OPTIONS | options)


def play_score_sheet_round(session: Session, director: Actor) -> None:
    """Enter every board of the current round for two seats, and end the round."""
    round_, rng = playing_round(session), random.Random(1)
    assert round_
    lines = list(session.stage.event.game.lines)
    for play in Play.objects.filter(seating__round=round_).select_related("seating__table"):
        enter(play, {f"{line}_score": str(rng.randint(1, 60)) for line in lines}, lines[:2])
    end_round(round_.pk, director)
    catch_up()
