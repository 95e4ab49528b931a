"""What is said in an evening: entries, contradictions, repetitions and a director's decisions."""

import random
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tests.evening import at, outcome
from tests.tournaments.rules import standings
from tournaments.actions.actor import Actor
from tournaments.actions.penalties import give_penalty
from tournaments.actions.plays import decide_play, post_entry
from tournaments.actions.receipts import Conflict
from tournaments.models import Contestant, Entry, Play, Session, Stage

LINES = {"N": "ns", "E": "ew"}


@dataclass(frozen=True)
class Deed:
    """Something said about a play; the same key twice is the same thing said twice."""

    play: int
    kind: str
    side: str
    said: dict[str, object]
    key: str


def deeds_of(plays: list[Play], rng: random.Random) -> list[Deed]:
    """Deeds on every play, in no particular order; at most one decision each."""
    deeds = [deed for play in plays for deed in _on(play.pk, rng)]
    return deeds + [deed for deed in deeds if deed.kind == "table" and rng.random() < 0.2]


def _on(play: int, rng: random.Random) -> list[Deed]:
    truth = _outcome(rng)
    sides = rng.choices(["ns ew", "ns", "ew", "", "differ", "ns ns"], [60, 8, 7, 5, 12, 8])[0]
    said = (
        [(side, truth) for side in sides.split()]
        if sides != "differ"
        else [("ns", truth), ("ew", _outcome(rng))]
    )
    deeds = [Deed(play, "table", side, what, f"{play}-{number}") for number, (side, what) in enumerate(said)]
    if rng.random() < 0.15:
        kind = rng.choice(["correction", "correction", "ruling", "void"])
        deeds.append(Deed(play, kind, "", {} if kind == "void" else _outcome(rng), f"{play}-decision"))
    return deeds


def _outcome(rng: random.Random) -> dict[str, object]:
    said = outcome(rng) | {"renunci": ""}
    return said if rng.random() > 0.05 else said | {"renunci": rng.choice(["ns", "ew"]), "ns_points": ""}


@dataclass(frozen=True)
class Taken:
    """A penalty; the same key twice is the same penalty."""

    contestant: Contestant
    amount: str
    key: str


def penalties_of(contestants: Iterable[Contestant], rng: random.Random) -> list[Taken]:
    """Penalties and bonuses for one contestant in five, some of them twice, in no particular order."""
    chosen = [contestant for contestant in contestants if rng.random() < 0.2]
    taken = [Taken(each, rng.choice(["0.1", "1/3", "-0.25"]), f"penalty-{each.pk}") for each in chosen]
    return taken + taken[::2]


def take(taken: Taken, stage: Stage, director: Actor) -> None:
    """Give a penalty through the real action."""
    give_penalty(taken.contestant, stage, taken.amount, "came late", director, taken.key)


def do(deed: Deed, director: Actor) -> None:
    """Do a deed through the real action; a director who is overtaken looks again and decides again."""
    play = Play.objects.select_related("seating__table").get(pk=deed.play)
    if deed.kind == "table":
        post_entry(play.pk, deed.said, at(play, deed.side), deed.key)
        return
    what = {"reason": "heard both", "actor": director, "key": deed.key}
    try:
        decide_play(play.pk, Entry.Kind(deed.kind), deed.said, replaces=play.revision, **what)
    except Conflict:
        do(deed, director)


def expected(session: Session, deeds: list[Deed], taken: Iterable[Taken] = ()) -> list[tuple[object, ...]]:
    """The standings that the rules give for these deeds and penalties."""
    said = defaultdict(dict)
    for deed in deeds:
        said[deed.play][deed.key] = (deed.kind, deed.side, deed.said)
    plays = Play.objects.filter(board__session=session).select_related("board__session__stage__event")
    return standings(
        [
            (play.board.number, play.board.conditions.dealer, _who(play), list(said[play.pk].values()))
            for play in plays.prefetch_related("seating__places__contestant")
        ],
        [(each.contestant.name, Fraction(each.amount)) for each in set(taken)],
    )


def _who(play: Play) -> dict[str, str]:
    return {
        LINES[place.seat]: place.contestant.name for place in play.seating.places.all() if place.seat in LINES
    }
