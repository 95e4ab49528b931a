"""The history page: steps are previewed, undone, redone and restored."""

import random
import re

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from tests.scenes.evening import enter, enter_round, started
from tests.scenes.undo import current_play, decide
from tests.web.page_content import page_content
from tests.web.signed_in import desk_url, signed_in
from tournaments.actions.penalties.penalties import give_penalty
from tournaments.actions.people.players import link_member
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import AuditAction, Penalty, Play, Player, Round, Session, UndoStep
from tournaments.permissions.actor import Actor
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db

RESULT = {"trump": "oros", "contro": "none", "ns_points": "45"}
OTHER_RESULT = {**RESULT, "ns_points": "38"}


@pytest.fixture
def session_and_director() -> tuple[Session, Actor]:
    session, director = started(8, movement="howell", round_count=7, boards_per_round=2)
    enter_round(playing_round(session), random.Random(4))
    end_round(playing_round(session).pk, director)
    give_penalty(
        session.stage.event.contestants.first(), session.stage, "5", "late again", director, "p"
    )
    return session, director


def hidden_fields(page: str) -> dict[str, str]:
    """Return the hidden fields of the form."""
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page))


def test_penalty_is_undone_and_redone_on_its_pages(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    penalty_step = UndoStep.objects.latest("pk")
    page = page_content(client, desk_url(session, "history"))
    assert page.index("Gave a penalty") < page.index("Round 1 ended")
    assert "late again" in page
    undo = desk_url(session, "undo_step", penalty_step.pk)
    preview = page_content(client, undo)
    assert session.stage.event.contestants.first().name in preview
    assert "Undo a penalty" in preview
    assert Penalty.objects.exists(), "a preview stores nothing"
    assert "Undone." in client.post(undo, follow=True).content.decode()
    assert not Penalty.objects.exists()
    redo_url = desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk)
    assert "undone" in page_content(client, desk_url(session, "history"))
    assert "Done again." in client.post(redo_url, follow=True).content.decode()
    assert Penalty.objects.exists()


