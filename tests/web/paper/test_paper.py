"""Printed sheets: what each contains, and that none shows a sealed hand."""

import re

import pytest
from django.test import Client

from tests.scenes import evening
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import AuditAction, AuditEntry, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.queries.paper.printed_sheets import read_movement_cards, read_score_slips
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HAND = re.compile(r'<span class="ranks">')
PAGES = ("paper", "score_slips", "movement_cards", "seat_lists", "hand_records", "printed_results")


@pytest.fixture
def session(client: Client) -> Session:
    """Start a Howell of seven pairs, one sitting out each round; the first of two has ended."""
    session, director = evening.started(7, movement="howell", round_count=2, boards_per_round=2)
    evening.play_round(session, director)
    catch_up()
    signed_in(client, director)
    return session


def text(client: Client, session: Session, url_name: str) -> str:
    return client.get(desk_url(session, url_name)).content.decode()


def test_index_links_every_sheet(client: Client, session: Session) -> None:
    content = text(client, session, "paper")
    for url_name in (*PAGES[1:], "table_sheets", "hand_slips"):
        assert f'href="{desk_url(session, url_name)}"' in content
    assert f'href="{desk_url(session, "paper")}"' in text(client, session, "event_desk")


def test_only_directors_can_print(client: Client, session: Session) -> None:
    _club, stranger = evening.club_with_director("Another club")
    signed_in(client, stranger)
    assert {client.get(desk_url(session, url_name)).status_code for url_name in PAGES} == {404}
    client.logout()
    assert {client.get(desk_url(session, url_name)).status_code for url_name in PAGES} == {302}


def test_sheets_before_the_draw_say_what_to_do(client: Client) -> None:
    session, director = evening.created(6, round_count=3)
    signed_in(client, director)
    assert all('class="empty"' in text(client, session, page) for page in PAGES)


def test_score_slips_cover_every_table_and_round_with_each_board_once(
    client: Client, session: Session
) -> None:
    slips = [
        slip
        for of_table in read_score_slips(session, session.sections.all()).values()
        for slip in of_table
    ]
    printed = sorted(
        (slip.round, int(slip.table), number) for slip in slips for number, _dealer in slip.boards
    )
    plays = Play.objects.filter(board__session=session).values_list(
        "seating__round__number", "seating__table__number", "board__number"
    )
    assert printed == sorted(plays)
    content = text(client, session, "score_slips")
    assert content.count('class="score-slip"') == len(slips)
    assert content.count('class="signature"') == 2 * len(slips)


def test_score_slip_has_the_fields_of_the_game_without_implied_ones(
    client: Client, session: Session
) -> None:
    slip = text(client, session, "score_slips").split('class="score-slip"')[1]
    row = slip.split("<tbody>")[1].split("</tr>")[0]
    assert re.findall(r'class="suit (\w+)"', row) == [
        "oros",
        "copes",
        "espases",
        "bastos",
        "botifarra",
    ]
    assert re.findall(r"</span> ([\w -]+)</span>", row) == ["contro", "recontro", "N-S", "E-W"]
    assert row.count('class="write-in"') == 2


def test_movement_card_shows_where_a_pair_sits_and_sits_out(
    client: Client, session: Session
) -> None:
    cards = read_movement_cards(session, session.sections.all())
    assert [card.contestant.number for card in cards] == [1, 2, 3, 4, 5, 6, 7]
    assert all(len(card.rounds) == 2 for card in cards)
    assert sum(turn.table is None for card in cards for turn in card.rounds) == 2
    against = {
        (turn.round, card.contestant.number, other.number)
        for card in cards
        for turn in card.rounds
        for other in turn.opponents
    }
    assert against == {(round_, other, one) for round_, one, other in against}
    assert text(client, session, "movement_cards").count('class="movement-card"') == 7 + 3


def test_hand_records_show_open_boards_and_all_after_the_end(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=1)
    signed_in(client, director)
    assert not any(HAND.search(text(client, session, page)) for page in PAGES)
    finish_session(session.pk, director)
    assert text(client, session, "hand_records").count('class="record"') == session.boards.count()


def test_hand_records_draw_every_card_of_their_boards(client: Client) -> None:
    session, director = evening.started(6, round_count=3, boards_per_round=1)
    signed_in(client, director)
    finish_session(session.pk, director)
    page = client.get(desk_url(session, "hand_records")).content.decode()
    boards = page.count('class="record"')
    assert boards
    assert page.count('<use href="#spanish-') == 48 * boards
    assert page.count('<symbol id="spanish-') == 48


def test_printed_results_have_standings_and_scorecards(client: Client, session: Session) -> None:
    content = text(client, session, "printed_results")
    assert "Standings" in content
    assert content.count("printed-card") == 7  # who rested in the first round has begun the second
    assert "1.50" in content


def test_printed_results_can_omit_scorecards(client: Client, session: Session) -> None:
    url = desk_url(session, "printed_results")
    assert f'href="{url}?cards=no"' in text(client, session, "paper")
    content = client.get(url, {"cards": "no"}).content.decode()
    assert "printed-card" not in content
    assert "1.50" in content
    current_links = content.split('aria-current="true">')[1:]
    assert any(link.startswith("Standings only</a>") for link in current_links)


def test_penalty_is_printed_in_standings_and_scorecard(client: Client, session: Session) -> None:
    director = Actor.of_user(int(client.session["_auth_user_id"]))
    penalized_contestant = session.stage.event.contestants.get(number=1)
    give_penalty(penalized_contestant, session.stage, "1/2", "came late", director, "p")
    catch_up()
    assert text(client, session, "printed_results").count("penalty 0.50: came late") == 2


def test_printing_chosen_boards_is_recorded(client: Client, session: Session) -> None:
    url = desk_url(session, "hand_slips")
    slips = client.post(url, {"boards": "1, 3-4"}).content.decode()
    assert slips.count('class="slip"') == 3 * 4
    sheets = client.post(url, {"boards": "2", "sheets": "yes"}).content.decode()
    assert sheets.count('class="board-sheet"') == 1
    assert len(HAND.findall(sheets)) == 4 * 4
    assert [
        entry.data["boards"] for entry in AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS)
    ] == [
        [1, 3, 4],
        [2],
    ]


@pytest.mark.parametrize("boards", ["one", "3, 77777", "1-99999"])
def test_invalid_board_numbers_are_reported_on_their_field(
    client: Client, session: Session, boards: str
) -> None:
    response = client.post(desk_url(session, "hand_slips"), {"boards": boards})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()


def test_unknown_board_number_is_named(client: Client, session: Session) -> None:
    response = client.post(desk_url(session, "hand_slips"), {"boards": "1, 98, 99"})
    content = response.content.decode()
    assert response.status_code == 422
    assert f"The last board is {session.boards.count()}: there is no board 98, 99." in content
    assert 'value="1, 98, 99"' in content, "the typed text is in the field again"
    assert not AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).exists()


@pytest.mark.parametrize(
    ("movement", "round_count", "set_count"), [("barometer", 5, 3), ("mitchell", 3, 1)]
)
def test_print_page_says_how_many_sets_of_slips_the_movement_needs(
    client: Client, movement: str, round_count: int, set_count: int
) -> None:
    session, director = evening.started(6, movement=movement, round_count=round_count)
    page = signed_in(client, director).get(desk_url(session, "hand_slips")).content.decode()
    assert ("print 3 sets" in page) == (set_count == 3)
