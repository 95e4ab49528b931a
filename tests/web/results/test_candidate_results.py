"""Choosing a candidate result at the desk, other viewers, and concurrent decisions."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from tests.scenes import evening
from tests.scenes.one_board import board_in_situation
from tests.web.signed_in import OTHER_RESULT, RESULT, desk_url, first_play, signed_in
from tournaments.actions.clubs.club import add_member
from tournaments.actions.results.adjusted_awards import give_awards
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.end_round import end_round
from tournaments.models import Entry, Membership, Play, Session, UndoStep
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.queries.rounds.seating import playing_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clear_cache() -> None:
    cache.clear()


def in_conflict() -> tuple[Session, Actor, Play]:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    return session, director, play


def form_data_for(page: str, candidate_text: str) -> dict[str, str]:
    """Return what is sent when the first candidate with this text is chosen."""
    rule_form = next(
        form
        for form in re.findall(r'<form class="rule".*?</form>', page, re.S)
        if candidate_text in form
    )
    form_data = dict(re.findall(r'type="hidden" name="(key|replaces)" value="([^"]+)"', rule_form))
    keys = re.findall(r'name="entry" value="(\d+)"', rule_form)
    texts = re.findall(r"<label class=\"choice-slip\".*?</label>", rule_form, re.S)
    return (
        form_data
        | {
            "entry": next(
                entry_key
                for entry_key, text in zip(keys, texts, strict=True)
                if candidate_text in text
            )
        }
        | {"reason": "agreed at the table"}
    )


def test_default_reason_only_says_that_the_director_decided(client: Client) -> None:
    session, director, _play = in_conflict()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert first_reason(page) == "after looking into it"


def first_reason(page: str) -> str:
    """Return the reason that is preselected: the first option."""
    match = re.search(r'name="reason">\s*<option>([^<]+)', page)
    assert match
    return match[1]


@pytest.mark.parametrize(
    ("sides", "reason"),
    [(("ns", "ew"), "late, but agreed"), (("ns",), "late, from one side only")],
)
def test_late_result_has_its_reason_preselected(
    client: Client, sides: tuple[str, ...], reason: str
) -> None:
    """The preselected reason is printed on both scorecards, so it must be true."""
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    play = first_play(session)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(play, RESULT, sides)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert first_reason(page) == reason


def test_late_result_is_accepted_or_not_counted_in_the_list(client: Client) -> None:
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    play = first_play(session)
    end_round(play.seating.round_id, director)
    evening.enter(play, RESULT, ("ns",))
    play.refresh_from_db()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    play_url = desk_url(session, "desk_play", play.pk)
    assert f'name="kind" value="void" formaction="{play_url}"' in page
    assert re.search(r"<i>\s*Accept: N-S 40\s*</i>", page)
    form_data = {"key": "refused", "replaces": play.revision, "kind": "void", "reason": "too late"}
    page = client.post(play_url, form_data, follow=True).content.decode()
    assert "now marked as not played" in page


def test_conflict_offers_no_reason_of_late_results(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "<option>heard both sides" in page
    assert "<option>late" not in page


def test_late_result_has_its_reason_preselected_in_a_language_with_apostrophes(
    client: Client,
) -> None:
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    play = first_play(session)
    end_round(play.seating.round_id, director)
    evening.enter(play, RESULT, ("ns",))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "ca"
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "d&#x27;una sola banda" in first_reason(page)


def test_differing_late_results_have_the_default_reason(client: Client) -> None:
    session, director = evening.started(6, round_count=2, boards_per_round=1)
    play = first_play(session)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER_RESULT, ["ew"])
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert first_reason(page) == "after looking into it"


def another_director(session: Session, name: str) -> Client:
    user = get_user_model().objects.create_user(name)
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return signed_in(Client(), Actor.of_user(user.pk))


def test_candidates_are_shown_with_their_source_and_can_be_chosen(client: Client) -> None:
    session, director, play = in_conflict()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    names = play.seating.places.order_by("pk").values_list("contestant__name", flat=True).distinct()
    for text in ("N-S 40", "N-S 41", *names, "both sheets say so"):
        assert text in page
    for line in ("N-S", "E-W"):
        assert f"entered by {line}" in page
    response = client.post(
        desk_url(session, "choose_result", play.pk), form_data_for(page, "N-S 41"), follow=True
    )
    play.refresh_from_db()
    assert play.entry is not None
    assert (play.state, play.entry.outcome["ns_points"], play.entry.reason) == (
        "confirmed",
        41,
        "agreed at the table",
    )
    assert "Board 1, table 1: coins: N-S 41 counts now." in response.content.decode()
    step = UndoStep.objects.latest("pk")
    undo_url = desk_url(session, "undo_step", step.pk)
    assert f'action="{undo_url}"' in response.content.decode()
    client.post(undo_url)
    play.refresh_from_db()
    assert play.state == Play.State.CONFLICT


def test_differing_numbers_of_two_candidates_are_underlined(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    for url in (desk_url(session), desk_url(session, "desk_play", play.pk)):
        page = client.get(url).content.decode()
        assert re.findall(r'<span class="differs">(\d+)</span>', page) == ["40", "41"], url
        assert not re.search(r'class="suit \w+ differs"', page), "both called the same"


def test_second_director_is_refused_and_changes_nothing(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    second_director = another_director(session, "marta")
    url = desk_url(session, "choose_result", play.pk)
    first_page, second_page = (
        viewer.get(desk_url(session)).content.decode() for viewer in (client, second_director)
    )
    client.post(url, form_data_for(first_page, "N-S 41"))
    response = second_director.post(url, form_data_for(second_page, "N-S 40"))
    assert response.status_code == 409
    assert "somebody has already decided" in response.content.decode()
    play.refresh_from_db()
    assert play.entry is not None
    assert (play.entry.outcome["ns_points"], play.entries.count()) == (41, 3)


def test_choice_with_the_same_key_is_one_decision(client: Client) -> None:
    session, director, play = in_conflict()
    form_data = form_data_for(
        signed_in(client, director).get(desk_url(session)).content.decode(), "N-S 41"
    )
    for _attempt in range(2):
        assert (
            client.post(desk_url(session, "choose_result", play.pk), form_data).status_code == 302
        )
    assert play.entries.count() == 3


def test_entry_of_another_play_cannot_be_chosen(client: Client) -> None:
    session, director, play = in_conflict()
    other_play = Play.objects.filter(board__session=session).exclude(pk=play.pk).order_by("pk")[0]
    form_data = form_data_for(
        signed_in(client, director).get(desk_url(session)).content.decode(), "N-S 41"
    )
    assert (
        client.post(desk_url(session, "choose_result", other_play.pk), form_data).status_code == 404
    )


def test_pending_decision_hides_its_results_from_a_playing_director(client: Client) -> None:
    scene = board_in_situation("being played")
    evening.enter(scene.plays[3], RESULT | {"ns_points": "66"}, ("ew",))
    assert scene.plays[3].entries.count() == 2
    page = signed_in(client, scene.actors["director"]).get(desk_url(scene.session)).content.decode()
    assert "N-S 66" in page
    response = signed_in(client, scene.actors["director who still has to play it"]).get(
        desk_url(scene.session)
    )
    assert "N-S 66" not in response.content.decode()
    assert f'id="waits-{scene.plays[3].pk}"' in response.content.decode()


def test_other_viewers_of_a_decision_are_shown(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    marta = another_director(session, "marta")
    page_before = client.get(desk_url(session)).content.decode()
    assert "is on it" not in page_before
    seen, step = re.findall(r"_room\?seen=([^&]+)&amp;step=([^\"&]+)", page_before)[0]
    marta.get(desk_url(session, "desk_play", play.pk))
    response = client.get(desk_url(session, "desk_update"), {"seen": seen, "step": step})
    assert response.content.decode().count("marta is on it") == 1
    assert (
        "marta is looking at this too"
        in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )
    assert (
        "director-club-manilla is looking at this too"
        in marta.get(desk_url(session, "desk_presence", play.pk)).content.decode()
    )
    assert "marta is on it" not in marta.get(desk_url(session)).content.decode()


def test_director_who_has_decided_is_no_longer_a_viewer(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    marta = another_director(session, "marta")
    marta.get(desk_url(session, "desk_play", play.pk))
    marta.post(
        desk_url(session, "choose_result", play.pk),
        form_data_for(marta.get(desk_url(session)).content.decode(), "41"),
    )
    assert (
        "marta is on it" not in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )


def decided_and_contradicted(
    kind: Entry.Kind, outcome: dict[str, object]
) -> tuple[Session, Actor, Play]:
    """Return a play that the director has decided, with a later entry of the table."""
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    decide_play(
        play.pk, kind, outcome, replaces=0, reason="seen at the table", actor=director, key="d"
    )
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ns",))
    return session, director, play


def keep_decision_form(page: str) -> dict[str, str]:
    """Return the fields of the form whose button keeps the decision."""
    keep_form = next(
        form for form in re.findall(r"<form.*?</form>", page, re.S) if "Keep my decision" in form
    )
    return dict(re.findall(r'name="(key|replaces|entry)" value="([^"]+)"', keep_form))


@pytest.mark.parametrize(
    ("kind", "outcome", "words"),
    [
        (Entry.Kind.VOID, {}, "not played"),
        (Entry.Kind.RULING, RESULT, "N-S 40"),
        (Entry.Kind.CORRECTION, RESULT, "N-S 40"),
    ],
)
def test_director_keeps_a_decision_with_one_button(
    client: Client, kind: Entry.Kind, outcome: dict[str, object], words: str
) -> None:
    session, director, play = decided_and_contradicted(kind, outcome)
    state_before = play.state
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "entered after your decision" in page
    button = page[page.index("Keep my decision") :].split("</button>")[0]
    assert words in button
    response = client.post(
        desk_url(session, "choose_result", play.pk), keep_decision_form(page), follow=True
    )
    message = "now marked as not played." if kind == Entry.Kind.VOID else f"{words} counts now."
    assert message in response.content.decode()
    assert "entered after your decision" not in response.content.decode()
    play.refresh_from_db()
    assert play.state == state_before
    assert play.entry is not None
    assert (play.entry.kind, play.entry.reason) == (kind, "seen at the table")
    client.post(desk_url(session, "undo_step", UndoStep.objects.latest("pk").pk))
    assert "entered after your decision" in client.get(desk_url(session)).content.decode()


def test_director_keeps_given_awards_with_one_button(client: Client) -> None:
    session, director = evening.started(6, round_count=2)
    play = first_play(session, seating__round__number=1)
    awards = {"ns": "average_plus", "ew": "average_minus"}
    give_awards(play.pk, awards, replaces=0, reason="both sides agree", actor=director, key="a")
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ns",))
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    client.post(desk_url(session, "choose_result", play.pk), keep_decision_form(page))
    play.refresh_from_db()
    assert play.entry is not None
    assert play.entry.given == awards
    assert "entered after your decision" not in client.get(desk_url(session)).content.decode()


def test_keeping_a_decision_conflicts_with_a_new_entry(client: Client) -> None:
    session, director, play = decided_and_contradicted(Entry.Kind.VOID, {})
    form_data = keep_decision_form(
        signed_in(client, director).get(desk_url(session)).content.decode()
    )
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ew",))
    assert client.post(desk_url(session, "choose_result", play.pk), form_data).status_code == 409
    assert play.entries.count() == 3
