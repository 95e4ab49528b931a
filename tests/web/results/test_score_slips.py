"""The page for typing score slips, without scripts; browser tests cover its script."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client

from tests.scenes import evening
from tests.web.phone.table_pages import likely_result, with_swapped_points
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.people.players import link_member
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Membership, PlausibilityQuestion, Play, Seating, Session
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.desk.score_slips import find_slip
from tournaments.templatetags.letters import shortcut_letters

pytestmark = pytest.mark.django_db


@pytest.fixture
def running_session(client: Client) -> Session:
    """Return a session of six pairs in its first round, with the director signed in."""
    session, director = evening.started(6, round_count=3, boards_per_round=2)
    signed_in(client, director)
    return session


def plays(session: Session, table_number: int = 1) -> list[Play]:
    slip = find_slip(session.sections.all(), 1, str(table_number))
    assert slip
    return list(slip.plays.order_by("board__number"))


def slip_form(*rows: tuple[Play, dict[str, object]], key: str = "once") -> dict[str, object]:
    """Return a slip as its form sends it: unticked boxes are not sent."""
    names = {
        f"{play.pk}-{name}": value
        for play, row in rows
        for name, value in row.items()
        if value != "no"
    }
    return {"key": key} | names


def slip_url(session: Session, table_number: int) -> str:
    return desk_url(session, "typing") + f"?round=1&table={table_number}"


def test_slip_can_mark_a_board_as_not_played(client: Client, running_session: Session) -> None:
    first_play, second_play = plays(running_session)
    assert (
        f'name="{second_play.pk}-not-played"'
        in client.get(slip_url(running_session, 1)).content.decode()
    )
    typed = slip_form((first_play, RESULT)) | {f"{second_play.pk}-not-played": "yes"}
    answer = client.post(slip_url(running_session, 1), typed, follow=True).content.decode()
    assert f"boards {first_play.board.number}, {second_play.board.number}" in answer
    states = {play.pk: play.state for play in plays(running_session)}
    assert states == {first_play.pk: Play.State.CONFIRMED, second_play.pk: Play.State.VOID}
    assert client.post(slip_url(running_session, 1), typed).status_code == 302, (
        "the same form changes nothing"
    )
    alone = plays(running_session, 2)[0]
    client.post(slip_url(running_session, 2), {"key": "again", f"{alone.pk}-not-played": "yes"})
    alone.refresh_from_db()
    assert alone.state == Play.State.VOID


def test_slip_with_a_wrong_row_stores_no_board_as_not_played(
    client: Client, running_session: Session
) -> None:
    first_play, second_play = plays(running_session)
    invalid_form = slip_form((first_play, RESULT | {"ns_points": "99"})) | {
        f"{second_play.pk}-not-played": "yes"
    }
    response = client.post(slip_url(running_session, 1), invalid_form)
    assert response.status_code == 422
    assert re.search(
        rf'name="{second_play.pk}-not-played" value="yes" data-rare checked',
        response.content.decode(),
    )
    assert {play.state for play in plays(running_session)} == {Play.State.DUE}


def test_stored_slip_is_followed_by_the_next_one(client: Client, running_session: Session) -> None:
    first_play, second_play = plays(running_session)
    response = client.post(
        slip_url(running_session, 1),
        slip_form((first_play, RESULT), (second_play, RESULT)),
        follow=True,
    )
    assert response.redirect_chain == [(slip_url(running_session, 2), 302)]
    content = response.content.decode()
    assert "Round 1, table 2" in content
    assert content.count('coins: <span class="unbroken">N-S 40</span>') == 2
    assert set(
        Play.objects.filter(pk__in=[first_play.pk, second_play.pk]).values_list("state", flat=True)
    ) == {"confirmed"}


def test_slip_shows_errors_in_their_rows_and_keeps_its_values(
    client: Client, running_session: Session
) -> None:
    first_play, second_play = plays(running_session)
    invalid_result = RESULT | {"ns_points": "73"}
    response = client.post(
        slip_url(running_session, 1), slip_form((first_play, RESULT), (second_play, invalid_result))
    )
    content = response.content.decode()
    assert response.status_code == 422
    row = content.split(f'id="problems-{second_play.pk}"')[1].split("</div>")[0]
    assert "73 is not between 0 and 72" in row
    assert "errorlist" not in content.split(f'id="problems-{first_play.pk}"')[1].split("</div>")[0]
    assert 'value="40"' in content
    assert not Entry.objects.exists()


def test_slip_with_another_result_under_the_same_key_is_refused(
    client: Client, running_session: Session
) -> None:
    first_play, _second = plays(running_session)
    client.post(slip_url(running_session, 1), slip_form((first_play, RESULT)))
    assert (
        client.post(
            slip_url(running_session, 1), slip_form((first_play, RESULT | {"ns_points": "41"}))
        ).status_code
        == 409
    )


def test_row_of_a_slip_is_checked_on_its_own(client: Client, running_session: Session) -> None:
    first_play, _second = plays(running_session)

    def check_page(row: dict[str, object]) -> str:
        form_data = slip_form((first_play, row)) | {"play": first_play.pk}
        return client.post(desk_url(running_session, "typing_check"), form_data).content.decode()

    assert "errorlist" not in check_page({"trump": "", "contro": "none", "ns_points": ""})
    assert "errorlist" not in check_page(RESULT)
    assert "Write the points, from 0" in check_page(RESULT | {"ns_points": ""})
    assert "Trump is missing." in check_page(RESULT | {"trump": ""})
    assert client.post(desk_url(running_session, "typing_check"), {"play": "0"}).status_code == 404
    assert not Entry.objects.exists()


def test_unknown_slip_is_reported_and_the_next_one_shown(
    client: Client, running_session: Session
) -> None:
    content = client.get(desk_url(running_session, "typing") + "?round=2&table=1").content.decode()
    assert "There is no slip of table 1 in round 2" in content
    assert "Round 1, table 1" in content


def test_typing_page_is_empty_when_all_slips_are_typed(
    client: Client, running_session: Session
) -> None:
    for slip in Seating.objects.filter(
        round__number=1, round__section__session=running_session
    ).select_related("table"):
        rows = [(play, RESULT) for play in slip.plays.all()]
        response = client.post(
            slip_url(running_session, slip.table.number),
            slip_form(*rows, key=f"k{slip.pk}"),
            follow=True,
        )
    assert "No slip to type" in response.content.decode()


def test_scorer_can_type_slips_and_nobody_else_can(
    client: Client, running_session: Session
) -> None:
    client.force_login(_scorer(running_session))
    assert (
        desk_url(running_session, "typing")
        in client.get(desk_url(running_session)).content.decode()
    )
    first_play, _second = plays(running_session)
    content = client.post(
        slip_url(running_session, 1), slip_form((first_play, RESULT)), follow=True
    ).content.decode()
    assert "The director corrects it" in content
    assert desk_url(running_session, "desk_play", first_play.pk) not in content
    _club, stranger = evening.club_with_director("Another club")
    assert signed_in(client, stranger).get(desk_url(running_session, "typing")).status_code == 404
    client.logout()
    assert (
        client.get(desk_url(running_session, "typing")).headers["Location"].startswith("/sign-in/")
    )


def _scorer(session: Session) -> AbstractBaseUser:
    user = get_user_model().objects.create_user("scorer")
    add_member(session.stage.event.club, user.pk, Membership.Role.SCORER, SYSTEM)
    return user


@pytest.mark.parametrize(("game", "keyboard"), [("score_sheet", "text"), ("donguri", "numeric")])
def test_number_that_may_be_negative_is_typed_with_a_keyboard_that_has_a_minus(
    client: Client, game: str, keyboard: str
) -> None:
    session, director = evening.started_game(game)
    content = signed_in(client, director).get(slip_url(session, 1)).content.decode()
    assert set(re.findall(r'<input class="number" type="text" inputmode="(\w+)"', content)) == {
        keyboard
    }


def test_unlikely_result_on_a_slip_needs_confirmation(
    client: Client, running_session: Session
) -> None:
    first_play, second_play = plays(running_session)
    rows = (
        (first_play, likely_result(first_play.board.number)),
        (second_play, with_swapped_points(likely_result(second_play.board.number))),
    )
    response = client.post(slip_url(running_session, 1), slip_form(*rows))
    content = response.content.decode()
    assert response.status_code == 422
    question = " ".join(
        content.split('class="problems ask doubt"')[1].split("</section>")[0].split()
    )
    assert f"and that this is board {second_play.board.number}." in question
    assert f"this is board {first_play.board.number}." not in question
    assert 'name="sure" value="yes"' in question
    assert not Entry.objects.exists()
    assert [item.play_id for item in PlausibilityQuestion.objects.all()] == [second_play.pk]
    assert (
        client.post(
            slip_url(running_session, 1), slip_form(*rows, key="again") | {"sure": "yes"}
        ).status_code
        == 302
    )
    assert {play.state for play in plays(running_session)} == {"confirmed"}
    assert PlausibilityQuestion.objects.count() == 1


def test_slip_asks_about_all_unlikely_results_at_once(
    client: Client, running_session: Session
) -> None:
    rows = [
        (play, with_swapped_points(likely_result(play.board.number)))
        for play in plays(running_session)
    ]
    content = client.post(slip_url(running_session, 1), slip_form(*rows)).content.decode()
    for play, _row in rows:
        assert f"and that this is board {play.board.number}." in content
    assert content.count("autofocus") == 1
    assert PlausibilityQuestion.objects.count() == 2


def test_slip_typed_after_its_round_needs_confirmation_as_well(
    client: Client, running_session: Session
) -> None:
    first_play, _second = plays(running_session)
    end_round(first_play.seating.round_id, Actor.of_user(get_user_model().objects.get().pk))
    row = with_swapped_points(likely_result(first_play.board.number))
    assert (
        client.post(slip_url(running_session, 1), slip_form((first_play, row))).status_code == 422
    )
    assert not Entry.objects.exists()


def test_unlikely_result_of_a_scorer_needs_confirmation(
    client: Client, running_session: Session
) -> None:
    client.force_login(_scorer(running_session))
    first_play, _second = plays(running_session)
    url, row = (
        desk_url(running_session, "desk_enter", first_play.pk),
        with_swapped_points(likely_result(first_play.board.number)),
    )
    response = client.post(url, row)
    assert response.status_code == 422
    page_after = " ".join(response.content.decode().split())  # a number has a fixed space before it
    assert page_after.count(f"and that this is board {first_play.board.number}.") == 1
    assert client.post(url, row | {"sure": "yes"}).status_code == 302
    assert first_play.entries.count() == 1


def row_of(content: str, play: Play) -> str:
    """Return the row of a board on the typing page with normalized whitespace."""
    return " ".join(content.split(f'id="row-{play.pk}"')[1].split("</fieldset>")[0].split())


def test_slip_shows_the_present_result_of_each_board(
    client: Client, running_session: Session
) -> None:
    first_play, second_play = plays(running_session)
    evening.enter(first_play, RESULT)
    content = client.get(slip_url(running_session, 1)).content.decode()
    row = row_of(content, first_play)
    assert "N-S 40" in row
    assert f'href="{desk_url(running_session, "desk_play", first_play.pk)}#decide"' in row
    assert "Type it from the slip" not in row, "a row has one link for changing its board"
    assert "N-S 40" not in row_of(content, second_play)
    assert "<summary" not in row_of(content, second_play).split("Revoke")[0]


def test_slip_shows_that_a_board_is_not_played_and_takes_no_result_for_it(
    client: Client, running_session: Session
) -> None:
    first_play, second_play = plays(running_session)
    director = Actor.of_user(get_user_model().objects.get().pk)
    void = Entry.Kind.VOID
    decide_play(first_play.pk, void, {}, replaces=0, reason="no time", actor=director, key="v")
    row = row_of(client.get(slip_url(running_session, 1)).content.decode(), first_play)
    assert "not played" in row
    assert "no time" in row
    assert f'href="{desk_url(running_session, "desk_play", first_play.pk)}#decide"' in row
    assert f'name="{first_play.pk}-trump"' not in row
    response = client.post(
        slip_url(running_session, 1), slip_form((first_play, RESULT), (second_play, RESULT))
    )
    assert response.status_code == 422
    assert "The director has ruled on this board" in row_of(response.content.decode(), first_play)
    assert list(Entry.objects.values_list("kind", flat=True)) == [void]


def test_slip_shows_a_conflict(client: Client, running_session: Session) -> None:
    first_play, _second = plays(running_session)
    evening.enter(first_play, RESULT, ["ns"])
    evening.enter(first_play, OTHER_RESULT, ["ew"])
    row = row_of(client.get(slip_url(running_session, 1)).content.decode(), first_play)
    assert "N-S 40" not in row
    assert 'class="chip conflict"' in row


def test_scorer_reads_that_the_director_changes_a_decided_board(
    client: Client, running_session: Session
) -> None:
    first_play, _second = plays(running_session)
    director = Actor.of_user(get_user_model().objects.get().pk)
    decide_play(
        first_play.pk, Entry.Kind.VOID, {}, replaces=0, reason="no time", actor=director, key="v"
    )
    client.force_login(_scorer(running_session))
    row = row_of(client.get(slip_url(running_session, 1)).content.decode(), first_play)
    assert "Only the director can change this" in row


def test_slip_hides_results_from_a_playing_director(
    client: Client, running_session: Session
) -> None:
    concealed, _second = plays(running_session)
    other_play = Play.objects.filter(board=concealed.board).exclude(pk=concealed.pk).first()
    assert other_play
    seat_holder = other_play.seating.places.select_related("player__club").first()
    assert seat_holder
    director = Actor.of_user(get_user_model().objects.get().pk)
    link_member(seat_holder.player, director.user_id or 0, director)
    evening.enter(concealed, RESULT)
    content = client.get(slip_url(running_session, 1)).content.decode()
    row = row_of(content, concealed)
    assert "N-S 40" not in row
    assert f"You still have board {concealed.board.number} to play" in row
    assert f'name="{concealed.pk}-trump"' not in row


def test_shortcut_letters_are_unique_and_follow_the_labels() -> None:
    words = {"oros": "coins", "copes": "cups", "espases": "swords", "bastos": "clubs"}
    assert shortcut_letters(words) == {"oros": "c", "copes": "u", "espases": "s", "bastos": "l"}
    assert shortcut_letters({"a": "a", "a1": "a1"}) == {"a": "a", "a1": ""}


def test_typing_page_has_no_inline_script(client: Client, running_session: Session) -> None:
    content = client.get(desk_url(running_session, "typing")).content.decode()
    assert not re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", content)
    assert content.count("autofocus") == 1
