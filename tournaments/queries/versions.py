"""What was said about a board that waits, by version: the director decides for one where he
reads it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet

from games.text import Words
from tournaments.models import Entry, Place, Play
from tournaments.queries.notations import notation_of
from tournaments.queries.settlement import DECISIONS, not_withdrawn

Names = Mapping[tuple[int, str], str]
"""Who sits on a line of a seating, by the row of the seating and the line."""


class SaidBy(NamedTuple):
    """Who said something: the names of those who sit on a line, or a member's, of no line."""

    line: str
    names: str


@dataclass(frozen=True)
class Version:
    """One result in the game's words, and who said it; `entry` is the first that said it.

    `who` is empty where nobody knows which side of the table it was.
    """

    entry: int
    who: tuple[SaidBy, ...]
    words: Words


def is_version(entry: Entry) -> bool:
    """Whether a director can decide for what an entry says as it stands: a result that the cards
    allow."""
    said = entry.kind in (Entry.Kind.TABLE, Entry.Kind.CORRECTION)
    return said and bool(entry.outcome) and not entry.given and not entry.contradicted


def versions_of(play: Play, entries: Collection[Entry], names: Names) -> tuple[Version, ...]:
    """Each result that stands, the first said first; none where the cards contradict one of
    them."""
    told = sorted(_standing(entries), key=lambda entry: entry.revision)
    if not all(map(is_version, told)):
        return ()
    alike: dict[str, list[Entry]] = {}
    for entry in told:
        alike.setdefault(repr(sorted(entry.outcome.items())), []).append(entry)
    return tuple(_version(play, same, names) for same in alike.values())


def names_on_lines(plays: QuerySet[Play]) -> Names:
    """Who sits on the lines of the tables of some plays, in one query; contestants of a line
    side by side."""
    seatings = {play.seating_id: play for play in plays}
    places = Place.objects.filter(seating__in=seatings)
    found: dict[tuple[int, str], list[str]] = {}
    for seating, seat, name in places.order_by("pk").values_list(
        "seating_id", "seat", "contestant__name"
    ):
        lines = seatings[seating].board.session.stage.event.game.lines
        line = next(line for line, seats in lines.items() if seat in seats)
        found.setdefault((seating, line), []).append(name)
    return {where: " / ".join(dict.fromkeys(there)) for where, there in found.items()}


def _standing(entries: Collection[Entry]) -> list[Entry]:
    """All that nobody took back, but what a decision here has already settled."""
    standing = not_withdrawn(entries)
    decided = [each.revision for each in standing if each.kind in DECISIONS and not each.origin]
    return [each for each in standing if each.revision >= max(decided, default=0)]


def _version(play: Play, same: Collection[Entry], names: Names) -> Version:
    game = play.board.session.stage.event.game
    first, *_others = same
    who = dict.fromkeys(_who(play, entry, names) for entry in same)
    named = tuple(each for each in who if each.names)
    return Version(first.pk, named, notation_of(game, first.outcome, play.board.conditions))


def _who(play: Play, entry: Entry, names: Names) -> SaidBy:
    if entry.user:
        return SaidBy("", str(entry.user.get_username()))
    return SaidBy(entry.side, names.get((play.seating_id, entry.side), ""))
