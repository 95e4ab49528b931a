"""Collect the rounds and entries of an imported section for its result file."""

import hashlib
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from games.game import MIN_TEAM_SIZE
from tournaments.models import Entry, ImportedSection, Play, Round, SeatHolder, Seating, UndoStep
from tournaments.queries.events.event_file import sorted_by_key, time_value
from tournaments.queries.history.undo_steps import changed_seat_holder_ids
from tournaments.queries.rounds.substitutes import seat_periods

JsonObject = dict[str, Any]
_PSEUDONYM_LENGTH = 16


def result_upload_values(imported: ImportedSection) -> JsonObject:
    """Return all rounds and entries so far.

    The organiser's installation recognises those that were uploaded before.
    """
    seats_at = _seats_changed_at(imported)
    rounds = Round.objects.filter(section__session__stage__event=imported.event_id).exclude(
        started_at=None
    )
    prefetched = rounds.order_by("number").prefetch_related(
        Prefetch("seatings", Seating.objects.select_related("table")),
        Prefetch("seatings__places", SeatHolder.objects.select_related("contestant", "player")),
        "seatings__places__substitutions__player",
        "seatings__places__contestant__partners",
        Prefetch("seatings__plays", Play.objects.select_related("board").exclude(revision=0)),
        Prefetch("seatings__plays__entries", Entry.objects.select_related("table")),
    )
    values: JsonObject = {
        "laptop": imported.laptop,
        "rounds": [_round_values(imported, round_) for round_ in prefetched],
    }
    if seats_at is None:
        return values
    for round_values, round_ in zip(values["rounds"], prefetched, strict=True):
        round_values["seats"] = _seat_values(round_)
    return {**values, "seats_at": time_value(seats_at)}


def _seats_changed_at(imported: ImportedSection) -> datetime | None:
    """Return when the seating was last changed or restored; None if it never was.

    Always None for teams, because their line-ups say who plays.
    """
    steps = UndoStep.objects.filter(event=imported.event_id).exclude(
        event__players_each=MIN_TEAM_SIZE
    )
    return max((step.at for step in steps if changed_seat_holder_ids(step)), default=None)


def _seat_values(round_: Round) -> list[JsonObject]:
    """Return who sat in each seat of a round, at tables that have entries.

    The prefetched plays of `round_` must be those that have an entry.
    """
    seatings_with_entries = [seating for seating in round_.seatings.all() if seating.plays.all()]
    tables_and_seat_holders = [
        (seating.table.number, seat_holder)
        for seating in seatings_with_entries
        for seat_holder in seating.places.all()
    ]
    tables_and_seat_holders.sort(key=lambda item: (item[0], item[1].seat))
    return [
        {"table": table_number, "seat": seat_holder.seat, "sat": _seat_periods(seat_holder)}
        for table_number, seat_holder in tables_and_seat_holders
    ]


def _seat_periods(seat_holder: SeatHolder) -> list[JsonObject]:
    """Return who sat on a seat, and from which board on.

    Each player is given by their name and their number among the players of the contestant. The
    number is None for a substitute. Numbers are sent because the organiser may have corrected
    names since the export.
    """
    numbers = {
        partner.player_id: partner.number for partner in seat_holder.contestant.partners.all()
    }
    return [
        {
            "board": period.from_board,
            "partner": numbers.get(period.player.pk),
            "name": period.player.name,
        }
        for period in seat_periods(seat_holder)
    ]


def _round_values(imported: ImportedSection, round_: Round) -> JsonObject:
    return {
        "number": round_.number,
        "started_at": time_value(round_.started_at),
        "ended_at": time_value(round_.ended_at),
        "plays": [
            _play_values(imported, seating, play)
            for seating in round_.seatings.all()
            for play in seating.plays.all()
        ],
    }


def _play_values(imported: ImportedSection, seating: Seating, play: Play) -> JsonObject:
    seat_holders = sorted(seating.places.all(), key=lambda seat_holder: seat_holder.seat)
    return {
        "table": seating.table.number,
        "board": play.board.number,
        "places": [
            {"seat": seat_holder.seat, "contestant": seat_holder.contestant.number}
            for seat_holder in seat_holders
        ],
        "entries": [_entry_values(imported, entry) for entry in play.entries.all()],
    }


def _entry_values(imported: ImportedSection, entry: Entry) -> JsonObject:
    copied_columns = ("revision", "kind", "late", "reason", "side")
    return {
        **{key: getattr(entry, key) for key in copied_columns},
        "outcome": sorted_by_key(entry.outcome),
        "table": entry.table.number if entry.table else None,
        "device": _device_pseudonym(imported, entry.device),
        "at": time_value(entry.at),
        "said_at": time_value(entry.entered_at),
        **({} if entry.withdraws is None else {"withdraws": entry.withdraws}),
        **({"given": sorted_by_key(entry.given)} if entry.given else {}),
    }


def _device_pseudonym(imported: ImportedSection, device: str) -> str:
    """Return a pseudonym of the device; its own identifier would let readers impersonate it."""
    if device in ("", Entry.PROGRAM):
        return device
    return hashlib.sha256(f"{imported.key}:{device}".encode()).hexdigest()[:_PSEUDONYM_LENGTH]