def test_row_of_a_round_end_counts_its_results_and_decisions(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    assert "8 results" in page_content(client, desk_url(session, "history"))
    decide(Play.objects.filter(seating__round__number=1).first(), OTHER_RESULT, director)
    page = page_content(client, desk_url(session, "history"))
    assert "8 results, 1 decided by the director" in page


def test_restore_page_undoes_everything_since_the_round_end(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    restore_url = desk_url(
        session, "restore_to_step", UndoStep.objects.get(kind=AuditAction.END_ROUND).pk
    )
    assert "place would change" in page_content(client, restore_url)
    client.post(restore_url, {"seen": UndoStep.objects.latest("pk").pk})
    assert not Penalty.objects.exists()
    assert playing_round(session).number == 2
    assert "Nothing was done since" in page_content(client, restore_url)


@pytest.mark.daily(1)
@pytest.mark.parametrize("url_name", ["restore_to_step", "restore_before_step"])
def test_going_back_undoes_nothing_that_its_page_did_not_list(
    session_and_director, client: Client, url_name: str
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    preview_url = desk_url(session, url_name, UndoStep.objects.get(kind=AuditAction.END_ROUND).pk)
    form_data = hidden_fields(page_content(client, preview_url))
    other_contestant = session.stage.event.contestants.last()
    give_penalty(other_contestant, session.stage, "5", "somebody else did this", director, "q")
    response = client.post(preview_url, form_data)
    assert response.status_code == 422
    assert "Somebody was quicker." in response.content.decode()
    assert Penalty.objects.count() == 2
    assert "somebody else did this" in response.content.decode(), "the other action is listed"
    assert client.post(preview_url, hidden_fields(response.content.decode())).status_code == 302
    assert not Penalty.objects.exists()


def test_history_leads_back_to_the_desk(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    undone = client.post(
        desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk), follow=True
    )
    assert f'<a class="home" href="{desk_url(session)}">' in undone.content.decode()


def test_history_is_filtered_by_topic(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    rounds = page_content(client, desk_url(session, "history") + "?show=rounds")
    assert "Round 1 ended" in rounds
    assert "Gave a penalty" not in rounds
    other_page = page_content(client, desk_url(session, "history") + "?show=other")
    assert "Gave a penalty" in other_page
    assert "Round 1 ended" not in other_page
    assert "Nothing of this kind yet." in page_content(
        client, desk_url(session, "history") + "?show=corrections"
    )
    assert "Gave a penalty" in page_content(
        client, desk_url(session, "history") + "?show=nonsense"
    ), "all of it"


def test_undo_has_the_topic_of_the_step_that_it_undid(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    client.post(desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk))
    assert "Undid: Gave a penalty" in page_content(
        client, desk_url(session, "history") + "?show=other"
    )


def test_preview_counts_the_places_that_would_change(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    page = page_content(client, desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk))
    moved = [re.findall(r'class="num place[^"]*">([^<]*)<', row) for row in page.split("<tr")[3:]]
    assert [(before, after) for before, after in moved if before != after] == [("8", "1")]
    assert "1 place would change" in page


def test_history_says_what_blocks_an_undo(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    first_step = UndoStep.objects.get(kind=AuditAction.END_ROUND)
    end_round(playing_round(session).pk, director)
    page = page_content(client, desk_url(session, "history"))
    assert "It was changed again at" in page
    assert desk_url(session, "undo_step", first_step.pk) not in page
    assert "Undo that first" in page_content(client, desk_url(session, "undo_step", first_step.pk))
    assert (
        "Undo that first"
        in client.post(desk_url(session, "undo_step", first_step.pk), follow=True).content.decode()
    )


def test_refused_undo_links_the_step_to_undo_first(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    first_step = UndoStep.objects.get(kind=AuditAction.END_ROUND)
    started = UndoStep.objects.get(kind=AuditAction.START_SESSION)
    page = page_content(client, desk_url(session, "undo_step", started.pk))
    assert "This cannot be undone yet" in page
    assert f'class="button primary" href="{desk_url(session, "undo_step", first_step.pk)}"' in page


def test_refused_undo_links_the_newest_of_several_steps_to_undo_first(
    session_and_director, client: Client
) -> None:
    """The end of round 1 cannot be undone before that of round 2."""
    session, director = session_and_director
    signed_in(client, director)
    first_step = UndoStep.objects.get(kind=AuditAction.END_ROUND)
    end_round(playing_round(session).pk, director)
    newest = UndoStep.objects.filter(kind=AuditAction.END_ROUND).latest("pk")
    started = UndoStep.objects.get(kind=AuditAction.START_SESSION)
    page = page_content(client, desk_url(session, "undo_step", started.pk))
    assert "2 later actions come first" in page
    assert f'class="button primary" href="{desk_url(session, "undo_step", newest.pk)}"' in page
    assert desk_url(session, "undo_step", first_step.pk) not in page, "one way out"


def test_refused_undo_names_a_change_that_is_no_step_of_the_history(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    ended = UndoStep.objects.get(kind=AuditAction.END_ROUND)
    Round.objects.filter(section__session=session, number=1).update(ended_at=timezone.now())
    page = page_content(client, desk_url(session, "undo_step", ended.pk))
    assert "the start or end of these rounds has changed: 1." in page
    assert "This cannot be undone" in page
    assert 'class="button primary"' not in page, "going back meets the same change"


def test_undo_page_offers_to_undo_later_steps_too_if_that_is_necessary(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    signed_in(client, director)
    play = current_play(session)
    first = decide(play, RESULT, director)
    decide(play, OTHER_RESULT, director)
    page = page_content(client, desk_url(session, "undo_step", first.pk))
    assert "This cannot be undone alone" in page
    assert "It was changed again at" in page
    restore_url = desk_url(session, "restore_before_step", first.pk)
    assert f'method="post" action="{restore_url}"' in page
    assert client.post(restore_url, hidden_fields(page)).status_code == 302
    assert Play.objects.get(pk=play.pk).entry is None


def test_undo_page_lists_the_later_steps_that_stay(session_and_director, client: Client) -> None:
    session, director = session_and_director
    signed_in(client, director)
    ended = decide(current_play(session), RESULT, director)
    other_contestant = session.stage.event.contestants.last()
    give_penalty(other_contestant, session.stage, "5", "somebody else did this", director, "q")
    page = page_content(client, desk_url(session, "undo_step", ended.pk))
    assert "All of this stays." in page
    assert "somebody else did this" in page
    assert "late again" not in page, "the penalty was given before the step"


def test_history_leaves_out_plays_hidden_from_the_reader(
    session_and_director, client: Client
) -> None:
    """A director who still has a board to play sees no decision about it, and cannot undo one."""
    session, director = session_and_director
    play = current_play(session)
    act = decide(play, RESULT, director)
    later_play = (
        Play.objects.filter(board=play.board_id, state=Play.State.DUE).exclude(pk=play.pk).first()
    )
    player = Player.objects.select_related("club").get(
        pk=later_play.seating.places.first().player_id
    )
    link_member(player, director.user_id, director)
    signed_in(client, director)
    assert "Corrected a result" not in page_content(client, desk_url(session, "history"))
    assert client.get(desk_url(session, "undo_step", act.pk)).status_code == 404


def test_history_shows_a_result_and_the_one_it_replaced(
    session_and_director, client: Client
) -> None:
    session, director = session_and_director
    play = current_play(session)
    decide(play, RESULT, director)
    decide(play, OTHER_RESULT, director)
    signed_in(client, director)
    rows = page_content(client, desk_url(session, "history")).split('class="act"')
    newest_row, previous_row = (strip_tags(row).replace("\xa0", " ") for row in rows[1:3])
    assert "coins: N-S 38 instead of coins: N-S 45" in newest_row
    assert "coins: N-S 45" in previous_row


@pytest.mark.parametrize(
    ("entries", "late", "sentence"),
    [
        (((("ns",), RESULT), (("ew",), OTHER_RESULT)), False, "Decided a result"),
        (((("ns",), RESULT),), False, "Decided a result"),
        (((("ns", "ew"), OTHER_RESULT),), False, "Corrected a result"),
        (((("ns",), RESULT),), True, "Accepted a late result"),
        (((("ns",), RESULT), (("ew",), OTHER_RESULT)), True, "Decided a result"),
    ],
)
def test_history_tells_a_decision_from_a_correction(
    session_and_director,
    client: Client,
    entries: tuple[tuple[tuple[str, ...], dict[str, str]], ...],
    late: bool,
    sentence: str,
) -> None:
    session, director = session_and_director
    play = current_play(session)
    if late:
        end_round(play.seating.round_id, director)
    for sides, result in entries:
        enter(play, result, sides)
    decide(Play.objects.get(pk=play.pk), RESULT, director)
    page = page_content(signed_in(client, director), desk_url(session, "history"))
    newest = strip_tags(page.split('class="act"')[1])
    assert sentence in newest
    assert ("instead of" in newest) == (sentence == "Corrected a result")
