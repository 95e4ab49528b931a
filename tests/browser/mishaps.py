"""What goes wrong in an evening, a line each: the room, the way from the desk, and what is so
afterwards.

A mishap more is a line of `MISHAPS`, its room stands in tests/browser/mishap_rooms.py;
tests/browser/test_mishaps.py asks the same of all of them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.browser import mishap_rooms as rooms
from tests.browser.mishap_rooms import evening, goes_on
from tests.browser.steps import Link, Step
from tournaments.models import (
    Contestant,
    Event,
    Penalty,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
)


class Mishap(NamedTuple):
    """What went wrong in a room, and how it is mended.

    `way` leads from the desk to the page with `key`, which does it; there stands what is `named`.
    `so` is what holds afterwards and not before, `told` how what was done is called. `slower` is
    said to a director who had the same page open; `stays`: why it cannot be undone, where it
    cannot. `previewed`: whether that page has the standings before and after.
    """

    name: str
    room: Callable[[], rooms.Room]
    way: Sequence[Step]
    named: str
    so: Callable[[], bool]
    told: str
    key: str
    slower: str = "Somebody was quicker."
    previewed: bool = True
    stays: str = ""


def boards_of_table_1() -> list[int]:
    here = Play.objects.filter(seating__round__number=2, seating__table__number=1)
    return sorted(here.values_list("board__number", flat=True))


def north_of_table_1() -> int:
    return SeatHolder.objects.get(
        seating__round__number=2, seating__table__number=1, seat="N"
    ).contestant.number


def result_of(board: int) -> Play:
    return Play.objects.get(seating__round__number=2, seating__table__number=1, board__number=board)


def sits_on(seat: str) -> str:
    """Who sits there at table 1 in round 2."""
    here = SeatHolder.objects.filter(seating__round__number=2, seating__table__number=1)
    return here.get(seat=seat).player.name


TABLE, MENU = "Correct Table 1", ("Something went wrong",)
SEE, LATE = "Show preview", "Zoe Mas – Xavi Pou"
WRONG_PLACE = (
    TABLE,
    "A result is in the wrong place",
    ("The result was entered for", "Board 11,"),
)

MISHAPS = [
    Mishap(
        "another board played",
        *(evening, [TABLE, "They played another board", "1"]),
        *(
            "they played 1 instead of 11",
            lambda: boards_of_table_1() == [1, 12],
            "Corrected which board a table played",
        ),
        key="Change the board",
    ),
    Mishap(
        "the boards of another round",
        *(evening, [TABLE, "They played the boards of another round", "1, 2"]),
        *(
            "they played 1, 2 instead of 11, 12",
            lambda: boards_of_table_1() == [1, 2],
            "boards a table played",
        ),
        key="Change the boards",
    ),
    Mishap(
        "sat the wrong way",
        *(evening, [TABLE, "They sat the wrong way round"]),
        *(
            "Table 1, round 2",
            lambda: north_of_table_1() == 4,
            "a table that sat the wrong way round",
        ),
        key="Turn the table",
    ),
    Mishap(
        "sat on other seats",
        evening,
        [TABLE, "They sat in the wrong seats", ("N", "Berta 7"), ("S", "Anna 7"), SEE],
        "The standings would not change",
        *(lambda: sits_on("N") == "Berta 7", "Corrected who sat in which seat"),
        key="Change the seats",
    ),
    Mishap(
        "wrong opponents",
        evening,
        [
            TABLE,
            "Someone else sat here",
            ("Who should have sat here", "7 "),
            ("Who sat here instead", "1 "),
            SEE,
        ],
        "Anna 1 – Berta 1 and Anna 7 – Berta 7 change places",
        *(lambda: north_of_table_1() == 1, "two contestants who sat in each other’s place"),
        key="Exchange the two",
    ),
    Mishap(
        "wrong opponents, who have seen since what others made of boards that they were still to "
        "play",
        goes_on,
        [
            TABLE,
            "Someone else sat here",
            ("Who should have sat here", "7 "),
            ("Who sat here instead", "1 "),
            SEE,
        ],
        "would no longer be played",
        *(lambda: north_of_table_1() == 1, "two contestants who sat in each other’s place"),
        key="Exchange the two",
        stays="The cards of board 11 could be seen, so nobody can play it any more.",
    ),
    Mishap(
        "two results exchanged",
        *(evening, [*WRONG_PLACE, ("It belongs to", "Board 12, table 1, round 2"), SEE]),
        *(
            "the two results are exchanged",
            lambda: result_of(11).entry.kind == "correction",
            "Exchanged two results",
        ),
        key="Exchange the results",
    ),
    Mishap(
        "a result moved",
        *(
            rooms.result_missing,
            [*WRONG_PLACE, ("It belongs to", "Board 12, table 1, round 2"), SEE],
        ),
        *(
            "The result moves from",
            lambda: result_of(12).state == "confirmed",
            "Moved a result",
        ),
        key="Move the result",
    ),
    Mishap(
        "a result on the wrong side",
        *(
            evening,
            [TABLE, "A result is on the wrong side", "11"],
            "A result is on the wrong side",
        ),
        *(lambda: result_of(11).entry.kind == "correction", "Moved a result to the other side"),
        key="Move the result to the other side",
    ),
    Mishap(
        "some tables played other cards",
        *(evening, [*MENU, "5", ("Board 5, table 2, round 1", ""), SEE]),
        *(
            "Board 5, table 2, round 1",
            lambda: Play.objects.filter(group=2).exists(),
            "Separated tables that played other cards",
        ),
        key="Separate these tables",
    ),
    Mishap(
        "a board not to be played any more",
        *(evening, [*MENU, "5", Link(SEE)]),
        "Board 5 should not count",
        *(
            lambda: not Play.objects.filter(board__number=5).exclude(state="void").exists(),
            "Took a board out of the scoring",
        ),
        key="Take the board out",
    ),
    Mishap(
        "the last round left out",
        *(rooms.late, ["Leave out the last round"], "minutes earlier."),
        *(lambda: Session.objects.get().rounds_to_play == 3, "Left out the last round"),
        key="Leave out the last round",
    ),
    Mishap(
        "a board less in each round",
        *(rooms.late, ["Play a board less in each later round"]),
        "From round 3 on, every table would play one board fewer.",
        *(
            lambda: Section.objects.get().boards_in(3) == 1,
            "Left out one board in each round to come",
        ),
        key="Leave out these boards",
    ),
    Mishap(
        "goes home",
        *(goes_on, [*MENU, "Somebody goes home", ("Who leaves", "7 "), SEE]),
        *(
            "Sits out",
            lambda: Contestant.objects.get(number=7).withdrawn_at,
            "a contestant who left",
        ),
        key="Take out of the event",
    ),
    Mishap(
        "goes home, and who takes over begins anew",
        goes_on,
        [*MENU, "Somebody goes home", ("Who leaves", "7 "), ("Who takes over", LATE), SEE],
        "The new contestant would be number 9.",
        *(lambda: Contestant.objects.filter(number=9).exists(), "a contestant who left"),
        key="Take out of the event",
    ),
    Mishap(
        "comes late",
        rooms.one_rests,
        [*MENU, "Somebody comes late", ("A pair that comes late", LATE), SEE],
        "They would be number 10.",
        *(
            lambda: Contestant.objects.filter(number=10).exists(),
            "Added a contestant who arrived late",
        ),
        key="Add to the event",
    ),
    Mishap(
        "those who rest play each other",
        *(rooms.two_have_left, [*MENU, "Those who sit out play each other"], "Round 4, table"),
        *(
            lambda: Seating.objects.filter(round__number=4).count() == 5,
            "Let contestants who sat out play each other",
        ),
        key="Add these tables",
    ),
    Mishap(
        "a session started too early",
        *(rooms.begun, [*MENU, "It was started too early"], "Started the session"),
        *(
            lambda: Session.objects.get().state == "dealt",
            "Undid: Started the session",
        ),
        *("Undo", "This has already been undone."),
    ),
    Mishap(
        "a section started too early",
        *(rooms.one_waits, [*MENU, "A: It was started too early"], "Started a section"),
        *(lambda: Session.objects.get().state == "dealt", "Undid: Started a section"),
        *("Undo", "This has already been undone."),
    ),
    Mishap(
        "a round ended too early",
        *(rooms.in_round_two, [*MENU, "Round 1 was ended too early"], "Round 1"),
        *(
            lambda: rooms.now(Session.objects.get()).number == 1,
            "Undid: Ended a round",
        ),
        *("Undo", "This has already been undone."),
    ),
    Mishap(
        "a round begun too early",
        *(rooms.drawn, [*MENU, "Round 2 was started too early"], "Round 2"),
        *(lambda: not Round.objects.get(number=2).started_at, "Undid: Started a round"),
        *("Undo", "This has already been undone."),
    ),
    Mishap(
        "published too early",
        *(
            rooms.published,
            [*MENU, "Published too early, or something else", "Undo"],
            "Published the standings",
        ),
        *(
            lambda: not Event.objects.get().published_at,
            "Undid: Published the standings",
        ),
        *("Undo", "This has already been undone."),
    ),
    Mishap(
        "a board not played at one table",
        *(
            evening,
            [TABLE, "Board 11: the result is wrong", ("not played", "")],
            "Board 11, table 1",
        ),
        *(lambda: result_of(11).state == "void", "Decided that a board was not played"),
        *("Save the correction", "since you opened it", False),
    ),
    Mishap(
        "a substitute",
        *(
            goes_on,
            [TABLE, "Anna 7", ("Who comes", "Carla Mas")],
            "Anna 7 – Berta 7",
        ),
        *(
            lambda: SeatHolder.objects.filter(player__name="Carla Mas").exists(),
            "Added a substitute",
        ),
        *("Add the substitute", "Check who plays", False),
    ),
    Mishap(
        "a conflict",
        *(
            rooms.conflict,
            [("coins: N-S 41", "")],
            "N-S 41",
            lambda: result_of(11).state == "confirmed",
            "Corrected a result",
        ),
        *("Decide", "somebody has already decided", False),
    ),
    Mishap(
        "a ruling with awards given",
        evening,
        [
            *(TABLE, "Board 11: the result is wrong", "Give awards instead of a result"),
            *(("average plus", "1"), ("average minus", "2")),
            *(("Reason", "heard both sides"), SEE),
        ],
        *(
            "would change",
            lambda: result_of(11).state == "ruled",
            "Gave awards instead",
        ),
        *("Give these awards", "since you opened it", False),
    ),
    Mishap(
        "a penalty",
        *(
            rooms.with_penalties,
            ["Penalties", ("Late", ""), ("For", "7 · "), "Continue"],
        ),
        *("0.10 is subtracted from the total", lambda: Penalty.objects.exists(), "Gave a penalty"),
        *("Give the penalty", "in the meantime", False),
    ),
    Mishap(
        "a contestant takes no place",
        *(
            evening,
            [
                "People",
                "Change: Anna 7 – Berta 7",
                "Place in the standings: Anna 7 – Berta 7",
                ("unranked: guest", ""),
            ],
            "Anna 7 – Berta 7",
        ),
        *(
            lambda: Contestant.objects.get(number=7).unranked_reason != "",
            "Left contestants out of the ranking",
        ),
        *("Save", "", False),
    ),
]

DAILY = ("sat the wrong way",)
"""Mended every day; the others by night."""


AT_MOST = {
    "another board played": 4,
    "the boards of another round": 4,
    "sat the wrong way": 3,
    "a substitute": 3,
    "the last round left out": 2,
    "a board less in each round": 2,
    "a conflict": 2,
}
"""Clicks from the desk on for what happens most often, the last of which does it."""
