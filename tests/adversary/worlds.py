"""The same session with other secrets: a response that differs there reveals them.

Each world changes what is hidden from the person and nothing else. The caller rolls it back.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

from games.deals import BoardSetup
from games.fields import parse_outcome
from games.game import Game
from tests.adversary.evening import SEED, Outcome
from tests.adversary.truth import Truth
from tournaments.models import Entry, Play, ResultScale, Table
from tournaments.queries.results.play_state import set_derived_columns
from tournaments.scoring_pipeline.scale_updates import derive_scales

_REAL_DEAL = Game.deal
# Number of other seeds that are searched for one that contradicts a result which the real seed
# allows.
_SEEDS = 50


@dataclass
class Derived:
    """Numbers of boards whose cards were derived."""

    numbers: set[int]


@contextmanager
def deals_noted() -> Iterator[Derived]:
    """Record every board that is dealt from the session's seed."""
    derived, dealing = Derived(set()), Game.deal

    def noting(self: Game, seed: str, salt: str, number: int) -> BoardSetup:
        if seed == SEED:
            derived.numbers.add(number)
        return dealing(self, seed, salt, number)

    with patch.object(Game, "deal", noting):
        yield derived


@contextmanager
def other_hands(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Deal hidden boards from another seed, one that judges a sent result differently."""
    seeds = {number: _other_seed(truth, number, form_data) for number in truth.hands}

    def dealing(self: Game, seed: str, salt: str, number: int) -> BoardSetup:
        return _REAL_DEAL(self, seeds.get(number, seed) if seed == SEED else seed, salt, number)

    with patch.object(Game, "deal", dealing):
        yield


@contextmanager
def other_results(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Give hidden plays other results, and their boards other scales."""
    plays = [play for play in truth.results if not (play.entry and play.entry.given)]
    for play in plays:
        outcome = other_outcome(truth, play)
        play.entries.exclude(outcome={}).update(outcome=outcome)
        _settle(play, truth)
    _count(plays)
    yield


@contextmanager
def other_awards(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Give other awards on hidden plays, for another reason."""
    plays = [play for play in truth.results if play.entry and play.entry.given]
    for play in plays:
        awards = dict.fromkeys(truth.evening.event.game.lines, "131/97")
        play.entries.filter(kind=Entry.Kind.AWARDS).update(given=awards, reason="another reason")
        _settle(play, truth)
    _count(plays)
    yield


@contextmanager
def other_drafts(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Replace the drafts of others."""
    for draft in truth.drafts:
        draft.fields = {name: "0" if text != "0" else "1" for name, text in draft.fields.items()}
        draft.save()
    yield


@contextmanager
def other_objections(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Replace the texts and answers of others' objections."""
    for objection in truth.objections:
        objection.words, objection.answer = "other words", objection.answer and "another answer"
        objection.save()
    yield


@contextmanager
def other_codes(truth: Truth, form_data: Mapping[str, str]) -> Iterator[None]:
    """Revoke the codes that the person must not know."""
    for table in {table.pk: table for table in truth.codes.values()}.values():
        Table.objects.filter(pk=table.pk).update(code_counter=table.code_counter + 1)
    yield


World = Callable[[Truth, Mapping[str, str]], "contextmanager[None]"]

# For each kind of secret, the world in which it is different.
WORLDS: Mapping[str, World] = {
    "result": other_results,
    "award": other_awards,
    "hand": other_hands,
    "draft": other_drafts,
    "objection": other_objections,
    "code": other_codes,
}


def other_outcome(truth: Truth, play: Play) -> Mapping[str, object]:
    """Return a result that differs from that of the play."""
    points = (play.entry.outcome if play.entry else {}).get("ns_points")
    evening = truth.evening
    rng, evening.rng = evening.rng, random.Random(play.pk)
    try:
        botifarra_points = (
            points if isinstance(points, int) and evening.event.game.key == "botifarra" else None
        )
        typed = evening.some_outcome(
            play, points=None if botifarra_points is None else (botifarra_points + 37) % 73
        )
    finally:
        evening.rng = rng
    return parse_outcome(evening.event.game.fields, typed)[0]


def _settle(play: Play, truth: Truth) -> None:
    counted = play.counted_line_points is not None and play.counted_line_points == play.line_points
    set_derived_columns(play, list(play.entries.order_by("revision")), truth.evening.event.game)
    play.counted_line_points = play.line_points if counted else play.counted_line_points
    play.save(
        update_fields=[
            "state",
            "entry",
            "flagged",
            "line_points",
            "line_scores",
            "counted_line_points",
        ]
    )


def _count(plays: list[Play]) -> None:
    """Make the scales of some boards again from what their plays have now."""
    for board in {play.board_id: play.board for play in plays}.values():
        ResultScale.objects.filter(board=board).delete()
        ResultScale.objects.bulk_create(derive_scales(board))


def _other_seed(truth: Truth, number: int, form_data: Outcome) -> str:
    """Return a seed under which a sent result is judged differently, or any other seed."""
    game, session = truth.evening.event.game, truth.evening.session
    outcome, problems = parse_outcome(game.fields, form_data)
    if not game.problems_depend_on_deal or not form_data or problems:
        return "0" * 64

    def judged(seed: str) -> set[tuple[str, str | None]]:
        dealt = _REAL_DEAL(game, seed, session.salt or "", number)
        return {(problem.code, problem.field) for problem in game.problems(outcome, dealt)}

    real = judged(SEED)
    seeds = (f"{number:064x}" for number in range(_SEEDS))
    return next((seed for seed in seeds if judged(seed) != real), "0" * 64)
