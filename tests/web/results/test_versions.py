"""One key at the desk decides for a version; who is on which decision is seen; nobody overwrites
anybody."""

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
def nobody_is_on_anything() -> None:
    cache.clear()


def in_conflict() -> tuple[Session, Actor, Play]:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    evening.enter(play, RESULT, ("ns",))
    evening.enter(play, OTHER_RESULT, ("ew",))
    return session, director, play


def key_of(page: str, version: str) -> dict[str, str]:
    """What is sent when the first slip with these words is chosen."""
    form = next(
        each for each in re.findall(r'<form class="rule".*?</form>', page, re.S) if version in each
    )
    sent = dict(re.findall(r'type="hidden" name="(key|replaces)" value="([^"]+)"', form))
    keys = re.findall(r'name="entry" value="(\d+)"', form)
    texts = re.findall(r"<label class=\"choice-slip\".*?</label>", form, re.S)
    return (
        sent
        | {"entry": next(k for k, t in zip(keys, texts, strict=True) if version in t)}
        | {"reason": "agreed at the table"}
    )


def test_reason_nobody_chose_says_only_that_the_director_decided(client: Client) -> None:
    session, director, _play = in_conflict()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    first = re.search(r'name="reason">\s*<option>([^<]+)', page)
    assert first
    assert first[1] == "after looking into it"


@pytest.mark.parametrize(
    ("sides", "reason"),
    [(("ns", "ew"), "late, but agreed"), (("ns",), "late, from one side only")],
)
def test_late_result_has_the_late_reason_chosen(
    client: Client, sides: tuple[str, ...], reason: str
) -> None:
    """What is chosen already is printed on both scorecards, so it must be true."""
    session, director = evening.started(6, rounds=2, boards_per_round=1)
    play = first_play(session)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(play, RESULT, sides)
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert re.findall(r"<option selected>([^<]+)", page) == [reason]


def test_late_results_that_differ_have_no_late_reason_chosen(client: Client) -> None:
    session, director = evening.started(6, rounds=2, boards_per_round=1)
    play = first_play(session)
    round_ = playing_round(session)
    assert round_
    end_round(round_.pk, director)
    evening.enter(play, RESULT, ["ns"])
    evening.enter(play, OTHER_RESULT, ["ew"])
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert re.findall(r"<option selected>([^<]+)", page) == []


def another_director(session: Session, name: str) -> Client:
    user = get_user_model().objects.create_user(name)
    add_member(session.stage.event.club, user.pk, Membership.Role.DIRECTOR, SYSTEM)
    return signed_in(Client(), Actor.of_user(user.pk))


def test_each_version_stands_with_who_said_it_and_one_key_decides_for_it(client: Client) -> None:
    session, director, play = in_conflict()
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    names = play.seating.places.order_by("pk").values_list("contestant__name", flat=True).distinct()
    for shown in ("N-S 40", "N-S 41", *names, "both sheets say so"):
        assert shown in page
    for line in ("N-S", "E-W"):
        assert f"entered by {line}" in page
    told = client.post(
        desk_url(session, "desk_version", play.pk), key_of(page, "N-S 41"), follow=True
    )
    play.refresh_from_db()
    assert play.entry is not None
    assert (play.state, play.entry.outcome["ns_points"], play.entry.reason) == (
        "confirmed",
        41,
        "agreed at the table",
    )
    assert "Board 1, table 1: coins: N-S 41 counts now." in told.content.decode()
    act = UndoStep.objects.latest("pk")
    undo = desk_url(session, "act_undo", act.pk)
    assert f'action="{undo}"' in told.content.decode()
    client.post(undo)
    play.refresh_from_db()
    assert play.state == Play.State.CONFLICT


