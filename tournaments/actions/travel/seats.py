"""Who really sat in a section that travelled, from which board on, as it comes home with its
results."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max

from games.typed_text import clean_text
from tournaments.actions.contestants.known_people import players_called
from tournaments.actions.event_file.shape.columns import moment_in
from tournaments.actions.repairs.substitutes import sit_down
from tournaments.models import Act, Delivery, Place, SectionCopy
from tournaments.queries.history.actions import seats_changed
from tournaments.queries.rounds.lineups_played import stretches


class SeatDelivered(NamedTuple):
    """A place of the section here, and who sat there by his row, each with his first board."""

    place: Place
    sat: Sequence[tuple[int, int]]


def seats_at(inside: Any) -> datetime | None:
    """When who sits where was last changed at the laptop that delivers; None where it never was."""
    return moment_in(inside.get("seats_at"))


def seats_to_take(copy: SectionCopy, inside: Any) -> list[SeatDelivered]:
    """The seats where somebody else sat than is written here.

    None of a file that was written before another that was taken in, and none about which somebody
    here has said something since the copy was sent: that stands.
    """
    if _is_outdated(copy, seats_at(inside)):
        return []
    decided = _decided_here(copy)
    return [
        each
        for each in _told(copy, inside["rounds"])
        if each.place.pk not in decided and _differs(each)
    ]


def take_seats(seats: Sequence[SeatDelivered]) -> None:
    """Write who sat there."""
    for each in seats:
        sit_down(each.place, each.sat)


def _is_outdated(copy: SectionCopy, at: datetime | None) -> bool:
    taken = Delivery.objects.filter(copy__section=copy.section_id).aggregate(last=Max("seats_at"))[
        "last"
    ]
    return at is None or (taken is not None and at < taken)


def _decided_here(copy: SectionCopy) -> set[int]:
    event = copy.section.session.stage.event_id
    return {
        place
        for act in Act.objects.filter(event=event, at__gt=copy.at)
        for place in seats_changed(act)
    }


def _told(copy: SectionCopy, rounds: Sequence[Any]) -> Iterator[SeatDelivered]:
    """Every seat of which the file says who sat there; a substitute is known to the club by his
    name."""
    places = _places(copy)
    told = [
        (places[round_["number"], said["table"], said["seat"]], said["sat"])
        for round_ in rounds
        for said in round_.get("seats", ())
        if said["sat"]
    ]
    names = {
        clean_text(each["name"]) for place, sat in told for each in sat if _own(place, each) is None
    }
    called = players_called(copy.section.session.stage.event.club, names)
    for place, sat in told:
        by_row = [
            (each["board"], _own(place, each) or called[clean_text(each["name"])].pk)
            for each in sat
        ]
        yield SeatDelivered(place, by_row)


def _places(copy: SectionCopy) -> dict[tuple[int, int, str], Place]:
    found = Place.objects.filter(seating__round__section=copy.section_id).select_related(
        "contestant", "player", "seating__round", "seating__table"
    )
    read = found.prefetch_related("substitutions__player", "contestant__partners")
    return {
        (each.seating.round.number, each.seating.table.number, each.seat): each for each in read
    }


def _own(place: Place, said: Any) -> int | None:
    """The contestant's own player of that number, by his row; None for anybody else."""
    own = {partner.number: partner.player_id for partner in place.contestant.partners.all()}
    return own.get(said["partner"])


def _differs(seat: SeatDelivered) -> bool:
    return [(each.board, each.player.pk) for each in stretches(seat.place)] != list(seat.sat)
