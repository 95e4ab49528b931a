"""A second round, and results that phones enter through the pages of a table."""

from itertools import count

from django.test import Client
from django.urls import reverse

from tests.scenes.devices import unlinked_phone
from tests.scenes.evening import started
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.phone.table_codes import code_of

_keys = count(1)
FORM_DATA = {"trump": "oros", "contro": "none", "sure": "yes"}

# The session, its director, the phone of each pair by number, and the plays of round 2.
SecondRound = tuple[Session, Actor, dict[int, Client], list[Play]]


def contestants_at(play: Play) -> dict[str, int]:
    """Return the number of the contestant on each line of a table."""
    at = {place.seat: place.contestant.number for place in play.seating.places.all()}
    return {"ns": at["N"], "ew": at["E"]}


def enter(client: Client, play: Play, side: str, points: str = "40") -> None:
    """Enter a result for a side from a browser that has opened the table's code."""
    url = reverse("table_board", args=[code_of(play.seating.table), play.board.number])
    form_data = {**FORM_DATA, "ns_points": points, "side": side, "key": f"key {next(_keys)}"}
    response = client.post(url, form_data)
    assert response.status_code == 302, response.content


def confirm(play: Play, phones: dict[str, Client] | None = None) -> None:
    """Enter the same result for both sides, from new devices if no phones are given."""
    for side, number in contestants_at(play).items():
        phone = (phones or {}).get(side) or Client()
        enter(unlinked_phone(play.seating.table, number, phone), play, side)


def plays_of(session: Session, round_number: int) -> list[Play]:
    """Return the plays of a round by table and board."""
    plays = Play.objects.filter(seating__round__number=round_number, board__session=session)
    related = "board__session__stage__event", "seating__table__section__session", "seating__round"
    return list(plays.select_related(*related).order_by("seating__table__number", "board__number"))


def start_second_round(boards_per_round: int = 1) -> SecondRound:
    """Start round 2 of a Howell of two tables; every pair had a linked phone in round 1."""
    session, director = started(
        4, movement="howell", round_count=3, boards_per_round=boards_per_round
    )
    phones: dict[int, Client] = {}
    first_plays = plays_of(session, 1)
    for play in first_plays:
        for side, number in contestants_at(play).items():
            phones.setdefault(number, Client())
            enter(unlinked_phone(play.seating.table, number, phones[number]), play, side)
    end_round(first_plays[0].seating.round_id, director)
    return session, director, phones, plays_of(session, 2)