def test_two_slips_underline_the_number_in_which_they_differ(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    for page in (desk_url(session), desk_url(session, "desk_play", play.pk)):
        shown = client.get(page).content.decode()
        assert re.findall(r'<span class="differs">(\d+)</span>', shown) == ["40", "41"], page
        assert not re.search(r'class="suit \w+ differs"', shown), "both called the same"


def test_who_comes_second_is_told_so_and_nothing_changes(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    second = another_director(session, "marta")
    address = desk_url(session, "desk_version", play.pk)
    seen, seen_second = (each.get(desk_url(session)).content.decode() for each in (client, second))
    client.post(address, key_of(seen, "N-S 41"))
    answer = second.post(address, key_of(seen_second, "N-S 40"))
    assert answer.status_code == 409
    assert "somebody has already decided" in answer.content.decode()
    play.refresh_from_db()
    assert play.entry is not None
    assert (play.entry.outcome["ns_points"], play.entries.count()) == (41, 3)


def test_the_same_key_twice_is_one_decision(client: Client) -> None:
    session, director, play = in_conflict()
    said = key_of(signed_in(client, director).get(desk_url(session)).content.decode(), "N-S 41")
    for _time in range(2):
        assert client.post(desk_url(session, "desk_version", play.pk), said).status_code == 302
    assert play.entries.count() == 3


def test_an_entry_of_another_play_is_not_taken(client: Client) -> None:
    session, director, play = in_conflict()
    other = Play.objects.filter(board__session=session).exclude(pk=play.pk).order_by("pk")[0]
    said = key_of(signed_in(client, director).get(desk_url(session)).content.decode(), "N-S 41")
    assert client.post(desk_url(session, "desk_version", other.pk), said).status_code == 404


def test_the_words_of_a_board_yet_to_be_played_are_kept_from_the_desk(client: Client) -> None:
    scene = board_in_situation("being played")
    evening.enter(scene.plays[3], RESULT | {"ns_points": "66"}, ("ew",))
    assert scene.plays[3].entries.count() == 2
    everybody = (
        signed_in(client, scene.actors["director"]).get(desk_url(scene.session)).content.decode()
    )
    assert "N-S 66" in everybody
    kept = signed_in(client, scene.actors["director who has it yet to play"]).get(
        desk_url(scene.session)
    )
    assert "N-S 66" not in kept.content.decode()
    assert f'id="waits-{scene.plays[3].pk}"' in kept.content.decode()


def test_who_is_on_a_decision_is_seen_on_the_desk_and_on_its_page(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    marta = another_director(session, "marta")
    before = client.get(desk_url(session)).content.decode()
    assert "is on it" not in before
    seen = re.findall(r"_room\?seen=([^&]+)&amp;step=([^\"&]+)", before)[0]
    marta.get(desk_url(session, "desk_play", play.pk))
    again = client.get(desk_url(session, "desk_room"), {"seen": seen[0], "step": seen[1]})
    assert again.content.decode().count("marta is on it") == 1
    assert (
        "marta is looking at this too"
        in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )
    assert (
        "director-club-manilla is looking at this too"
        in marta.get(desk_url(session, "desk_on_it", play.pk)).content.decode()
    )
    assert "marta is on it" not in marta.get(desk_url(session)).content.decode()


def test_who_has_decided_is_on_it_no_longer(client: Client) -> None:
    session, director, play = in_conflict()
    signed_in(client, director)
    marta = another_director(session, "marta")
    marta.get(desk_url(session, "desk_play", play.pk))
    marta.post(
        desk_url(session, "desk_version", play.pk),
        key_of(marta.get(desk_url(session)).content.decode(), "41"),
    )
    assert (
        "marta is on it" not in client.get(desk_url(session, "desk_play", play.pk)).content.decode()
    )


def decided_and_contradicted(
    kind: Entry.Kind, outcome: dict[str, object]
) -> tuple[Session, Actor, Play]:
    """A first board that the director has decided about, and of which the table enters something
    since."""
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    decide_play(
        play.pk, kind, outcome, replaces=0, reason="seen at the table", actor=director, key="d"
    )
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ns",))
    return session, director, play


def leave_form(page: str) -> dict[str, str]:
    """The fields of the form with the one button that leaves a decision as it is."""
    form = next(
        each for each in re.findall(r"<form.*?</form>", page, re.S) if "Keep my decision" in each
    )
    return dict(re.findall(r'name="(key|replaces|entry)" value="([^"]+)"', form))


@pytest.mark.parametrize(
    ("kind", "outcome", "words"),
    [
        (Entry.Kind.VOID, {}, "not played"),
        (Entry.Kind.RULING, RESULT, "N-S 40"),
        (Entry.Kind.CORRECTION, RESULT, "N-S 40"),
    ],
)
def test_director_leaves_a_decision_as_it_is_with_one_button(
    client: Client, kind: Entry.Kind, outcome: dict[str, object], words: str
) -> None:
    session, director, play = decided_and_contradicted(kind, outcome)
    before = play.state
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    assert "entered after your decision" in page
    button = page[page.index("Keep my decision") :].split("</button>")[0]
    assert words in button
    done = client.post(desk_url(session, "desk_version", play.pk), leave_form(page), follow=True)
    told = "now marked as not played." if kind == Entry.Kind.VOID else f"{words} counts now."
    assert told in done.content.decode()
    assert "entered after your decision" not in done.content.decode()
    play.refresh_from_db()
    assert play.state == before
    assert play.entry is not None
    assert (play.entry.kind, play.entry.reason) == (kind, "seen at the table")
    client.post(desk_url(session, "act_undo", UndoStep.objects.latest("pk").pk))
    assert "entered after your decision" in client.get(desk_url(session)).content.decode()


def test_awards_given_are_left_as_they_are_with_one_button(client: Client) -> None:
    session, director = evening.started(6, rounds=2)
    play = first_play(session, seating__round__number=1)
    given = {"ns": "average_plus", "ew": "average_minus"}
    give_awards(play.pk, given, replaces=0, reason="so", actor=director, key="a")
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ns",))
    page = signed_in(client, director).get(desk_url(session)).content.decode()
    client.post(desk_url(session, "desk_version", play.pk), leave_form(page))
    play.refresh_from_db()
    assert play.entry is not None
    assert play.entry.given == given
    assert "entered after your decision" not in client.get(desk_url(session)).content.decode()


def test_decision_is_not_left_once_another_entry_has_come(client: Client) -> None:
    session, director, play = decided_and_contradicted(Entry.Kind.VOID, {})
    form = leave_form(signed_in(client, director).get(desk_url(session)).content.decode())
    play.refresh_from_db()
    evening.enter(play, OTHER_RESULT, ("ew",))
    assert client.post(desk_url(session, "desk_version", play.pk), form).status_code == 409
    assert play.entries.count() == 3
