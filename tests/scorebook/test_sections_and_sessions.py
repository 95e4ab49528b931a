"""Random events of several sections and sessions: their standings are those the plain rules give."""

import random

import pytest

from tests.scenes import evening
from tests.scenes.latest_standings import latest_standings
from tests.scenes.script import Act, Taken, acts_of, do, expected_of, penalties_of, take
from tournaments import scorebook
from tournaments.actions.actor import Actor
from tournaments.actions.contestants.attendance import miss_session
from tournaments.actions.contestants.leaving_and_joining import leave_event
from tournaments.actions.events.next_session import plan_session
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.end import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Place, Play, Round, Session, Stage
from tournaments.movements.advice.shares import room_name, shares
from tournaments.queries.visibility.quiet import hidden_numbers
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
SEEDS = [1, 2, 3, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(4, 20))]


def divided(rng: random.Random) -> tuple[Session, Actor]:
    """A session of two or three sections, in which everybody sits on both lines."""
    parts = rng.choice([2, 3])
    number = rng.randint(8, 11) * parts
    session, director = evening.created(number, "barometer", 3, 2)
    first, plans = 1, []
    for part, size in enumerate(shares(number, parts)):
        who = tuple(range(first, first + size))
        plans.append(SectionPlan(room_name(part), "barometer", {"rotation": "round_robin"}, 3, who))
        first += size
    divide_session(session, Division(tuple(plans), apart=rng.random() < 0.5), director)
    return session, director


def played(session: Session, director: Actor, rng: random.Random) -> list[Act]:
    """A session played to its end, its sections each at its own pace; sometimes somebody leaves."""
    deal_session(session.pk, "", director)
    start_session(session.pk, director)
    acts: list[Act] = []
    while rounds := list(_being_played(session)):
        round_ = rng.choice(rounds)
        if rng.random() < 0.1:
            present = session.stage.event.contestants.filter(withdrawn_at=None, places__seating__round=round_)
            leave_event(session.stage.event, rng.choice(present.order_by("pk")).pk, director)
        plays = Play.objects.filter(seating__round=round_).exclude(state=Play.State.VOID)
        todo = acts_of(list(plays.order_by("pk")), rng)
        rng.shuffle(todo)
        for act in todo:
            do(act, director)
        acts += todo
        end_round(round_.pk, director)
        assert _still_to_play(session) <= hidden_numbers(session)
    finish_session(session.pk, director)
    return acts


def _being_played(session: Session) -> list[Round]:
    rounds = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    return list(rounds.order_by("section__number"))


def _still_to_play(session: Session) -> set[int]:
    """Boards that some section has yet to play."""
    to_come = Play.objects.filter(board__session=session, seating__round__ended_at=None)
    return set(to_come.exclude(state=Play.State.VOID).values_list("board__number", flat=True))


def shown(stage: Stage) -> dict[int, list[tuple[object, ...]]]:
    """The standings that pages show, by section; 0 is that of all."""
    rankings = latest_standings(stage).rankings
    assert {ranking.line for ranking in rankings} == {"all"}
    return {
        ranking.section: [(row.rank, row.contestant, str(row.total), row.boards) for row in ranking.rows]
        for ranking in rankings
    }


def by_the_rules(stage: Stage, acts: list[Act], taken: list[Taken]) -> dict[int, list[tuple[object, ...]]]:
    plays = Play.objects.filter(board__session__stage=stage)
    if not stage.sections_apart:
        return {0: expected_of(plays, acts, taken)}
    numbers = set(plays.values_list("seating__round__section__number", flat=True))
    found = {}
    for number in numbers:
        within = plays.filter(seating__round__section__number=number)
        here = set(Place.objects.filter(seating__plays__in=within).values_list("contestant", flat=True))
        found[number] = expected_of(within, acts, [each for each in taken if each.contestant.pk in here])
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_standings_are_those_of_the_plain_rules(seed: int) -> None:
    rng = random.Random(seed)
    session, director = divided(rng)
    event, stage = session.stage.event, session.stage
    acts = played(session, director, rng)
    for _evening in range(rng.choice([1, 2])):
        session = plan_session(event, director)
        for contestant in event.contestants.filter(withdrawn_at=None).order_by("pk"):
            if rng.random() < 0.1:
                miss_session(event, contestant.pk, director)
        acts += played(session, director, rng)
    taken = penalties_of(event.contestants.exclude(places=None).distinct().order_by("pk"), rng)
    for each in taken:
        take(each, stage, director)
    catch_up()
    stage.refresh_from_db()
    assert shown(stage) == by_the_rules(stage, acts, taken)
    assert scorebook.recount(event) == []
