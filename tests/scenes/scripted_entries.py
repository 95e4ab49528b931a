"""Random entries, contradictions, repeated requests, decisions and penalties."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from tests.scenes.evening import at, outcome
from tests.scenes.reference_scoring import standings
from tournaments.actions.idempotency import Conflict
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.results.entries import submit_entry
from tournaments.models import Contestant, Entry, Play, Session, Stage
from tournaments.permissions.actor import Actor

LINE_OF_SEAT = {"N": "ns", "E": "ew"}


# What contestants have from an earlier stage, by name: a part of their total and of their boards.
CarryOver = Mapping[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class ScriptedEntry:
    """An entry or decision on a play; two with the same key are one request sent twice."""

    play: int
    kind: str
    side: str
    said: dict[str, object]
    key: str


def random_entries(plays: list[Play], rng: random.Random) -> list[ScriptedEntry]:
    """Return entries on every play, in no particular order, with at most one decision each."""
    acts = [act for play in plays for act in _random_entries_of_play(play.pk, rng)]
    return acts + [act for act in acts if act.kind == "table" and rng.random() < 0.2]


def late_decisions(acts: list[ScriptedEntry], rng: random.Random) -> list[ScriptedEntry]:
    """Return corrections of a few of these plays, long after they were played."""
    plays = sorted({act.play for act in acts if rng.random() < 0.05})
    return [
        ScriptedEntry(play, "correction", "", _random_outcome(rng), f"{play}-late")
        for play in plays
    ]


def _random_entries_of_play(play: int, rng: random.Random) -> list[ScriptedEntry]:
    truth = _random_outcome(rng)
    sides = rng.choices(["ns ew", "ns", "ew", "", "differ", "ns ns"], [60, 8, 7, 5, 12, 8])[0]
    said = (
        [(side, truth) for side in sides.split()]
        if sides != "differ"
        else [("ns", truth), ("ew", _random_outcome(rng))]
    )
    acts = [
        ScriptedEntry(play, "table", side, what, f"{play}-{number}")
        for number, (side, what) in enumerate(said)
    ]
    if rng.random() < 0.15:
        kind = rng.choice(["correction", "correction", "ruling", "void"])
        acts.append(
            ScriptedEntry(
                play, kind, "", {} if kind == "void" else _random_outcome(rng), f"{play}-decision"
            )
        )
    return acts


def _random_outcome(rng: random.Random) -> dict[str, object]:
    said = outcome(rng) | {"renunci": ""}
    return (
        said
        if rng.random() > 0.05
        else said | {"renunci": rng.choice(["ns", "ew"]), "ns_points": ""}
    )


@dataclass(frozen=True)
class ScriptedPenalty:
    """A penalty; two with the same key are one request sent twice."""

    contestant: Contestant
    amount: str
    key: str


def random_penalties(
    contestants: Iterable[Contestant], rng: random.Random
) -> list[ScriptedPenalty]:
    """Return penalties and bonuses for about one contestant in five, some of them twice."""
    chosen = [contestant for contestant in contestants if rng.random() < 0.2]
    taken = [
        ScriptedPenalty(contestant, rng.choice(["0.1", "1/3", "-0.25"]), f"penalty-{contestant.pk}")
        for contestant in chosen
    ]
    return taken + taken[::2]


def give_scripted_penalty(taken: ScriptedPenalty, stage: Stage, director: Actor) -> None:
    """Give a penalty through the real action."""
    give_penalty(taken.contestant, stage, taken.amount, "came late", director, taken.key)


def perform(act: ScriptedEntry, director: Actor) -> None:
    """Send an entry or decision through the real action; repeat a decision after a conflict."""
    play = Play.objects.select_related("seating__table").get(pk=act.play)
    if act.kind == "table":
        submit_entry(play.pk, act.said, at(play, act.side), act.key)
        return
    what = {"reason": "heard both", "actor": director, "key": act.key}
    try:
        decide_play(play.pk, Entry.Kind(act.kind), act.said, replaces=play.revision, **what)
    except Conflict:
        perform(act, director)


def expected_standings(
    session: Session, acts: list[ScriptedEntry], taken: Iterable[ScriptedPenalty] = ()
) -> list[tuple[object, ...]]:
    """Return the standings of a session according to the reference scoring."""
    return expected_standings_of_plays(Play.objects.filter(board__session=session), acts, taken)


def expected_standings_of_plays(
    plays: QuerySet[Play],
    acts: Iterable[ScriptedEntry],
    taken: Iterable[ScriptedPenalty] = (),
    brought: CarryOver | None = None,
) -> list[tuple[object, ...]]:
    """Return the standings of the contestants at these plays, each board compared by itself."""
    said = defaultdict(dict)
    for act in acts:
        said[act.play][act.key] = (act.kind, act.side, act.said)
    plays = plays.select_related("board__session__stage__event")
    return standings(
        [
            (
                play.board_id,
                play.board.conditions.dealer,
                _contestant_names(play),
                list(said[play.pk].values()),
            )
            for play in plays.prefetch_related("seating__places__contestant")
        ],
        [(penalty.contestant.name, Fraction(penalty.amount)) for penalty in set(taken)],
        brought,
    )


def _contestant_names(play: Play) -> dict[str, str]:
    return {
        LINE_OF_SEAT[place.seat]: place.contestant.name
        for place in play.seating.places.all()
        if place.seat in LINE_OF_SEAT
    }
