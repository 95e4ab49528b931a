"""Validate uploaded results against the stored rounds, seats and boards of the section."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.problems import Problem
from games.text import gettext_noop as _
from games.typed_text import clean_text
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.actions.event_file.session_validation import entry_problems
from tournaments.actions.event_file.withdrawals import withdrawal_problems
from tournaments.models import Play, Round, Section
from tournaments.queries.rounds.seating import with_contestants

# Numbers of a round, a table and a board.
PlayLocation = tuple[int, int, int]

_NOT_PLAYED_THERE = _("%(path)s: in round %(round)s table %(table)s does not play board %(board)s.")
_OTHER_CONTESTANTS_SEATED = _(
    "%(path)s: in round %(round)s others sit at table %(table)s. The contestants were "
    "changed after the section was exported."
)

_UNREADABLE_NAME = _("%(path)s: there is nothing of this name, or you may not see it.")
_NO_SUCH_SEAT = _("%(path)s: no play at table %(table)s of this round has seat %(seat)s.")


class PlannedSection:
    """The plays of an exported section by location, and its rounds and tables by number."""

    def __init__(self, section: Section) -> None:
        self.section, self.game = section, section.session.stage.event.game
        self.rounds: Mapping[int, Round] = {
            round_.number: round_ for round_ in section.rounds.all()
        }
        plays_of_section = Play.objects.filter(seating__round__section=section).select_related(
            "seating__round", "seating__table__section", "board__session__stage__event__club"
        )
        plays = plays_of_section.prefetch_related(with_contestants("seating__places"))
        self.plays: Mapping[PlayLocation, Play] = {_location_of(play): play for play in plays}
        for play in self.plays.values():
            play.board.session = section.session  # shared, so that seed and game are read once
        self.tables = {table.number: table for table in section.tables.all()}

    def problems(self, rounds: list[Any]) -> Iterator[Problem]:
        """Yield a problem for each part of the uploaded rounds that this section cannot have."""
        yield from order_problems(rounds, "number", "rounds")
        for round_, path in items_with_paths(rounds, "rounds"):
            if round_["number"] not in self.rounds:
                params = {"path": f"{path}.number", "round": round_["number"]}
                template = _("%(path)s: this section has no round %(round)s.")
                yield Problem("no_such_round", template, params, f"{path}.number")
                continue
            for play, item_path in items_with_paths(round_["plays"], f"{path}.plays"):
                yield from self._play_problems(round_["number"], play, item_path)
            yield from _duplicate_problems(round_["plays"], f"{path}.plays")
            for seat, item_path in items_with_paths(round_.get("seats", []), f"{path}.seats"):
                yield from _seat_problems(round_, seat, item_path)

    def _play_problems(self, round_number: int, values: JsonObject, path: str) -> Iterator[Problem]:
        params = {
            "path": path,
            "round": round_number,
            "table": values["table"],
            "board": values["board"],
        }
        play = self.plays.get((round_number, values["table"], values["board"]))
        if play is None:
            yield Problem("not_played_there", _NOT_PLAYED_THERE, params, path)
            return
        if _contestants_by_seat(play) != {
            seat_holder["seat"]: seat_holder["contestant"] for seat_holder in values["places"]
        }:
            yield Problem("others_sit_there", _OTHER_CONTESTANTS_SEATED, params, f"{path}.places")
        yield from withdrawal_problems(values["entries"], f"{path}.entries")
        for number, (entry, entry_path) in enumerate(
            items_with_paths(values["entries"], f"{path}.entries"), 1
        ):
            yield from entry_problems(self.game, entry, number, values["board"], entry_path)
            if entry["table"] not in (None, values["table"]):
                template = _("%(path)s: this entry is another table’s.")
                yield Problem(
                    "not_yours", template, {"path": f"{entry_path}.table"}, f"{entry_path}.table"
                )


def _location_of(play: Play) -> PlayLocation:
    return play.seating.round.number, play.seating.table.number, play.board.number


def _contestants_by_seat(play: Play) -> dict[str, int]:
    return {
        seat_holder.seat: seat_holder.contestant.number for seat_holder in play.seating.places.all()
    }


def _seat_problems(round_: JsonObject, values: JsonObject, path: str) -> Iterator[Problem]:
    """Yield problems of an uploaded seat and the players who sat there, one after the other.

    The table must have the seat, names must be readable, and first boards must ascend from 0.
    """
    plays = [play for play in round_["plays"] if play["table"] == values["table"]]
    if values["seat"] not in {
        seat_holder["seat"] for play in plays for seat_holder in play["places"]
    }:
        params = {"path": path, "seat": values["seat"], "table": values["table"]}
        yield Problem("no_such_seat", _NO_SUCH_SEAT, params, path)
    yield from order_problems(values["sat"], "board", f"{path}.sat")
    for period, period_path in items_with_paths(values["sat"], f"{path}.sat"):
        if not clean_text(period["name"]):
            yield Problem(
                "unseen_name",
                _UNREADABLE_NAME,
                {"path": f"{period_path}.name"},
                f"{period_path}.name",
            )
    for period, period_path in list(items_with_paths(values["sat"], f"{path}.sat"))[:1]:
        yield from reference_problems(period["board"], [0], f"{period_path}.board")


def _duplicate_problems(plays: list[Any], path: str) -> Iterator[Problem]:
    locations = [(play["table"], play["board"]) for play in plays]
    if len(set(locations)) < len(locations):
        template = _("%(path)s: the same board of a table is listed twice.")
        yield Problem("stands_twice", template, {"path": path}, path)
