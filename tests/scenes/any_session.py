"""A session in its first round for every movement, and for games of two to five lines."""

import random
from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.scenes.divided_session import started_in_sections
from tests.scenes.evening import SEED, club_with_director, created, outcome, started
from tests.scenes.matches import started_matches
from tests.scenes.teams import started_teams
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    start_section,
    start_session,
)
from tournaments.models import Contestant, Event, Play, Round, Seating, Section, Session
from tournaments.permissions.actor import Actor


class RandomChoices(NamedTuple):
    """A session, its director, and the random targets of an action in it."""

    session: Session
    director: Actor
    rng: random.Random
    key: str

    @property
    def event(self) -> Event:
        """The event, read from the database."""
        return Event.objects.select_related("club").get(pk=self.session.stage.event_id)

    @property
    def play(self) -> Play:
        """A random play of a started round, read from the database."""
        plays = Play.objects.filter(board__session=self.session).select_related(
            "seating__table", "board"
        )
        started_plays = plays.filter(seating__round__started_at__isnull=False)
        return self.rng.choice(list(started_plays.order_by("seating__round__number", "pk")))

    @property
    def seating(self) -> Seating:
        """A random seating of a started round."""
        seatings = Seating.objects.filter(
            round__section__session=self.session, round__started_at__isnull=False
        )
        return self.rng.choice(list(seatings.order_by("round__number", "pk")))

    @property
    def section(self) -> Section:
        """A random section, with its event."""
        sections = self.session.sections.select_related("session__stage__event__club")
        return self.rng.choice(list(sections.order_by("number")))

    @property
    def contestant(self) -> Contestant:
        """A random contestant of the event."""
        return self.rng.choice(list(self.session.stage.event.contestants.order_by("pk")))

    @property
    def begun_round(self) -> Round:
        """The latest started round of a random section."""
        started_rounds = Round.objects.filter(
            section__session=self.session, started_at__isnull=False
        )
        latest = {
            round_.section_id: round_
            for round_ in started_rounds.order_by("section__number", "number")
        }
        return self.rng.choice(list(latest.values()))

    @property
    def side(self) -> str:
        """A random side of a table."""
        return self.rng.choice(list(self.session.stage.event.game.lines))

    @property
    def correction_request(self) -> CorrectionRequest:
        """The request for a correction: its actor, the idempotency key, and the reason."""
        return CorrectionRequest(self.director, self.key, "it went wrong")

    def random_fields(self) -> dict[str, object]:
        """Return the fields of a random outcome of the game, as a form sends them."""
        game = self.session.stage.event.game
        if game.key == "match":
            points = self.rng.sample(range(20, 101), 2)
            return {"ns_points": str(points[0]), "ew_points": str(points[1])}
        if game.key == "score_sheet":
            return {field.name: str(self.rng.randint(-20, 80)) for field in game.fields}
        return outcome(self.rng)


def _started_singles(
    movement: str,
    options: Mapping[str, str],
    number: int,
    game: str = "botifarra",
    game_options: Mapping[str, str] | None = None,
) -> tuple[Session, Actor]:
    club, director = club_with_director()
    plan = EventPlan(
        "Individual",
        game,
        dict(game_options or {}),
        players_each=1,
        movement_key=movement,
        movement_options=dict(options),
    )
    names = [f"Anna Puig {letter}" for letter in range(1, number + 1)]
    session = create_session(create_event(club, plan, names, director), 3, 2, director, seed=SEED)
    deal_session(session.pk, "sort", director)
    start_session(session.pk, director)
    session.refresh_from_db()
    return session, director


def _two_sections() -> tuple[Session, Actor]:
    """Start 22 pairs whose results are compared: a Mitchell of six tables and a Howell of five."""
    plans = (
        SectionPlan("A", "mitchell", {}, 3, tuple(range(1, 13))),
        SectionPlan("B", "howell", {}, 3, tuple(range(13, 23))),
    )
    return started_in_sections(*plans)


def _one_section_not_started() -> tuple[Session, Actor]:
    """Start one of two sections."""
    session, director = created(10, movement="barometer", round_count=3, boards_per_round=2)
    plans = [
        SectionPlan("A", "howell", {}, 3, (1, 2, 3, 4)),
        SectionPlan("B", "howell", {}, 3, (5, 6, 7, 8, 9, 10)),
    ]
    divide_session(session, Division(plans), director)
    deal_session(session.pk, "sort", director)
    start_section(session.sections.get(name="A"), director)
    session.refresh_from_db()
    return session, director


SESSION_KINDS: dict[str, Callable[[], tuple[Session, Actor]]] = {
    "mitchell": lambda: started(6, movement="mitchell", round_count=3, boards_per_round=2),
    "howell": lambda: started(6, movement="howell", round_count=5, boards_per_round=1),
    "howell with a rest": lambda: started(5, movement="howell", round_count=5, boards_per_round=1),
    "barometer": lambda: started(6, movement="barometer", round_count=3, boards_per_round=2),
    "web": lambda: started(20, movement="web", round_count=3, boards_per_round=1),
    "two sections": _two_sections,
    "section not started": _one_section_not_started,
    "individual": lambda: _started_singles("individual", {"seats": "partners"}, 8),
    "rainbow": lambda: _started_singles("rainbow", {}, 20),
    "triples": lambda: _started_singles("triples", {}, 9, "score_sheet", {"players": "3"}),
    "triples with a rest": lambda: _started_singles(
        "triples", {}, 7, "score_sheet", {"players": "3"}
    ),
    "fives": lambda: _started_singles("fives", {}, 11, "score_sheet", {"players": "5"}),
    "swiss": lambda: started_matches(6, round_count=3),
    "round robin": lambda: started_matches(5, "round_robin", round_count=5),
    "league": lambda: started_matches(4, "league", round_count=6),
    "knock-out": lambda: started_matches(4, "knock_out", round_count=2),
    "teams": started_teams,
}
