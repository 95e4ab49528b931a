"""What a section that travelled has to deliver: its rounds, and all that was said about its
plays."""

import hashlib
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from games.game import MIN_TEAM_SIZE
from tournaments.models import Entry, ImportedSection, Play, Round, SeatHolder, Seating, UndoStep
from tournaments.queries.events.event_file import moment_value, sorted_values
from tournaments.queries.history.undo_steps import changed_seats
from tournaments.queries.rounds.who_sat import stretches

Value = dict[str, Any]
_LETTERS = 16


def result_upload_values(arrival: ImportedSection) -> Value:
    """All there is so far, whatever was delivered before: what comes twice is known there."""
    seats_at = _seats_changed_at(arrival)
    rounds = Round.objects.filter(section__session__stage__event=arrival.event_id).exclude(
        started_at=None
    )
    read = rounds.order_by("number").prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        Prefetch("seatings__places", SeatHolder.objects.select_related("contestant", "player")),
        "seatings__places__substitutions__player",
        "seatings__places__contestant__partners",
        Prefetch("seatings__plays", Play.objects.select_related("board").exclude(revision=0)),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
    )
    values: Value = {"laptop": arrival.laptop, "rounds": [_round(arrival, each) for each in read]}
    if seats_at is None:
        return values
    for said, each in zip(values["rounds"], read, strict=True):
        said["seats"] = _seats(each)
    return {**values, "seats_at": moment_value(seats_at)}


def _seats_changed_at(arrival: ImportedSection) -> datetime | None:
    """When who sits where was last changed there, or changed back; None where never, and of teams.

    Who plays for a team its line-up says.
    """
    acts = UndoStep.objects.filter(event=arrival.event_id).exclude(
        event__players_each=MIN_TEAM_SIZE
    )
    return max((act.at for act in acts if changed_seats(act)), default=None)


def _seats(round_: Round) -> list[Value]:
    """Who sat on each seat of a round where something was said about a play."""
    spoken = [seating for seating in round_.seatings.all() if seating.plays.all()]
    places = [(seating.table.number, place) for seating in spoken for place in seating.places.all()]
    places.sort(key=lambda each: (each[0], each[1].seat))
    return [{"table": table, "seat": place.seat, "sat": _sat(place)} for table, place in places]


def _sat(place: SeatHolder) -> list[Value]:
    """Own players by their number, as home may have written a name otherwise since."""
    own = {partner.player_id: partner.number for partner in place.contestant.partners.all()}
    return [
        {"board": each.board, "partner": own.get(each.player.pk), "name": each.player.name}
        for each in stretches(place)
    ]


def _round(arrival: ImportedSection, round_: Round) -> Value:
    return {
        "number": round_.number,
        "started_at": moment_value(round_.started_at),
        "ended_at": moment_value(round_.ended_at),
        "plays": [
            _play(arrival, seating, play)
            for seating in round_.seatings.all()
            for play in seating.plays.all()
        ],
    }


def _play(arrival: ImportedSection, seating: Seating, play: Play) -> Value:
    places = sorted(seating.places.all(), key=lambda place: place.seat)
    return {
        "table": seating.table.number,
        "board": play.board.number,
        "places": [{"seat": place.seat, "contestant": place.contestant.number} for place in places],
        "entries": [_entry(arrival, entry) for entry in play.entries.all()],
    }


def _entry(arrival: ImportedSection, entry: Entry) -> Value:
    same = ("revision", "kind", "late", "reason", "side")
    return {
        **{key: getattr(entry, key) for key in same},
        "outcome": sorted_values(entry.outcome),
        "table": entry.table.number if entry.table else None,
        "device": _device(arrival, entry.device),
        "at": moment_value(entry.at),
        "said_at": moment_value(entry.entered_at),
        **({} if entry.withdraws is None else {"withdraws": entry.withdraws}),
        **({"given": sorted_values(entry.given)} if entry.given else {}),
    }


def _device(arrival: ImportedSection, device: str) -> str:
    """A name that tells one device from another; its own could be claimed by who reads it."""
    if device in ("", Entry.PROGRAM):
        return device
    return hashlib.sha256(f"{arrival.key}:{device}".encode()).hexdigest()[:_LETTERS]
