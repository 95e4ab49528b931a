"""Downloads contain what the pages show, and nothing that a spreadsheet evaluates."""

import csv
import io
import json
import re
import time
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape

from tests.conftest import ROOT
from tests.scenes.evening import club_with_director, play_round, started
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.edit import edit_event
from tournaments.actions.rounds.sessions import (
    create_session,
    deal_session,
    finish_session,
    start_session,
)
from tournaments.models import Session
from tournaments.queries.downloads.sheets import Column, Sheet
from tournaments.queries.standings.latest import shown_standings
from tournaments.tasks import catch_up
from tournaments.web.downloads.files import escape_formula, write_csv, write_xlsx

pytestmark = pytest.mark.django_db

EVENT = "/club-manilla/campionat/"
SHEETS = ("standings", "seats", "travellers", "scorecards")
HOSTILE = ["=1+1 – Berta", "+34 600 – Carme", "@x – Dora", "-2+3 – Elisa"]


def file_content(client: Client, name: str) -> bytes:
    """Return the content of an existing file."""
    response = client.get(EVENT + name)
    assert response.status_code == 200
    return response.content


def csv_rows(client: Client, sheet: str) -> list[dict[str, str]]:
    """Return the rows of a sheet in CSV, keyed by column."""
    return list(
        csv.DictReader(io.StringIO(file_content(client, f"{sheet}.csv").decode("utf-8-sig")))
    )


def played_by(names: list[str]) -> Session:
    """Play a whole session of these contestants."""
    club, director = club_with_director()
    stage = create_event(club, EventPlan("Campionat", movement_key="barometer"), names, director)
    session = create_session(stage, len(names) - 1, 2, director)
    deal_session(session.pk, "tres sota", director)
    start_session(session.pk, director)
    for _round in range(len(names) - 1):
        play_round(session, director)
    finish_session(session.pk, director)
    catch_up()
    return session


def test_standings_file_equals_the_page(client: Client) -> None:
    session = played_by(["Anna – Berta", "Carme – Dora", "Elisa – Flora", "Gemma – Helena"])
    snapshot = visible_snapshot(session.stage)
    assert snapshot
    rankings = shown_standings(session.stage, snapshot).rankings
    downloaded = json.loads(file_content(client, "standings.json"))
    assert {row["number"]: (row["place"], Fraction(row["total"])) for row in downloaded} == {
        row.number: (row.rank, row.total) for ranking in rankings for row in ranking.rows
    }
    assert [row["place"] for row in downloaded] == sorted(row["place"] for row in downloaded)


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_file_formats_have_the_same_rows(client: Client, sheet: str) -> None:
    played_by(["Anna – Berta", "Carme – Dora", "Elisa – Flora", "Gemma – Helena"])
    page = load_workbook(io.BytesIO(file_content(client, f"{sheet}.xlsx"))).active
    by_csv, by_json = csv_rows(client, sheet), json.loads(file_content(client, f"{sheet}.json"))
    assert page is not None
    assert page.max_row - 1 == len(by_csv) == len(by_json) > 0
    assert page.max_column == len(by_csv[0])
    assert list(by_csv[0]) == list(by_json[0])


@pytest.mark.parametrize("sheet", SHEETS)
def test_names_are_not_evaluated_by_spreadsheets(client: Client, sheet: str) -> None:
    played_by(HOSTILE)
    page = load_workbook(io.BytesIO(file_content(client, f"{sheet}.xlsx"))).active
    assert page is not None
    cells = [cell for row in page.iter_rows(min_row=2) for cell in row]
    assert "f" not in {cell.data_type for cell in cells}
    assert {name for name in HOSTILE if any(name in str(cell.value) for cell in cells)} == set(
        HOSTILE
    )
    texts = [cell for row in csv_rows(client, sheet) for cell in row.values()]
    assert not [cell for cell in texts if cell[:1] in "=+@\t\r" and cell]
    assert not [cell for cell in texts if cell.startswith("-") and not _is_number(cell)]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def test_no_file_contains_a_sealed_board(client: Client) -> None:
    session, director = started(8, movement="barometer", round_count=3, boards_per_round=2)
    play_round(session, director)
    catch_up()
    open_boards = {row["board"] for row in csv_rows(client, "travellers")}
    assert open_boards == {"1", "2"}
    cards = csv_rows(client, "scorecards")
    assert {
        row["board"] for row in cards if row["result"] or row["x"] or row["award"]
    } <= open_boards


