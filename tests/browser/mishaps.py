"""What goes wrong in an evening, a line each: the room, the way from the desk, and what is so afterwards.

A mishap more is a line of `MISHAPS`; tests/browser/test_mishaps.py asks the same of all of them.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import timedelta
from random import Random
from typing import NamedTuple

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.scenes.drawn import next_round, play_matches, started_matches
from tests.scenes.evening import enter, enter_round, outcome, play_out, play_round, started
from tests.web.signed_in import OTHER, RESULT
from tournaments.actions.actor import Actor
from tournaments.actions.clubs.penalties import add_club_penalty
from tournaments.actions.events.event import publish_event
from tournaments.actions.rounds.clock_plan import set_clock
from tournaments.models import Contestant, Event, Penalty, Place, Play, Round, Session
from tournaments.queries.who_sits_where import playing_round

Room = tuple[Session, Actor]


class Link(str):
    """Words of a link, where a button on the same page bears them too."""


Step = str | tuple[str, str]
"""What a director does on the way: a key by its words, or a field by its label and what goes into it."""


class Mishap(NamedTuple):
    """What went wrong in a room, and how it is mended.

    `way` leads from the desk to the page with `key`, which does it; there stands what is `named`. `so` is
    what holds afterwards and not before, `told` how what was done is called. `slower` is said to a director
    who had the same page open; `stays`: why it cannot be undone, where it cannot. `previewed`: whether that
    page has the standings before and after.
    """

    name: str
    room: Callable[[], Room]
    way: Sequence[Step]
    named: str
    so: Callable[[], bool]
    told: str
    key: str = "Mend it"
    slower: str = "Somebody was quicker."
    previewed: bool = True
    stays: str = ""


def evening() -> Room:
    """Eight pairs have played a round, and all is said of the second, which is the last."""
    session, director = _in_round_two(rounds=2)
    enter_round(_now(session), Random(2))
    return session, director


def goes_on() -> Room:
    """The same, with five rounds to come."""
    session, director = _in_round_two()
    enter_round(_now(session), Random(2))
    return session, director


def result_missing() -> Room:
    """The same, but board 12 is due at table 1."""
    session, director = _in_round_two()
    for play in _plays(session).exclude(board__number=12):
        enter(play, outcome(Random(play.pk)))
    return session, director


def conflict() -> Room:
    """The same, but of board 11 the two sides say different things."""
    session, director = _in_round_two()
    for play in _plays(session).exclude(board__number=11):
        enter(play, outcome(Random(play.pk)))
    enter(_plays(session).get(board__number=11), RESULT, ("ns",))
    enter(_plays(session).get(board__number=11), OTHER, ("ew",))
    return session, director


def with_penalties() -> Room:
    """The club has a penalty for who comes late."""
    session, director = evening()
    add_club_penalty(session.stage.event.club, "Late", ["0.1", "0.2"], director)
    return session, director


def late() -> Room:
    """Four rounds of twenty minutes: the first took fifty, and the second has gone on for an hour."""
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    set_clock(session.pk, 20, {}, director)
    first = play_round(session, director)
    enter_round(_now(session), Random(2))
    ended = first.started_at - timedelta(minutes=60)
    Round.objects.filter(pk=first.pk).update(started_at=ended - timedelta(minutes=50), ended_at=ended)
    Round.objects.filter(pk=_now(session).pk).update(started_at=ended)
    return session, director


def drawn() -> Room:
    """A second round of matches is drawn and has begun."""
    session, director = started_matches(6, rounds=3)
    play_matches(session, director)
    next_round(session, director)
    return session, director


def published() -> Room:
    """Two rounds were played, and the standings are published."""
    session, director = started(6, movement="mitchell", rounds=2, boards_per_round=1)
    play_out(session, director, Random(3))
    publish_event(session.stage.event_id, director)
    return session, director


def _in_round_two(rounds: int = 7) -> Room:
    session, director = started(8, movement="howell", rounds=rounds, boards_per_round=2)
    play_round(session, director)
    return session, director


def _now(session: Session) -> Round:
    round_ = playing_round(session)
    assert round_
    return round_


def _plays(session: Session):
    return Play.objects.filter(seating__round=_now(session)).select_related("seating__table")


def boards_of_table_1() -> list[int]:
    here = Play.objects.filter(seating__round__number=2, seating__table__number=1)
    return sorted(here.values_list("board__number", flat=True))


def north_of_table_1() -> int:
    return Place.objects.get(seating__round__number=2, seating__table__number=1, seat="N").contestant.number


def result_of(board: int) -> Play:
    return Play.objects.get(seating__round__number=2, seating__table__number=1, board__number=board)


TABLE, MENU = "Table 1 Something went wrong", ("Something went wrong",)
SEE = "See what it would come to"
WRONG_PLACE = (TABLE, "A result is in the wrong place", ("The result that was entered for", "Board 11,"))

MISHAPS = [
    Mishap(
        "another board played",
        *(evening, [TABLE, "They played another board", "1"]),
        *("they played 1 instead of 11", lambda: boards_of_table_1() == [1, 12], "played another board"),
    ),
    Mishap(
        "the boards of another round",
        *(evening, [TABLE, "They played the boards of another round", "1, 2"]),
        *("they played 1, 2 instead of 11, 12", lambda: boards_of_table_1() == [1, 2], "of another round"),
    ),
    Mishap(
        "sat the wrong way",
        *(evening, [TABLE, "They sat the wrong way round"]),
        *("Table 1, round 2", lambda: north_of_table_1() == 4, "a table sat the wrong way round"),
    ),
    Mishap(
        "wrong opponents",
        evening,
        [TABLE, "Others sat here", ("Who was to sit here and", "7 "), ("Who sat here instead", "1 "), SEE],
        "Anna 1 – Berta 1 and Anna 7 – Berta 7 take each other's place",
        *(lambda: north_of_table_1() == 1, "two sat in each other's place"),
    ),
    Mishap(
        "wrong opponents, who have seen since what others made of boards that they were still to play",
        goes_on,
        [TABLE, "Others sat here", ("Who was to sit here and", "7 "), ("Who sat here instead", "1 "), SEE],
        "would not be played any more",
        *(lambda: north_of_table_1() == 1, "two sat in each other's place"),
        stays="Board 11 could be seen: nobody plays it any more.",
    ),
    Mishap(
        "two results exchanged",
        *(evening, [*WRONG_PLACE, ("belongs to", "Board 12, table 1, round 2"), SEE]),
        *(
            "the two results are exchanged",
            lambda: result_of(11).entry.kind == "correction",
            "Exchanged two results",
        ),
    ),
    Mishap(
        "a result moved",
        *(result_missing, [*WRONG_PLACE, ("belongs to", "Board 12, table 1, round 2"), SEE]),
        *("The result goes from here", lambda: result_of(12).state == "confirmed", "Moved a result"),
    ),
    Mishap(
        "some tables played other cards",
        *(evening, [*MENU, "5", ("Board 5, table 2, round 1", ""), SEE]),
        *("Board 5, table 2, round 1", lambda: Play.objects.filter(group=2).exists(), "played other cards"),
    ),
    Mishap(
        "a board not to be played any more",
        *(evening, [*MENU, "5", Link(SEE)]),
        "Board 5 is to count nowhere",
        *(
            lambda: not Play.objects.filter(board__number=5).exclude(state="void").exists(),
            "Took a board out",
        ),
    ),
    Mishap(
        "the last round left out",
        *(late, ["Without the last round"], "minutes earlier."),
        *(lambda: Session.objects.get().rounds_to_play == 3, "Left out the last round"),
    ),
    Mishap(
        "a round ended too early",
        *(_in_round_two, [*MENU, "A round was ended or begun too early"], "Round 1"),
        *(lambda: _now(Session.objects.get()).number == 1, "Undid what was done: Ended a round"),
        *("Undo", "This was undone already."),
    ),
    Mishap(
        "a round begun too early",
        *(drawn, [*MENU, "A round was ended or begun too early"], "Round 2"),
        *(lambda: not Round.objects.get(number=2).started_at, "Undid what was done: Began a round"),
        *("Undo", "This was undone already."),
    ),
    Mishap(
        "published too early",
        *(published, [*MENU, "Published too early, or anything else", "Undo"], "Published the standings"),
        *(lambda: not Event.objects.get().published_at, "Undid what was done: Published the standings"),
        *("Undo", "This was undone already."),
    ),
    Mishap(
        "a board not played at one table",
        *(evening, [TABLE, "Board 11: the result is wrong", ("not played", "")], "Board 11, table 1"),
        *(lambda: result_of(11).state == "void", "Said that a board was not played"),
        *("Store the decision", "since you opened it", False),
    ),
    Mishap(
        "a substitute",
        *(goes_on, [TABLE, "A substitute for Anna 7", ("Who comes", "Carla Mas")], "Anna 7 – Berta 7"),
        *(lambda: Place.objects.filter(player__name="Carla Mas").exists(), "Let somebody play for a player"),
        *("Let them play", "look again who plays", False),
    ),
    Mishap(
        "a conflict",
        *(conflict, [], "N-S 41", lambda: result_of(11).state == "confirmed", "Corrected a result"),
        *("N-S 41", "somebody was quicker", False),
    ),
    Mishap(
        "a ruling with awards given",
        evening,
        [
            *(TABLE, "Board 11: the result is wrong", "Give awards instead of a result"),
            *(("Reason", "heard both sides"), SEE),
        ],
        *("Whose place or total would change", lambda: result_of(11).state == "ruled", "Gave awards instead"),
        *("Give these awards", "since you opened it", False),
    ),
    Mishap(
        "a penalty",
        *(with_penalties, ["Penalties", ("Penalty", "Late"), ("For", "7 · "), "What comes next"]),
        *("0.10 is taken from the total", lambda: Penalty.objects.exists(), "Gave a penalty"),
        *("Give the penalty", "since", False),
    ),
    Mishap(
        "a contestant takes no place",
        *(evening, ["Pairs", "Place of number 7", ("takes no place: guest", "")], "Anna 7 – Berta 7"),
        *(lambda: Contestant.objects.get(number=7).no_place != "", "Said who takes no place"),
        *("Store", "", False),
    ),
]

DAILY = ("sat the wrong way", "a round ended too early")
"""Mended every day; the others by night."""


AT_MOST = {
    "another board played": 4,
    "the boards of another round": 4,
    "sat the wrong way": 3,
    "a substitute": 3,
    "the last round left out": 2,
    "a conflict": 1,
}
"""Clicks from the desk on for what happens most often, the last of which does it."""


def clicks(mishap: Mishap) -> int:
    """How often somebody clicks who mends it; what is typed is none."""
    return sum(isinstance(step, str) for step in mishap.way) + 1


def take(page: Page, step: Step) -> None:
    """One step of a way."""
    if isinstance(step, tuple):
        _fill(page, *step)
        return
    words = re.compile(rf"^\s*{re.escape(step)}(?!\d|, \d)")
    found = page.get_by_role("link", name=words)
    if not isinstance(step, Link):
        found = found.or_(page.get_by_role("button", name=words)).or_(page.locator("summary", has_text=words))
    _press(page, _shown(found))
    page.wait_for_load_state()


def _press(page: Page, key: Locator) -> None:
    """A link once more where the desk has put a new one in its place meanwhile."""
    leads = key.evaluate("(each) => each.tagName == 'A'")
    try:
        with page.expect_navigation(timeout=5_000) if leads else nullcontext():
            key.click()
    except TimeoutError:
        with page.expect_navigation():
            key.click()


def _fill(page: Page, label: str, value: str) -> None:
    """A list gets the first entry that begins so, a box or a choice its mark, anything else the text."""
    field = _shown(page.get_by_role("main").get_by_label(re.compile(rf"^\s*{re.escape(label)}")))
    kind = field.evaluate("(each) => each.tagName == 'SELECT' ? 'list' : each.type")
    if kind == "list":
        field.select_option(
            field.locator("option", has_text=re.compile(rf"^\s*{re.escape(value)}")).first.get_attribute(
                "value"
            )
        )
    elif kind in ("checkbox", "radio"):
        field.check(force=True)
    else:
        field.fill(value)


def _shown(found: Locator) -> Locator:
    """The first that is seen: of what is folded there may be more."""
    expect(found.locator("visible=true").first).to_be_visible()
    return found.locator("visible=true").first
