"""A table's phone: URLs, browsers, forms, and what its pages show."""

import re

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.catalogue import get_game
from games.fields import Outcome
from tests.scenes.devices import linked_phone
from tests.scenes.evening import SEED, at
from tests.web import signed_in
from tournaments.actions.results.entries import submit_entry
from tournaments.models import (
    Play,
    SeatHolder,
    Session,
    Table,
)
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating

RESULT: dict[str, object] = {
    "trump": "copes",
    "delegated": "no",
    "contro": "contro",
    "ns_points": "41",
    "renunci": "",
}


def get_table(session: Session, number: int = 1) -> Table:
    return Table.objects.select_related("section__session__stage__event__club").get(
        section__session=session, number=number
    )


def current_plays(table: Table) -> list[Play]:
    return list(
        Play.objects.filter(seating=current_seating(table)).select_related(
            "board", "seating__table"
        )
    )


def contestant_numbers(table: Table) -> dict[str, int]:
    """Return the contestant's number on each line."""
    seating = current_seating(table)
    return {
        line: SeatHolder.objects.get(seating=seating, seat=seat).contestant.number
        for line, seat in (("ns", "N"), ("ew", "E"))
    }


def linked_client(table: Table, linked_to: int | str = "table") -> Client:
    """Return a browser at a table, linked for a contestant or for the whole table."""
    return linked_phone(table, linked_to)


def table_url(table: Table, number: int | None = None) -> str:
    """Return the URL of a table, or of a board at that table."""
    board = "" if number is None else f"boards/{number}/"
    return f"/t/{code_of(table)}/{board}"


def page_text(response: HttpResponseBase) -> str:
    """Return the HTML of a page with each run of spaces and line breaks as one space."""
    assert isinstance(response, HttpResponse)
    return re.sub(r"\s+", " ", response.content.decode())


def first_match(pattern: str, page: str) -> str:
    """Return the first group of a pattern's first match, which must exist."""
    match = re.search(pattern, page)
    assert match
    return match[1]


def hidden_value(page: str, name: str) -> str:
    """Return the value of a hidden field."""
    return first_match(rf'name="{name}" value="([^"]*)"', page)


def send(client: Client, table: Table, number: int, side: str, **fields: str) -> HttpResponseBase:
    """Enter `RESULT`, changed by `fields`, for a board from a phone of a side."""
    key = hidden_value(page_text(client.get(table_url(table, number))), "key")
    return client.post(table_url(table, number), {**RESULT, **fields, "side": side, "key": key})


GAME = get_game("botifarra")
TRUMPS = ("oros", "copes", "espases", "bastos", "botifarra")


def likeliest_call(number: int, salt: str = "sort i encert") -> tuple[dict[str, str], float]:
    """Return the likeliest call on a board, as form data, and the expected difference."""
    board = GAME.deal(SEED, salt, number)
    calls: list[Outcome] = [
        {"trump": trump, "delegated": delegated} for trump in TRUMPS for delegated in (False, True)
    ]
    forecasts = [GAME.forecast(call, board) for call in calls]
    best = max(range(len(calls)), key=lambda at: forecasts[at].call_log_probability)
    form_data = {
        "trump": str(calls[best]["trump"]),
        "delegated": "yes" if calls[best]["delegated"] else "no",
    }
    return form_data | {"contro": "none", "renunci": ""}, forecasts[best].difference


def likely_result(number: int) -> dict[str, str]:
    """Return the expected result of a board as form data."""
    fields, difference = likeliest_call(number)
    return fields | {"ns_points": str(max(0, min(72, round(36 + difference / 2))))}


def with_swapped_points(fields: dict[str, str]) -> dict[str, str]:
    """Return form data with the points of both sides swapped."""
    return fields | {"ns_points": str(72 - int(fields["ns_points"]))}


def resolution_texts(page: str) -> list[str]:
    """Return the text of each button that settles a conflict."""
    plain = strip_tags(page).replace("\u2060", "").replace("\xa0", " ").replace("\u2011", "-")
    return re.findall(r"[NSEW]-[NSEW] are right: \d+ : \d+", plain)


def play_in_conflict(table: Table) -> Play:
    """Enter different results for the first board from a phone of each side; return the play."""
    play = current_plays(table)[0]
    submit_entry(play.pk, signed_in.RESULT, at(play, "ns"), "a")
    submit_entry(play.pk, signed_in.OTHER_RESULT, at(play, "ew"), "b")
    return play


# A card shown on a page.
CARD = re.compile(r'class="card"|<span class="ranks"><span>')


def preparation_url(table: Table, number: int) -> str:
    """Return the URL of the instructions for preparing a board."""
    return reverse("table_prepare_board", args=[code_of(table), number])
