"""Random evenings in sections: at places with directors of their own, or on a laptop elsewhere."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from tests.scenes.divided import staff_at
from tests.scenes.evening import created
from tests.scenes.late_and_leaving import withdraw_during_session
from tests.scenes.script import UndoStep, acts_of, do
from tests.scenes.travelled import opened, sent
from tournaments.actions.offline.result_upload import build_result_upload, receive_result_upload
from tournaments.actions.rounds.division import Division, SectionPlan, divide_session
from tournaments.actions.rounds.end_round import end_round
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Play, Round, Session
from tournaments.movements.advice.section_sizes import section_letters, section_sizes
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.results_shown import hidden_board_numbers

VENUES = ("", "Bar Nou", "Biblioteca")

_keys = count(1)


@dataclass(frozen=True)
class Away:
    """A section that is played on a laptop elsewhere: its name, and the session and director
    there."""

    section: str
    session: Session
    director: Actor


def divided(rng: random.Random) -> tuple[Session, dict[str, Actor]]:
    """A session of two or three sections at places of their own, in which everybody sits on both
    lines.

    Told with who directs at each place.
    """
    parts = rng.choice([2, 3])
    number = rng.randint(8, 11) * parts
    session, director = created(number, "barometer", 3, 2)
    directors = {venue: staff_at(session.stage.event.club, venue) for venue in VENUES if venue}
    first, plans = 1, []
    for part, size in enumerate(section_sizes(number, parts)):
        who, venue = tuple(range(first, first + size)), rng.choice(VENUES)
        plan = SectionPlan(
            section_letters(part), "barometer", {"rotation": "round_robin"}, 3, who, venue
        )
        plans.append(plan)
        first += size
    divide_session(
        session, Division(tuple(plans), ranks_sections_separately=rng.random() < 0.5), director
    )
    return session, directors | {"": director}


def played(session: Session, directors: dict[str, Actor], rng: random.Random) -> list[UndoStep]:
    """A session played to its end, its sections each at its own pace; one of them perhaps as a
    file."""
    deal_session(session.pk, "", directors[""])
    start_session(session.pk, directors[""])
    away = _sent_away(session, directors[""], rng) if rng.random() < 0.5 else None
    acts: list[UndoStep] = []
    while rounds := list(_being_played(session)):
        round_ = rng.choice(rounds)
        if away and round_.section.name == away.section:
            acts += _played_away(round_, away, directors[""], rng)
        else:
            acts += _played_here(round_, directors, rng)
        assert _still_to_play(session) <= hidden_board_numbers(session)
    finish_session(session.pk, directors[""])
    return acts


def _sent_away(session: Session, director: Actor, rng: random.Random) -> Away:
    name = rng.choice(sorted(session.sections.values_list("name", flat=True)))
    return Away(name, *opened(sent(session, director, name), f"Bar {session.number}"))


def _played_here(round_: Round, directors: dict[str, Actor], rng: random.Random) -> list[UndoStep]:
    """A round run by the director of its place; sometimes somebody leaves."""
    event = round_.section.session.stage.event
    if rng.random() < 0.1:
        present = event.contestants.filter(withdrawn_at=None, places__seating__round=round_)
        withdraw_during_session(event, rng.choice(present.order_by("pk")).pk, directors[""])
    venue = round_.section.venue
    return _done_in(round_, directors[venue.name if venue else ""], rng)


def _played_away(round_: Round, away: Away, director: Actor, rng: random.Random) -> list[UndoStep]:
    """A round on the laptop, delivered once or twice; its acts are told of the plays at home."""
    there = Round.objects.get(section__session=away.session, number=round_.number)
    acts = _done_in(there, away.director, rng)
    for _time in range(rng.choice([1, 2])):
        file = build_result_upload(away.session.stage.event)
        receive_result_upload(
            round_.section.session.stage.event, file, director, f"delivery {next(_keys)}"
        )
    at_home = dict(zip(_plays_of(there), _plays_of(round_), strict=True))
    return [replace(act, play=at_home[act.play]) for act in acts]


def _plays_of(round_: Round) -> list[int]:
    plays = Play.objects.filter(seating__round=round_)
    return list(
        plays.order_by("seating__table__number", "board__number").values_list("pk", flat=True)
    )


def _done_in(round_: Round, director: Actor, rng: random.Random) -> list[UndoStep]:
    plays = Play.objects.filter(seating__round=round_).exclude(state=Play.State.VOID)
    acts = acts_of(list(plays.order_by("pk")), rng)
    rng.shuffle(acts)
    for act in acts:
        do(act, director)
    end_round(round_.pk, director)
    return acts


def _being_played(session: Session) -> Iterable[Round]:
    rounds = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    return rounds.select_related("section__venue").order_by("section__number")


def _still_to_play(session: Session) -> set[int]:
    """Boards that some section has yet to play."""
    to_come = Play.objects.filter(board__session=session, seating__round__ended_at=None)
    return set(to_come.exclude(state=Play.State.VOID).values_list("board__number", flat=True))
