"""A session for the adversary: an honest director, honest phones, recognisable results.

Every result, award, draft and objection differs from every other one of the event, so that a copy
on a page can be traced to its play.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, cycle

from django.test import Client
from django.urls import reverse

from games.playout import playout
from tests.scenes.devices import link_requested_contestants
from tests.scenes.divided_session import create_venue_staff
from tests.scenes.evening import SEED, club_with_director, pairs
from tests.scenes.teams import team_texts
from tournaments.actions.boards.board_preparation import set_preparation_mode
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.objections import answer_objection
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.draws import begin_round, draw_round
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Contestant, Objection, Play, Round, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.hands import SIMULATING, visible_hands
from tournaments.queries.phone.table_codes import code_of
from tournaments.tasks import catch_up

Outcome = Mapping[str, str]

# Start of the text of every honest objection.
OBJECTION = "objectionfrom"

# Venue of the second section, in an event with two sections.
VENUE = "Biblioteca de Vic"


@dataclass(frozen=True)
class Plan:
    """The event that is played: movement, board preparation, and when results are shown."""

    movement: str
    game: str = "botifarra"
    contestants: int = 8
    players_each: int = 2
    rounds: int = 3
    boards: int = 2
    tables_make_up: bool = False
    results_shown: str = "at_once"
    method: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    two_sections: bool = False

    def __str__(self) -> str:
        making = "-making-boards" if self.tables_make_up else ""
        sections = "-in-two-sections" if self.two_sections else ""
        return f"{self.movement}-{self.game}-{self.results_shown}{making}{sections}"


# One event for every movement and every kind of game.
PLANS: tuple[Plan, ...] = (
    Plan("mitchell"),
    Plan("howell", rounds=4, boards=1),
    Plan("barometer", results_shown="round"),
    Plan("swiss", rounds=3),
    Plan("round_robin", contestants=4, players_each=4, rounds=3, method="aggregate"),
    Plan("individual", players_each=1, rounds=3, options={"seats": "partners"}),
    Plan("triples", game="tarot_france_1637", contestants=9, players_each=1),
    Plan("mitchell", game="tantony", results_shown="session"),
    Plan("howell", game="tarot_netherlands_four", rounds=4, boards=1),
    Plan("barometer", contestants=16, rounds=3, two_sections=True),
)


class Phone:
    """The phone of one contestant, as an honest player uses it."""

    def __init__(self, evening: "Evening", contestant: Contestant) -> None:
        self.client, self.evening, self.contestant = Client(), evening, contestant

    def enter(self, play: Play, line: str, outcome: Outcome) -> None:
        """Enter the same result for one or two sides of a table, unless it has one."""
        code = code_of(play.seating.table)
        self.client.post(reverse("table_side", args=[code]), {"holder": self.contestant.number})
        form = {**outcome, "side": line, "sure": "yes", "key": self.evening.key()}
        answer = self.client.post(reverse("table_board", args=[code, play.board.number]), form)
        assert answer.status_code == 302, (answer.status_code, play.board.number)

    def save_draft(self, play: Play, line: str, outcome: Outcome) -> None:
        """Save the first legs of a board on this phone's side."""
        code = code_of(play.seating.table)
        self.client.post(reverse("table_side", args=[code]), {"holder": self.contestant.number})
        form = {name: text for name, text in outcome.items() if name.startswith("leg1")}
        form |= {"side": line, "so_far": "yes", "key": self.evening.key()}
        answer = self.client.post(reverse("table_board", args=[code, play.board.number]), form)
        assert answer.status_code == 302, answer.status_code

    def object(self, play: Play) -> None:
        """Object to a result in words that no other objection has.

        If the adversary's device was the contestant's first, the director has linked this one.
        """
        link_requested_contestants(self.client)
        event = self.contestant.event
        args = [event.club.slug, event.slug, self.contestant.number, play.pk]
        words = f"{OBJECTION}{self.contestant.number}about{play.pk}"
        answer = self.client.post(
            reverse("objection", args=args), {"words": words, "key": self.evening.key()}
        )
        assert answer.status_code == 302, answer.status_code


