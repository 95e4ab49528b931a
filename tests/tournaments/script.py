"""What is said in an evening: entries, contradictions, repetitions and a director's decisions."""

import random
from collections import defaultdict
from dataclasses import dataclass

from tests.evening import at, outcome
from tests.tournaments.rules import standings
from tournaments.actions.actor import Actor
from tournaments.actions.plays import decide_play, post_entry
from tournaments.actions.receipts import Conflict
from tournaments.models import Entry, Play, Session

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


def expected(session: Session, deeds: list[Deed]) -> list[tuple[object, ...]]:
    """The standings that the rules give for these deeds."""
    said = defaultdict(dict)
    for deed in deeds:
        said[deed.play][deed.key] = (deed.kind, deed.side, deed.said)
    plays = Play.objects.filter(board__session=session).select_related("board__session__stage__event")
    return standings(
        [
            (play.board.number, play.board.conditions.dealer, _who(play), list(said[play.pk].values()))
            for play in plays.prefetch_related("seating__places__contestant")
        ]
    )


def _who(play: Play) -> dict[str, str]:
    return {
        LINES[place.seat]: place.contestant.name for place in play.seating.places.all() if place.seat in LINES
    }
