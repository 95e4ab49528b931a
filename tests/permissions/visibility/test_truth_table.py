"""Every row of the tables in docs/developers/permissions.md is true.

Functions, pages and API are compared with the tables in a played event.
"""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from tests.api.clients import Api, at_table, member
from tests.permissions.visibility.page_texts import DOCUMENTED_TABLES, Cells
from tests.scenes.devices import linked_phone
from tests.scenes.evening import SEED, club_with_director, created
from tests.scenes.offline_section import PASSPHRASE
from tests.scenes.one_board import (
    SITUATIONS,
    OneBoard,
    board_in_situation,
    board_in_two_sections,
    points,
    with_results_shown,
)
from tournaments.access.shown_standings import visible_snapshot
from tournaments.actions.events.publish import publish_event
from tournaments.actions.people.person_links import (
    create_person_code,
    link_by_code,
    set_licence,
)
from tournaments.actions.rounds.sessions import deal_session, finish_session, start_session
from tournaments.models import Play, Player, Table
from tournaments.permissions.visibility.hands import PUBLIC, public_seed, visible_hands
from tournaments.permissions.visibility.playing_members import is_hidden_from_playing_director
from tournaments.permissions.visibility.results_of_other_tables import table_may_see_own_result
from tournaments.permissions.visibility.results_shown import is_board_hidden
from tournaments.queries.events.event_file import event_file
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import current_seating

pytestmark = [pytest.mark.django_db, pytest.mark.once]

EVENTS = {"at once": "at_once", "after the round": "round", "after the session": "session"}
HANDS = re.compile(r'<span class="ranks">|<p class="run">')
STANDINGS_ROWS = {
    "being played": "in the first round",
    "round over, one missing": "in the second round",
    "session over": "session over",
}
PLAYS_TOO, REVEALED = "director who still has to play it", "the same, after revealing the play"
ELSEWHERE = "The same person in other clubs"
SENDING = "exporting a section as a file"
OTHER_ROWS = (
    *("When a board is sealed", "Opening a sealed board", "A table's own result", "Standings"),
    *("Line-ups", "Team links", "Objections", "Linked devices", ELSEWHERE),
)


def visitor(scene: OneBoard, role: str) -> Client:
    client = Client()
    if role != "anybody":
        client.force_login(get_user_model().objects.get(pk=scene.actors[role].user_id))
    return client


def api_client(scene: OneBoard, role: str) -> Api:
    return Api() if role == "anybody" else member(scene.actors[role])


