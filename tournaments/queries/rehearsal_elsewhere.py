"""What of a rehearsal is not as it was made, and no story asks for that."""

from collections.abc import Set as AbstractSet

from tournaments.models import Play
from tournaments.queries.rehearsal_facts import RehearsalFacts, where_played, where_seated

Where = tuple[int, int]
"""A table and a round, by their numbers."""

NO_TABLE: Where = (0, 0)
"""Where what has changed is at no table: a penalty, a contestant, a round left out."""

_GOES_ON = {"round": {"started_at", "ended_at"}, "entry": {"late"}}
"""Columns that change as an evening goes on, by their model."""


def changed_elsewhere(facts: RehearsalFacts) -> set[Where]:
    """Where something was changed that none of the tasks tells of; empty where nothing was."""
    told = _told_of(facts)
    results = {
        where_played(play)
        for play in facts.plays
        if play.pk not in told and not _is_as_at_first(facts, play)
    }
    asked = _asked_for(facts)
    rows = {
        key
        for key, columns in facts.changed.items()
        if not columns.keys() <= asked.get(key, _usual(key))
    }
    return results | {_where(facts, key) for key in rows}


def _told_of(facts: RehearsalFacts) -> set[int]:
    """The plays whose results are the stories' own."""
    plays = (facts.at(1, 2)[0], facts.at(2, 1)[1], *facts.at(4, 1), facts.at(3, 2)[1])
    return {play.pk for play in plays}


def _is_as_at_first(facts: RehearsalFacts, play: Play) -> bool:
    """What was said then counts; where nothing was, it may have been played since, not called
    off."""
    said, entry = facts.said_at_first(play), play.entry
    if said is None:
        return play.state != Play.State.VOID and not (entry and entry.given)
    return play.state == Play.State.CONFIRMED and bool(entry and entry.outcome == said)


def _asked_for(facts: RehearsalFacts) -> dict[tuple[str, int], set[str]]:
    """The columns of rows that a story asks to change."""
    seats = {("place", place.pk): {"contestant_id", "player_id"} for place in facts.places_at(3, 1)}
    return {("play", facts.at(2, 1)[1].pk): {"board_id"}, **seats}


def _usual(key: tuple[str, int]) -> AbstractSet[str]:
    return _GOES_ON.get(key[0], set())


def _where(facts: RehearsalFacts, key: tuple[str, int]) -> Where:
    """Of a row that differs."""
    model, pk = key
    if model == "play":
        return next((where_played(each) for each in facts.plays if each.pk == pk), NO_TABLE)
    if model == "place":
        return next((where_seated(each) for each in facts.places if each.pk == pk), NO_TABLE)
    return NO_TABLE
