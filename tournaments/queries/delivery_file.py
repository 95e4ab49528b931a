"""What a section that travelled has to deliver: its rounds, and all that was said about its plays."""

import hashlib
from typing import Any

from django.db.models import Prefetch

from tournaments.models import Arrival, Entry, Play, Round, Seating
from tournaments.queries.event_file_session import moment_value, sorted_values
from tournaments.queries.who_sits_where import who_sits

Value = dict[str, Any]
_LETTERS = 16


def delivery_values(arrival: Arrival) -> Value:
    """All there is so far, whatever was delivered before: what comes twice is known there."""
    rounds = Round.objects.filter(section__session__stage__event=arrival.event_id).exclude(started_at=None)
    read = rounds.order_by("number").prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        who_sits("seatings__places"),
        Prefetch("seatings__plays", Play.objects.select_related("board").exclude(revision=0)),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
    )
    return {"laptop": arrival.laptop, "rounds": [_round(arrival, each) for each in read]}


def _round(arrival: Arrival, round_: Round) -> Value:
    return {
        "number": round_.number,
        "started_at": moment_value(round_.started_at),
        "ended_at": moment_value(round_.ended_at),
        "plays": [
            _play(arrival, seating, play) for seating in round_.seatings.all() for play in seating.plays.all()
        ],
    }


def _play(arrival: Arrival, seating: Seating, play: Play) -> Value:
    places = sorted(seating.places.all(), key=lambda place: place.seat)
    return {
        "table": seating.table.number,
        "board": play.board.number,
        "places": [{"seat": place.seat, "contestant": place.contestant.number} for place in places],
        "entries": [_entry(arrival, entry) for entry in play.entries.all()],
    }


def _entry(arrival: Arrival, entry: Entry) -> Value:
    same = ("revision", "kind", "late", "reason", "side")
    return {
        **{key: getattr(entry, key) for key in same},
        "outcome": sorted_values(entry.outcome),
        "table": entry.table.number if entry.table else None,
        "device": _device(arrival, entry.device),
        "at": moment_value(entry.at),
        "said_at": moment_value(entry.said_at),
        **({} if entry.withdraws is None else {"withdraws": entry.withdraws}),
        **({"given": sorted_values(entry.given)} if entry.given else {}),
    }


def _device(arrival: Arrival, device: str) -> str:
    """A name that tells one device from another; its own could be claimed by who reads it."""
    if device in ("", Entry.PROGRAM):
        return device
    return hashlib.sha256(f"{arrival.key}:{device}".encode()).hexdigest()[:_LETTERS]
