"""Random sessions in sections: at venues with their own directors, or offline."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from tests.scenes.arrivals_and_departures import withdraw_during_session
from tests.scenes.divided_session import create_venue_staff
from tests.scenes.evening import created
from tests.scenes.offline_section import exported_section, import_and_start
from tests.scenes.scripted_entries import ScriptedEntry, perform, random_entries
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
class OfflineSection:
    """A section that is played on another installation, with the session and director there."""

    section: str
    session: Session
    director: Actor


def create_divided_session(rng: random.Random) -> tuple[Session, dict[str, Actor]]:
    """Create a session of two or three sections at venues, with everybody on both lines.

    Returns the session and the directors by venue; the key "" is the director of the club.
    """
    parts = rng.choice([2, 3])
    number = rng.randint(8, 11) * parts
    session, director = created(number, movement="barometer", round_count=3, boards_per_round=2)
    directors = {
        venue: create_venue_staff(session.stage.event.club, venue) for venue in VENUES if venue
    }
    first, plans = 1, []
    for part, size in enumerate(section_sizes(number, parts)):
        numbers, venue = tuple(range(first, first + size)), rng.choice(VENUES)
        plan = SectionPlan(
            section_letters(part), "barometer", {"rotation": "round_robin"}, 3, numbers, venue
        )
        plans.append(plan)
        first += size
    divide_session(
        session, Division(tuple(plans), ranks_sections_separately=rng.random() < 0.5), director
    )
    return session, directors | {"": director}


def play_to_the_end(
    session: Session, directors: dict[str, Actor], rng: random.Random
) -> list[ScriptedEntry]:
    """Deal and play a session, each section at its own pace, one of them perhaps offline."""
    deal_session(session.pk, "", directors[""])
    start_session(session.pk, directors[""])
    offline = _start_offline(session, directors[""], rng) if rng.random() < 0.5 else None
    entries: list[ScriptedEntry] = []
    while rounds := list(_running_rounds(session)):
        round_ = rng.choice(rounds)
        if offline and round_.section.name == offline.section:
            entries += _play_round_offline(round_, offline, directors[""], rng)
        else:
            entries += _play_round_here(round_, directors, rng)
        assert _due_board_numbers(session) <= hidden_board_numbers(session)
    finish_session(session.pk, directors[""])
    return entries


def _start_offline(session: Session, director: Actor, rng: random.Random) -> OfflineSection:
    name = rng.choice(sorted(session.sections.values_list("name", flat=True)))
    return OfflineSection(
        name, *import_and_start(exported_section(session, director, name), f"Bar {session.number}")
    )


def _play_round_here(
    round_: Round, directors: dict[str, Actor], rng: random.Random
) -> list[ScriptedEntry]:
    """Play a round with the director of its venue; sometimes a contestant leaves."""
    event = round_.section.session.stage.event
    if rng.random() < 0.1:
        present = event.contestants.filter(withdrawn_at=None, places__seating__round=round_)
        withdraw_during_session(event, rng.choice(present.order_by("pk")).pk, directors[""])
    venue = round_.section.venue
    return _perform_actions_in(round_, directors[venue.name if venue else ""], rng)


def _play_round_offline(
    round_: Round, offline: OfflineSection, director: Actor, rng: random.Random
) -> list[ScriptedEntry]:
    """Play a round offline and upload it once or twice; return the entries.

    The entries have the ids of the plays here.
    """
    remote_round = Round.objects.get(section__session=offline.session, number=round_.number)
    entries = _perform_actions_in(remote_round, offline.director, rng)
    for _attempt in range(rng.choice([1, 2])):
        file = build_result_upload(offline.session.stage.event)
        receive_result_upload(
            round_.section.session.stage.event, file, director, f"delivery {next(_keys)}"
        )
    local_play_ids = dict(zip(_play_ids(remote_round), _play_ids(round_), strict=True))
    return [replace(act, play=local_play_ids[act.play]) for act in entries]


def _play_ids(round_: Round) -> list[int]:
    plays = Play.objects.filter(seating__round=round_)
    return list(
        plays.order_by("seating__table__number", "board__number").values_list("pk", flat=True)
    )


def _perform_actions_in(round_: Round, director: Actor, rng: random.Random) -> list[ScriptedEntry]:
    plays = Play.objects.filter(seating__round=round_).exclude(state=Play.State.VOID)
    entries = random_entries(list(plays.order_by("pk")), rng)
    rng.shuffle(entries)
    for entry in entries:
        perform(entry, director)
    end_round(round_.pk, director)
    return entries


def _running_rounds(session: Session) -> Iterable[Round]:
    rounds = Round.objects.filter(section__session=session, ended_at=None).exclude(started_at=None)
    return rounds.select_related("section__venue").order_by("section__number")


def _due_board_numbers(session: Session) -> set[int]:
    """Return the numbers of boards that some section still has to play."""
    upcoming_plays = Play.objects.filter(board__session=session, seating__round__ended_at=None)
    return set(
        upcoming_plays.exclude(state=Play.State.VOID).values_list("board__number", flat=True)
    )
