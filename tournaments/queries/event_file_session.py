"""A session as the values of an event file: who sat where, what was played and what was said
about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.models import (
    Entry,
    LineUp,
    Place,
    Play,
    Round,
    Seating,
    Section,
    SectionCopy,
    Session,
    SitOut,
    TimeGiven,
)
from tournaments.permissions.visibility.hands import public_seed
from tournaments.queries.who_sits_where import who_sits

Value = dict[str, Any]


@dataclass(frozen=True)
class SessionValues:
    """Sessions of one event on their way out; `players` and `devices` by their numbers in the
    file."""

    players: Mapping[int, int]
    devices: Mapping[str, int]

    def session(self, session: Session, sections: Iterable[Section]) -> Value:
        """A session with these sections and everything below them; its seed once it is over,
        else None."""
        return {
            "number": session.number,
            "state": session.state,
            "rounds_planned": session.rounds_planned,
            "boards_per_round": session.boards_per_round,
            "minutes_per_round": session.minutes_per_round,
            "breaks": list(session.breaks.values("after_round", "minutes")),
            "commitment": session.commitment,
            "salt": session.salt,
            "seed": public_seed(session),
            "created_at": moment_value(session.created_at),
            "started_at": moment_value(session.started_at),
            "finished_at": moment_value(session.finished_at),
            "boards": [board.number for board in session.boards.all()],
            "kept_sealed": [board.number for board in session.boards.all() if board.kept_sealed],
            "sections": [self._section(section) for section in sections],
        }

    def _section(self, section: Section) -> Value:
        tables = section.tables.all()
        return {
            "number": section.number,
            "name": section.name,
            "venue": section.venue.name if section.venue else None,
            "movement": section.movement_key,
            "movement_options": sorted_values(section.movement_options),
            "rounds_planned": section.rounds_planned,
            "rounds_left_out": section.rounds_left_out,
            "boards_left_out": section.boards_left_out,
            "allotments": [
                {"number": each.number, "contestant": each.contestant.number}
                for each in section.allotments.select_related("contestant")
            ],
            "tables": [
                {"number": table.number, "code_counter": table.code_counter} for table in tables
            ],
            "rounds": [self._round(round_) for round_ in _rounds(section)],
            "copies": [_copy(copy) for copy in section.copies.prefetch_related("deliveries")],
            "pauses": [
                {"at": moment_value(each.at), "until": moment_value(each.until)}
                for each in section.pauses.all()
            ],
        }

    def _round(self, round_: Round) -> Value:
        return {
            "number": round_.number,
            "started_at": moment_value(round_.started_at),
            "ended_at": moment_value(round_.ended_at),
            "seatings": [self._seating(seating) for seating in round_.seatings.all()],
            "sit_outs": [_sit_out(sit_out) for sit_out in round_.sit_outs.all()],
            "line_ups": self._line_ups(round_),
            "given": [_given(each) for each in round_.times_given.all()],
        }

    def _line_ups(self, round_: Round) -> list[Value]:
        seats: dict[int, list[Value]] = {}
        for each in round_.line_ups.all():
            said = {"seat": each.seat, "player": self.players[each.player_id]}
            seats.setdefault(each.contestant.number, []).append(said)
        return [
            {"contestant": number, "seats": sorted(said, key=lambda each: str(each["seat"]))}
            for number, said in sorted(seats.items())
        ]

    def _seating(self, seating: Seating) -> Value:
        places = sorted(seating.places.all(), key=lambda place: place.seat)
        return {
            "table": seating.table.number,
            "why": reason_value(seating.why),
            "places": [self._place(place) for place in places],
            "plays": [self._play(play) for play in seating.plays.all()],
        }

    def _place(self, place: Place) -> Value:
        player = None if place.player_id is None else self.players[place.player_id]
        later = sorted(place.substitutions.all(), key=lambda each: each.board)
        return {
            "seat": place.seat,
            "contestant": place.contestant.number,
            "player": player,
            "substitutes": [
                {"board": each.board, "player": self.players[each.player_id]} for each in later
            ],
        }

    def _play(self, play: Play) -> Value:
        said = [self._entry(entry) for entry in play.entries.all()]
        return {"board": play.board.number, "group": play.group, "entries": said}

    def _entry(self, entry: Entry) -> Value:
        return {
            "revision": entry.revision,
            "kind": entry.kind,
            "outcome": sorted_values(entry.outcome),
            "given": sorted_values(entry.given),
            "late": entry.late,
            "contradicted": entry.contradicted,
            "reason": entry.reason,
            "withdraws": entry.withdraws,
            "table": entry.table.number if entry.table else None,
            "side": entry.side,
            "device": self.devices.get(entry.device),
            "at": moment_value(entry.at),
            "origin": entry.origin,
        }


def _copy(copy: SectionCopy) -> Value:
    return {
        "identifier": copy.identifier,
        "holder": copy.holder,
        "opens_at": moment_value(copy.opens_at),
        "void_at": moment_value(copy.void_at),
        "at": moment_value(copy.at),
        "deliveries": [
            {
                "laptop": each.laptop,
                "plays": each.plays,
                "entries": each.entries,
                "at": moment_value(each.at),
            }
            for each in copy.deliveries.all()
        ],
    }


def _given(given: TimeGiven) -> Value:
    table = given.to_table.number if given.to_table else None
    return {"table": table, "seconds": given.seconds, "at": moment_value(given.at)}


def _sit_out(sit_out: SitOut) -> Value:
    return {"contestant": sit_out.contestant.number, "why": reason_value(sit_out.why)}


def reason_value(why: Value) -> Value:
    """Nothing, or a sentence and its parameters in one order."""
    return {"template": why["template"], "params": sorted_values(why["params"])} if why else {}


def _rounds(section: Section) -> QuerySet[Round]:
    """With everything below them, read at once."""
    return section.rounds.prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        who_sits("seatings__places"),
        "seatings__places__substitutions",
        Prefetch("seatings__plays", Play.objects.select_related("board")),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
        Prefetch("sit_outs", SitOut.objects.select_related("contestant")),
        Prefetch("times_given", TimeGiven.objects.select_related("to_table")),
        Prefetch("line_ups", LineUp.objects.select_related("contestant").order_by("pk")),
    )


def sorted_values(values: Value) -> Value:
    """Databases give the keys of an object back in orders of their own."""
    return dict(sorted(values.items()))


def moment_value(at: datetime | None) -> str | None:
    """A moment as files write it; None where there is none."""
    return at.isoformat() if at else None