def test_no_file_contains_embargoed_standings(client: Client) -> None:
    session, director = started(8, movement="barometer", round_count=3, boards_per_round=2)
    edit_event(
        session.stage.event_id, {"standings_from": timezone.now() + timedelta(hours=1)}, director
    )
    play_round(session, director)
    catch_up()
    assert json.loads(file_content(client, "standings.json")) == []
    assert {row["total"] for row in csv_rows(client, "scorecards")} == {""}


@pytest.mark.parametrize("name", ["standings.pdf", "hands.csv", "standings.CSV"])
def test_unknown_file_is_not_found(client: Client, name: str) -> None:
    started(8, movement="barometer", round_count=3, boards_per_round=2)
    assert client.get(EVENT + name).status_code == 404


def test_downloads_page_links_every_file(client: Client) -> None:
    started(8, movement="barometer", round_count=3, boards_per_round=2)
    page = file_content(client, "downloads/").decode()
    for sheet in SHEETS:
        for kind in ("xlsx", "csv", "json"):
            assert f'href="{EVENT}{sheet}.{kind}"' in page


@pytest.mark.parametrize("sheet", SHEETS)
def test_documentation_explains_every_column_in_order(client: Client, sheet: str) -> None:
    played_by(["Anna – Berta", "Carme – Dora", "Elisa – Flora", "Gemma – Helena"])
    pages = (ROOT / "docs" / "integrators" / "downloads.md").read_text().split("\n## ")
    (page,) = (help_page for help_page in pages if help_page.startswith(f"`{sheet}`"))
    keys = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE)))
    columns = [re.sub("^(ns|ew)_", "LINE_", key) for key in csv_rows(client, sheet)[0]]
    assert keys == list(dict.fromkeys(columns))


@pytest.mark.parametrize("sign", "=+-@＝＋－＠\t\r\n")
def test_formulas_are_escaped(sign: str) -> None:
    assert escape_formula(f"{sign}1+1") == f"'{sign}1+1"
    assert escape_formula(f"1{sign}1") == f"1{sign}1"


def cells_of(sheet: Sheet) -> list[list[object]]:
    """Return the cells of a sheet as a spreadsheet reads them from the workbook."""
    page = load_workbook(io.BytesIO(write_xlsx(sheet))).active
    assert page is not None
    return [[cell.value for cell in row] for row in page.iter_rows(min_row=2)]


def test_workbook_has_every_kind_of_cell() -> None:
    texts = ['Núria <&> "Puig"', " blanks ", "two\nlines", "=1+1", "\x07", "", "長い名前"]
    numbers = [0, -3, 12345678901234, Fraction(2, 3), Fraction(-1, 2)]
    columns = [Column("contestant")] + [Column("total")] * 2
    rows = [
        *([text, None, None] for text in texts),
        *([None, number, number] for number in numbers),
    ]
    written_rows = cells_of(Sheet(columns, rows))
    texts_written = [row[0] or "" for row in written_rows[: len(texts)]]
    assert [unescape(text) for text in texts_written] == texts
    assert [row[1] for row in written_rows[len(texts) :]] == [0, -3, 12345678901234, 0.666667, -0.5]
    assert [row[1] for row in written_rows[: len(texts)]] == [None] * len(texts)


def test_empty_sheet_is_a_workbook_with_its_header() -> None:
    page = load_workbook(io.BytesIO(write_xlsx(Sheet([Column("number")], [])))).active
    assert page is not None
    assert (page.max_row, page.max_column) == (1, 1)


def test_long_workbook_costs_little_more_than_the_same_file_as_text() -> None:
    rows = [
        (number, f"Anna {number % 100}", Fraction(number, 7), "oros: N-S 40")
        for number in range(4000)
    ]
    columns = [Column(name) for name in ("number", "contestant", "total", "result")]

    def seconds(build: Callable[[Sheet], bytes]) -> float:
        started = time.process_time()
        build(Sheet(columns, rows))
        return time.process_time() - started

    workbook, text = (
        min(seconds(build) for _attempt in range(3)) for build in (write_xlsx, write_csv)
    )
    assert workbook < 4 * text
