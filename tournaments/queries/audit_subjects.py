"""Whom and what lines of the audit are about: its numbers as they are called today, read once for a
page.

Nothing else of a line's data is shown. A row that is gone has no name any more, and neither has its
line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model

from games.catalogue import get_game
from games.text import Words
from games.text import gettext_noop as _
from tournaments.models import Act, Club, Contestant, Play
from tournaments.queries.audit_changes import changes_in_words
from tournaments.queries.audit_words import OTHERWISE, SENTENCES

Data = Mapping[str, Any]

_PLAY = _("Board %(board)s, table %(table)s, round %(round)s")
_THINGS = {
    "board": _("Board %(number)s"),
    "table": _("Table %(number)s"),
    "phone": _("Phone %(number)s"),
    "round": _("Round %(number)s"),
    "section": _("Section %(number)s"),
    "at_venue": _("Venue: %(number)s"),
    "of_kind": _("Penalty: %(number)s"),
    "number": _("Number %(number)s"),
    "amount": _("Amount: %(number)s"),
    "contestants": _("Contestants: %(number)s"),
    "minutes": _("Minutes: %(number)s"),
}
_ROLE = _("Role: %(role)s")
_BOARDS = _("Boards: %(boards)s")
_CONTESTANTS = ("contestant", "added", "instead")
_PLAYERS = ("before", "players", "player", "keep")
_USERS = ("user", "member")


@dataclass(frozen=True)
class Subjects:
    """Contestants, players, users and plays by their rows, as they are called today; acts in
    words."""

    contestants: Mapping[int, str]
    players: Mapping[int, str]
    users: Mapping[int, str]
    plays: Mapping[int, Words]
    acts: Mapping[int, Words]

    @classmethod
    def of(cls, club: Club, lines: Iterable[Data]) -> "Subjects":
        """Everybody and everything of a club that some lines are about."""
        lines = list(lines)
        contestants = Contestant.objects.filter(event__club=club, pk__in=_rows(lines, _CONTESTANTS))
        players = club.players.filter(pk__in=_rows(lines, _PLAYERS))
        users = get_user_model().objects.filter(pk__in=_rows(lines, _USERS))
        return cls(
            dict(contestants.values_list("pk", "name")),
            dict(players.values_list("pk", "name")),
            {user.pk: user.get_username() for user in users},
            _plays(club, _rows(lines, ("play", "plays"))),
            _acts(club, _rows(lines, ("act",))),
        )

    def people(self, data: Data) -> list[str]:
        """Who a line is about, each once."""
        known = ((_CONTESTANTS, self.contestants), (_PLAYERS, self.players), (_USERS, self.users))
        found = (named.get(row) for keys, named in known for row in _rows([data], keys))
        return list(dict.fromkeys(name for name in found if name))

    def things(self, data: Data) -> list[Words]:
        """What a line is about: an act undone, plays, boards, rounds. Never what was said or
        made there."""
        undone = [self.acts[row] for row in _rows([data], ("act",)) if row in self.acts]
        plays = [self.plays[row] for row in _rows([data], ("play", "plays")) if row in self.plays]
        return undone + (plays or _numbered(data))


def verbs_done(acts: Iterable[Act]) -> dict[int, str]:
    """What was done by acts, by their rows: by one that undid another, or did it again, what
    that one did."""
    acts = list(acts)
    events = {act.event_id for act in acts if act.undoes_id}
    rows = Act.objects.filter(event__in=events).order_by().values_list("pk", "undoes", "kind")
    undone = {pk: (undoes, kind) for pk, undoes, kind in rows}
    found = {}
    for act in acts:
        undoes, kind = act.undoes_id, act.kind
        while undoes in undone:
            undoes, kind = undone[undoes]
        found[act.pk] = kind
    return found


def _numbered(data: Data) -> list[Words]:
    boards = ", ".join(map(str, data.get("boards", ())))
    role = [Words(_ROLE, {"role": data["role"]})] if data.get("role") else []
    several = [Words(_BOARDS, {"boards": boards})] if boards else []
    alone = [Words(words, {"number": data[key]}) for key, words in _THINGS.items() if data.get(key)]
    return role + several + alone + _game(data) + list(changes_in_words(data))


def _game(data: Data) -> list[Words]:
    """The game of an event that is no more; of others their own pages say it."""
    return [Words(get_game(data["game"]).name)] if data.get("game") else []


def _rows(lines: Iterable[Data], keys: Iterable[str]) -> list[int]:
    """The rows that lines name under some keys, alone or in a list."""
    named = [line[key] for line in lines for key in keys if key in line]
    several = (each if isinstance(each, list) else [each] for each in named)
    return [row for rows in several for row in rows if isinstance(row, int)]


def _plays(club: Club, rows: Iterable[int]) -> dict[int, Words]:
    plays = Play.objects.filter(board__session__stage__event__club=club, pk__in=rows)
    related = plays.select_related("board", "seating__table__section", "seating__round")
    return {play.pk: Words(_PLAY, _where(play)) for play in related}


def _acts(club: Club, rows: Iterable[int]) -> dict[int, Words]:
    """What was done by some acts; by one that undid another, what that had done."""
    known = Act.objects.filter(event__club=club).in_bulk(list(rows))
    return {
        row: Words(SENTENCES.get(kind, OTHERWISE))
        for row, kind in verbs_done(known.values()).items()
    }


def _where(play: Play) -> dict[str, object]:
    seating = play.seating
    return {"board": play.board.number, "table": seating.table.label, "round": seating.round.number}
