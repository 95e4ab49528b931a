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
    entries = [entry for play in plays for entry in _random_entries_of_play(play.pk, rng)]
    return entries + [entry for entry in entries if entry.kind == "table" and rng.random() < 0.2]


def late_decisions(entries: list[ScriptedEntry], rng: random.Random) -> list[ScriptedEntry]:
    """Return corrections of a few of these plays, long after they were played."""
    plays = sorted({entry.play for entry in entries if rng.random() < 0.05})
    return [
        ScriptedEntry(play, "correction", "", _random_outcome(rng), f"{play}-late")
        for play in plays
    ]


def _random_entries_of_play(play_id: int, rng: random.Random) -> list[ScriptedEntry]:
    truth = _random_outcome(rng)
    sides = rng.choices(["ns ew", "ns", "ew", "", "differ", "ns ns"], [60, 8, 7, 5, 12, 8])[0]
    entries = (
        [(side, truth) for side in sides.split()]
        if sides != "differ"
        else [("ns", truth), ("ew", _random_outcome(rng))]
    )
    scripted = [
        ScriptedEntry(play_id, "table", side, fields, f"{play_id}-{number}")
        for number, (side, fields) in enumerate(entries)
    ]
    if rng.random() < 0.15:
        kind = rng.choice(["correction", "correction", "ruling", "void"])
        scripted.append(
            ScriptedEntry(
                play_id,
                kind,
                "",
                {} if kind == "void" else _random_outcome(rng),
                f"{play_id}-decision",
            )
        )
    return scripted


def _random_outcome(rng: random.Random) -> dict[str, object]:
    fields = outcome(rng) | {"renunci": ""}
    return (
        fields
        if rng.random() > 0.05
        else fields | {"renunci": rng.choice(["ns", "ew"]), "ns_points": ""}
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
    penalties = [
        ScriptedPenalty(contestant, rng.choice(["0.1", "1/3", "-0.25"]), f"penalty-{contestant.pk}")
        for contestant in chosen
    ]
    return penalties + penalties[::2]


def give_scripted_penalty(penalty: ScriptedPenalty, stage: Stage, director: Actor) -> None:
    """Give a penalty through the real action."""
    give_penalty(penalty.contestant, stage, penalty.amount, "came late", director, penalty.key)


def perform(entry: ScriptedEntry, director: Actor) -> None:
    """Send an entry or decision through the real action; repeat a decision after a conflict."""
    play = Play.objects.select_related("seating__table").get(pk=entry.play)
    if entry.kind == "table":
        submit_entry(play.pk, entry.said, at(play, entry.side), entry.key)
        return
    options = {"reason": "heard both", "actor": director, "key": entry.key}
    try:
        decide_play(play.pk, Entry.Kind(entry.kind), entry.said, replaces=play.revision, **options)
    except Conflict:
        perform(entry, director)


def expected_standings(
    session: Session, scripted: list[ScriptedEntry], penalties: Iterable[ScriptedPenalty] = ()
) -> list[tuple[object, ...]]:
    """Return the standings of a session according to the reference scoring."""
    return expected_standings_of_plays(
        Play.objects.filter(board__session=session), scripted, penalties
    )


def expected_standings_of_plays(
    plays: QuerySet[Play],
    scripted: Iterable[ScriptedEntry],
    penalties: Iterable[ScriptedPenalty] = (),
    carry_over: CarryOver | None = None,
) -> list[tuple[object, ...]]:
    """Return the standings of the contestants at these plays, each board compared by itself."""
    entries_by_play = defaultdict(dict)
    for act in scripted:
        entries_by_play[act.play][act.key] = (act.kind, act.side, act.said)
    plays = plays.select_related("board__session__stage__event")
    return standings(
        [
            (
                play.board_id,
                play.board.conditions.dealer,
                _contestant_names(play),
                list(entries_by_play[play.pk].values()),
            )
            for play in plays.prefetch_related("seating__places__contestant")
        ],
        [(penalty.contestant.name, Fraction(penalty.amount)) for penalty in set(penalties)],
        carry_over,
    )


def _contestant_names(play: Play) -> dict[str, str]:
    return {
        LINE_OF_SEAT[seat_holder.seat]: seat_holder.contestant.name
        for seat_holder in play.seating.places.all()
        if seat_holder.seat in LINE_OF_SEAT
    }