def page_content(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def public_page_content(scene: OneBoard, name: str, *args: object) -> str:
    event = scene.session.stage.event
    return page_content(Client(), name, event.club.slug, event.slug, *args)


def shows_result(page: str, table_number: int = 1) -> bool:
    """Return whether a page shows the result of a table."""
    return f"N-S {points(table_number)}" in page


def in_words(**ways: bool) -> str:
    """Return `yes` if every way shows it, `no` if none does, else the ways that do."""
    if len(set(ways.values())) == 1:
        return "yes" if all(ways.values()) else "no"
    return ", ".join(way for way, leads in ways.items() if leads)


def hands(scene: OneBoard) -> str:
    session, board = scene.session, scene.plays[1].board
    has_hands = (
        api_client(scene, "anybody").read(f"sessions/{session.pk}/boards/1/")["hands"] is not None
    )
    assert has_hands == (visible_hands(PUBLIC, board) is not None)
    printed = page_content(visitor(scene, "director"), "hand_records", session.stage.event_id)
    return in_words(
        page=bool(HANDS.search(public_page_content(scene, "traveller", 1, 1))),
        paper='class="record"' in printed,
        API=has_hands,
    )


def seed(scene: OneBoard) -> str:
    session, event = scene.session, scene.session.stage.event
    assert public_seed(session) in (None, SEED)
    page = page_content(visitor(scene, "director"), "deals", event.club.slug, event.slug, 1)
    file = Client().get(reverse("deals_file", args=[event.club.slug, event.slug, 1]))
    return in_words(
        function=public_seed(session) == SEED,
        page=SEED in page,
        file=file.status_code == 200,
        text=Client().get(reverse("deals_text", args=[event.club.slug, event.slug, 1])).status_code
        == 200,
        API=api_client(scene, "director").read(f"sessions/{session.pk}/")["seed"] == SEED,
        event_file=event_file(event)["stages"][0]["sessions"][0]["seed"] == SEED,
    )


def for_anybody(scene: OneBoard) -> str:
    play, session = scene.plays[1], scene.session
    number = play.seating.places.order_by("pk")[0].contestant.number
    card = api_client(scene, "anybody").all(f"events/{session.stage.event_id}/scorecards/{number}/")
    traveller = api_client(scene, "anybody").read(f"sessions/{session.pk}/boards/1/traveller/")
    return in_words(
        function=not is_board_hidden(play.board),
        traveller=shows_result(public_page_content(scene, "traveller", 1, 1)),
        scorecard=shows_result(public_page_content(scene, "scorecard", number)),
        API_traveller=bool(traveller["results"]) and not traveller["sealed"],
        API_scorecard=not card[0]["boards"][0]["sealed"] and bool(card[0]["boards"][0]["notation"]),
        API=api_shows_entry(api_client(scene, "anybody"), play),
        API_stranger=api_shows_entry(api_client(scene, "another club's director"), play),
    )


def api_shows_entry(client_api: Api, play: Play) -> bool:
    return client_api.read(f"plays/{play.pk}/")["told"] is not None


def still_to_play(scene: OneBoard, table: Table) -> bool:
    """Return whether somebody who sits at the table, or sat there last, still has to play."""
    due = {
        seat_holder.contestant_id
        for play in scene.plays.values()
        if play.state == "due"
        for seat_holder in play.seating.places.all()
    }
    seating = current_seating(table) or scene.plays[table.number].seating
    return any(seat_holder.contestant_id in due for seat_holder in seating.places.all())


def tables_that(scene: OneBoard, column: str) -> list[Table]:
    """Return the tables of a column of others' results."""
    tables_by_number = {number: play.seating.table for number, play in scene.plays.items()}
    if column == "still has to play it":
        return [table for table in tables_by_number.values() if still_to_play(scene, table)]
    state = {"has entered it": "entered", "has confirmed it": "confirmed"}[column]
    return [
        table
        for number, table in tables_by_number.items()
        if scene.plays[number].state == state and not still_to_play(scene, table)
    ]


def others(scene: OneBoard, table: Table) -> str:
    """Return what the linked device of a table sees of another table's result."""
    play = scene.plays[1 if table.number != 1 else 2]
    assert api_shows_entry(at_table(table), play) == (not is_board_hidden(play.board))
    page = page_content(linked_phone(table), "table_board", code_of(table), 1)
    return in_words(page=shows_result(page, play.seating.table.number))


def own_result(scene: OneBoard, table: Table) -> str:
    play = scene.plays[table.number]
    assert api_shows_entry(at_table(table), play) == (not is_board_hidden(play.board))
    page = page_content(linked_phone(table), "table_board", code_of(table), 1)
    return in_words(
        function=table_may_see_own_result(current_seating(table), play),
        page=f'<dd class="figures-of"> {points(table.number)} </dd>' in " ".join(page.split()),
    )


def own_results(scene: OneBoard, shown_when: str) -> Cells:
    """Return what tables see of their own confirmed result, by the rows of that table."""
    confirmed = [play.seating.table for play in scene.plays.values() if play.state == "confirmed"]
    shown_by_role = {}
    for table in confirmed:
        later = (
            "somebody there still has to play it"
            if still_to_play(scene, table)
            else "everybody there has confirmed it"
        )
        row = (
            f"in the next round, {later}" if shown_when.startswith("round over") else "in its round"
        )
        shown_by_role[shown_when if shown_when == "session over" else row] = own_result(
            scene, table
        )
    return shown_by_role


def at_the_desk(scene: OneBoard, role: str) -> str:
    play = scene.plays[1]
    page = page_content(visitor(scene, role), "desk_play", scene.session.stage.event_id, play.pk)
    assert shows_result(page) == (
        not is_hidden_from_playing_director(scene.actors[role].user_id, play)
    )
    return in_words(page=shows_result(page), API=api_shows_entry(api_client(scene, role), play))


def of_members(scene: OneBoard) -> Cells:
    shown_by_role = {
        role: at_the_desk(scene, role) for role in ("scorer", "director", "owner", PLAYS_TOO)
    }
    reveal = reverse("desk_reveal", args=[scene.session.stage.event_id, scene.plays[1].pk])
    visitor(scene, PLAYS_TOO).post(reveal)
    return shown_by_role | {REVEALED: at_the_desk(scene, PLAYS_TOO)}


def result_count_in_words(scene: OneBoard, results: int) -> str:
    """Return a number of results in the words of the table."""
    plays = Play.objects.filter(board__session=scene.session).exclude(entry=None)
    unfinished_count = plays.exclude(seating__round__ended_at=None).count()
    # the last of equal numbers counts: where no round is over, nothing; where all are, every result
    return {unfinished_count: "rounds that are over", plays.count(): "every result", 0: "nothing"}[
        results
    ]


def of_anybodys_standings(scene: OneBoard) -> str:
    snapshot = visible_snapshot(scene.session.stage)
    results = snapshot.standings["plays"] if snapshot else 0
    assert (
        api_client(scene, "anybody").read(f"events/{scene.session.stage.event_id}/standings/")[
            "results"
        ]
        == results
    )
    assert (f"{results} result" in public_page_content(scene, "standings")) == bool(results)
    assert ("<svg" in public_page_content(scene, "rank_history_chart")) == bool(results)
    return result_count_in_words(scene, results)


def of_printed_standings(scene: OneBoard) -> str:
    page = page_content(visitor(scene, "director"), "printed_results", scene.session.stage.event_id)
    match = re.search(r"(\d+) results", page)
    return result_count_in_words(scene, int(match[1]) if match else 0)


def by_the_act(scene: OneBoard, role: str, url: str, form_data: Cells) -> str:
    """Return whether an action opens the board for a role and shows cards."""
    response = visitor(scene, role).post(url, form_data, follow=True)
    return in_words(page=bool(HANDS.search(response.content.decode())))


@pytest.mark.daily(4)
@pytest.mark.parametrize("shown_when", SITUATIONS)
def test_board_is_visible_as_documented(shown_when: str) -> None:
    played = board_in_situation(shown_when)
    for event, results_shown in EVENTS.items():
        assert_seen(with_results_shown(played, results_shown), shown_when, event)


def assert_seen(scene: OneBoard, shown_when: str, event: str) -> None:
    assert hands(scene) == DOCUMENTED_TABLES["Hands and seed"][shown_when][f"hands, {event}"]
    assert seed(scene) == DOCUMENTED_TABLES["Hands and seed"][shown_when]["seed"]
    assert (
        for_anybody(scene)
        == DOCUMENTED_TABLES["Results of a board for the public"][shown_when][event]
    )
    for column, cell in DOCUMENTED_TABLES[f"Other tables' results, shown {event}"][
        shown_when
    ].items():
        assert {others(scene, table) for table in tables_that(scene, column)} == {cell} - {"–"}, (
            column
        )
    for row, cells in own_results(scene, shown_when).items():
        assert cells == DOCUMENTED_TABLES["A table's own result"][row][event], row
    if row := STANDINGS_ROWS.get(shown_when):
        expected = DOCUMENTED_TABLES["Standings"][row]
        assert (of_anybodys_standings(scene), of_printed_standings(scene)) == (
            expected[event],
            expected["printed"],
        )
    actual, expected = (
        of_members(scene),
        DOCUMENTED_TABLES["Entries of a play, for staff"][shown_when],
    )
    assert {
        role: "–" if cell == "–" else actual[role] for role, cell in expected.items()
    } == expected


def test_sealed_board_is_opened_by_documented_roles() -> None:
    scene = with_results_shown(board_in_situation("being played"), "at_once")
    event = scene.session.stage.event_id
    acts = {
        "printing hand slips": (reverse("hand_slips", args=[event]), {"boards": "1"}),
        "preparing a board at the desk": (
            reverse("prepare_board", args=[event, 1]),
            {"way": "runs"},
        ),
    }
    expected = {
        act: row
        for act, row in DOCUMENTED_TABLES["Opening a sealed board"].items()
        if act != SENDING
    }
    assert expected == {
        act: {role: by_the_act(scene, role, *acts[act]) for role in row}
        for act, row in expected.items()
    }


def test_director_sees_of_another_club_what_is_documented() -> None:
    session, other_director = created(8, round_count=4, boards_per_round=2)
    event, (club, own_director) = session.stage.event, club_with_director("Another")
    linked_player = Player.objects.select_related("club").get(name="Anna 1")
    set_licence(linked_player, "CAT-77", other_director)
    own_player = Player.objects.create(club=club, name="Anna Puig")
    link_by_code(own_player, create_person_code(linked_player, other_director), own_director)
    client, actual = Client(), {}
    client.force_login(get_user_model().objects.get(pk=own_director.user_id))
    deal_session(session.pk, "", other_director)
    steps = {
        "an event coming": lambda: None,
        "an event running": lambda: start_session(session.pk, other_director),
        "an event finished": lambda: finish_session(session.pk, other_director),
        "an event published": lambda: publish_event(event.pk, other_director),
    }
    for state, step in steps.items():
        step()
        page = strip_tags(page_content(client, "person", club.slug, own_player.pk)).replace(
            "\xa0", " "
        )
        actual[state] = in_words(name="Anna 1 – Berta 1" in page, event=event.name in page)
    is_named = (
        ">Anna 1</" in page_content(client, "person", club.slug, own_player.pk)
        or "CAT-77" in page
        or "director-club-manilla" in page
    )
    actual["name, licence number and account there"] = "yes" if is_named else "no"
    assert {row: cell["shown"] for row, cell in DOCUMENTED_TABLES[ELSEWHERE].items()} == actual


def test_section_is_exported_by_documented_roles() -> None:
    scene, expected = board_in_two_sections(), DOCUMENTED_TABLES["Opening a sealed board"][SENDING]
    assert expected == {role: in_words(page=is_sent(scene, role)) for role in expected}


def is_sent(scene: OneBoard, role: str) -> bool:
    """Return whether the user gets the file of a section whose board is not theirs."""
    section = scene.session.sections.get(name="Vic")
    url = reverse("section_export", args=[scene.session.stage.event_id, section.pk])
    response = visitor(scene, role).post(url, {"holder": "Bar", "phrase": PASSPHRASE})
    return "attachment" in response.headers.get("Content-Disposition", "")


def test_every_documented_row_is_tested() -> None:
    """Every row of the tables is looked up by a test above."""
    rows = {
        row for name, table in DOCUMENTED_TABLES.items() if name not in OTHER_ROWS for row in table
    }
    assert rows == set(SITUATIONS)
    assert set(DOCUMENTED_TABLES["Standings"]) == set(STANDINGS_ROWS.values())