class Evening:
    """One session of one event, played step by step."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan, self.rng = plan, random.Random(seed)
        self._keys, self._points = count(1), cycle(self.rng.sample(range(40, 72), 32))
        self.session, self.director = _session(plan)
        self.event = self.session.stage.event
        self.phones = {
            contestant.pk: Phone(self, contestant)
            for contestant in self.event.contestants.select_related("event__club")
        }
        self.outcomes: dict[int, Outcome] = {}
        self.own_number = 1
        # The contestant whose table plays last: the adversary's own, if they play.
        self.watched: int | None = None
        # What else happens as soon as the first round has begun.
        self.once_begun: Callable[[], None] = lambda: None

    def key(self) -> str:
        """Return a new one-time key."""
        return f"honest{next(self._keys)}"

    def plays(self, **filters: object) -> list[Play]:
        """Return plays of the session, by round, table and board."""
        related = (
            "board__session__stage__event__club",
            "seating__table__section",
            "seating__round",
            "entry",
        )
        plays = Play.objects.filter(board__session=self.session, **filters).select_related(*related)
        return list(
            plays.prefetch_related("seating__places").order_by(
                "seating__round__number",
                "seating__table__section__number",
                "seating__table__number",
                "board__number",
            )
        )

    def outcome(self, play: Play) -> Outcome:
        """Return the result that honest players of a table enter."""
        if play.pk not in self.outcomes:
            self.outcomes[play.pk] = self.some_outcome(play)
        return self.outcomes[play.pk]

    def some_outcome(self, play: Play, points: int | None = None) -> Outcome:
        """Return a random result; in Botifarra its points are unique among 32 plays."""
        game = self.event.game
        if game.key == "botifarra":
            points = points if points is not None else next(self._points)
            trump = self.rng.choice(["oros", "copes", "espases", "bastos"])
            return {"trump": trump, "delegated": "no", "contro": "none", "ns_points": str(points)}
        dealt = visible_hands(SIMULATING, play.board)
        assert dealt
        outcome = playout(game, dealt, self.rng)["outcome"]
        return {name: _form_value(value) for name, value in outcome.items() if value is not None}

    def lines(self, play: Play) -> list[tuple[str, Phone]]:
        """Return the lines of a table, each with the phone of the first contestant on it."""
        contestant_by_seat = {
            seat_holder.seat: seat_holder.contestant_id for seat_holder in play.seating.places.all()
        }
        return [
            (line, self.phones[contestant_by_seat[seats[0]]])
            for line, seats in self.event.game.lines.items()
        ]

    def enter(self, play: Play, sides: int = 2) -> None:
        """Have one side or two of a table enter the same result; a play that has one already
        stays."""
        play.refresh_from_db()
        if play.state != Play.State.DUE:
            return
        for line, phone in self.lines(play)[:sides]:
            phone.enter(play, line, self.outcome(play))

    def object_to(self, plays: list[Play]) -> None:
        """Object to two of some plays; the director answers the first objection.

        Teams may object only once a board is open, which is rare during a round.
        """
        if self.event.at_two_tables:
            return
        settled = [
            play for play in plays if Play.objects.exclude(state=Play.State.DUE).filter(pk=play.pk)
        ]
        for play in (settled[0], settled[-1]) if settled else ():
            # Two sides enter: where a table has a third one, its phone has not.
            _line, phone = self.lines(play)[1]
            if not Objection.objects.filter(play=play).exists():
                phone.object(play)
        first = Objection.objects.filter(play__in=plays).select_related(
            "play__board__session__stage__event__club"
        )
        for objection in first.unanswered()[:1]:
            words = f"answerto{objection.contestant.number}about{objection.play_id}"
            answer_objection(objection, Objection.Verdict.STAYS, words, self.director, self.key())

    def give_awards(self, play: Play) -> None:
        """Give awards instead of a result, of a value and for a reason that nobody else has."""
        if self.event.method.for_teams or not self.event.method.supports_averages:
            return
        play.refresh_from_db()
        awards = dict.fromkeys(self.event.game.lines, given_marker(play))
        give_awards(
            play.pk,
            awards,
            replaces=play.revision,
            reason=f"awardreason{play.pk}",
            actor=self.director,
            key=self.key(),
        )

    def steps(self, rounds: int = 9) -> Iterator[str]:
        """Play the evening; at each `yield` the adversary may do what they like.

        The boards of a round are played at other tables first, and last where the adversary sits.
        """
        yield "boards dealt"
        start_session(self.session.pk, self.director)
        self.once_begun()
        for number in range(1, min(rounds, self.plan.rounds) + 1):
            self._begin(number)
            yield f"round {number} begun"
            yield from self._play(number)
            for round_ in Round.objects.filter(
                section__session=self.session, number=number, ended_at=None
            ):
                end_round(round_.pk, self.director)
            catch_up()
        if rounds >= self.plan.rounds:
            yield "last round over"
            finish_session(self.session.pk, self.director)
            catch_up()
            yield "session over"

    def _begin(self, number: int) -> None:
        """Draw and begin a round, where nothing else has begun it."""
        if not Round.objects.filter(section__session=self.session, number=number).exists():
            draw_round(self.session.pk, self.director)
        for round_ in Round.objects.filter(
            section__session=self.session, number=number, started_at=None
        ):
            begin_round(round_.pk, self.director)

    def _play(self, number: int) -> Iterator[str]:
        plays = self.plays(seating__round__number=number)
        elsewhere = [play for play in plays if not self._is_watched(play)]
        watched_plays = [play for play in plays if self._is_watched(play)]
        for play in elsewhere[:-1]:
            self.enter(play)
        self._wait(elsewhere[-1])
        self.object_to(elsewhere[:-1] or elsewhere)
        catch_up()
        yield f"round {number} played elsewhere"
        for play in [*watched_plays, elsewhere[-1]]:
            self.enter(play)
        self.give_awards(elsewhere[0])
        catch_up()
        yield f"round {number} played"

    def _wait(self, play: Play) -> None:
        """Leave one result entered by one side only, or as a draft, until the round ends."""
        (line, phone), *_others = self.lines(play)
        if self.event.game.has_legs:
            phone.save_draft(play, line, self.outcome(play))
        else:
            phone.enter(play, line, self.outcome(play))

    def _is_watched(self, play: Play) -> bool:
        return any(
            seat_holder.contestant_id == self.watched for seat_holder in play.seating.places.all()
        )


def given_marker(play: Play) -> str:
    """Return an award that no other play is given."""
    return f"{100 + play.pk % 90}/97"


def _form_value(value: object) -> str:
    """Return a value of an outcome as a form sends it."""
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )


def _session(plan: Plan) -> tuple[Session, Actor]:
    """Create the event of a plan and deal its session."""
    club, director = club_with_director()
    event = EventPlan(
        "Campionat",
        plan.game,
        method_key=plan.method,
        movement_key=plan.movement,
        movement_options=dict(plan.options),
        results_shown=plan.results_shown,
        players_each=plan.players_each,
    )
    stage = create_event(club, event, _names(plan), director)
    session = create_session(stage, plan.rounds * stage.halves, plan.boards, director, seed=SEED)
    if plan.two_sections:
        half = plan.contestants // 2
        create_venue_staff(club, VENUE)
        numbers = tuple(range(1, half + 1)), tuple(range(half + 1, plan.contestants + 1))
        first_section, second_section = (
            SectionPlan("A", plan.movement, {}, plan.rounds, numbers[0]),
            SectionPlan("Vic", plan.movement, {}, plan.rounds, numbers[1], venue=VENUE),
        )
        divide_session(session, Division((first_section, second_section)), director)
    deal_session(session.pk, "sort i encert", director)
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    if plan.tables_make_up:
        set_preparation_mode(session, True, director)
    return session, director


def _names(plan: Plan) -> tuple[str, ...]:
    if plan.players_each == 4:
        return team_texts(plan.contestants)
    if plan.players_each == 1:
        return tuple(f"Anna Puig {number}" for number in range(1, plan.contestants + 1))
    return tuple(pairs(plan.contestants))
