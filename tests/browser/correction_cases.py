"""Mistakes in a session, and the steps by which a director corrects each of them at the desk.

To add a mistake, add a case to `CORRECTION_CASES`, and a function that creates its session to
tests/browser/correction_sessions.py. tests/browser/test_every_correction.py tests every case.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tests.browser import correction_sessions as sessions
from tests.browser.correction_sessions import last_round_entered, second_round_of_seven_entered
from tests.browser.steps import Link, PageStep
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


class CorrectionCase(NamedTuple):
    """A mistake in a session, and the way to its correction.

      `steps` lead from the desk to the page with `button`, which shows `expected_text`.
      `is_corrected` returns True after the correction and not before. `history_text` is the text of
      the correction in the history, and in the audit unless there is an `audit_text`. `conflict_text` is shown to a
      second director who sends the same
    and `not_undoable_text` is the reason why the correction cannot be undone, if
      blank.
      With `has_preview` the page shows the standings before and after.
    """

    name: str
    create_session: Callable[[], sessions.SessionAndDirector]
    steps: Sequence[PageStep]
    expected_text: str
    is_corrected: Callable[[], bool]
    history_text: str
    button: str
    conflict_text: str = "Somebody was quicker."
    has_preview: bool = True
    not_undoable_text: str = ""
    audit_text: str = ""


def boards_of_table_1() -> list[int]:
    plays = Play.objects.filter(seating__round__number=2, seating__table__number=1)
    return sorted(plays.values_list("board__number", flat=True))


def north_of_table_1() -> int:
    return SeatHolder.objects.get(
        seating__round__number=2, seating__table__number=1, seat="N"
    ).contestant.number


def result_of(board: int) -> Play:
    return Play.objects.get(seating__round__number=2, seating__table__number=1, board__number=board)


def player_on_seat(seat: str) -> str:
    """Return the name of the player on a seat of table 1 in round 2."""
    seat_holders = SeatHolder.objects.filter(seating__round__number=2, seating__table__number=1)
    return seat_holders.get(seat=seat).player.name


FROM_TABLE_1, FROM_MENU = "Correct table 1", ("Something went wrong",)
PREVIEW, LATE_PAIR = "Show preview", "Zoe Mas – Xavi Pou"
WRONG_PLACE = (
    FROM_TABLE_1,
    "A result is in the wrong place",
    ("The result was entered for", "Board 11,"),
)

CORRECTION_CASES = [
    CorrectionCase(
        "another board played",
        *(last_round_entered, [FROM_TABLE_1, "They played another board", "1"]),
        *(
            "they played 1 instead of 11",
            lambda: boards_of_table_1() == [1, 12],
            "Corrected which board a table played",
        ),
        button="Change the board",
    ),
    CorrectionCase(
        "the boards of another round",
        *(last_round_entered, [FROM_TABLE_1, "They played the boards of another round", "1, 2"]),
        *(
            "they played 1, 2 instead of 11, 12",
            lambda: boards_of_table_1() == [1, 2],
            "boards a table played",
        ),
        button="Change the boards",
    ),
    CorrectionCase(
        "sat the wrong way",
        *(last_round_entered, [FROM_TABLE_1, "They sat the wrong way round"]),
        *(
            "Table 1, round 2",
            lambda: north_of_table_1() == 4,
            "a table that sat the wrong way round",
        ),
        button="Swap the sides",
    ),
    CorrectionCase(
        "sat on other seats",
        last_round_entered,
        [FROM_TABLE_1, "They sat in the wrong seats", ("N", "Berta 7"), ("S", "Anna 7"), PREVIEW],
        "The standings would not change",
        *(lambda: player_on_seat("N") == "Berta 7", "Corrected who sat in which seat"),
        button="Change the seats",
    ),
    CorrectionCase(
        "wrong opponents",
        last_round_entered,
        [
            FROM_TABLE_1,
            "Someone else sat here",
            ("Who should have sat here", "7 "),
            ("Who sat here instead", "1 "),
            PREVIEW,
        ],
        "Anna 1 – Berta 1 and Anna 7 – Berta 7 change places",
        *(lambda: north_of_table_1() == 1, "two contestants who sat in each other’s place"),
        button="Exchange the two",
    ),
    CorrectionCase(
        "wrong opponents, who have seen since what others made of boards that they were still to "
        "play",
        second_round_of_seven_entered,
        [
            FROM_TABLE_1,
            "Someone else sat here",
            ("Who should have sat here", "7 "),
            ("Who sat here instead", "1 "),
            PREVIEW,
        ],
        "would no longer be played",
        *(lambda: north_of_table_1() == 1, "two contestants who sat in each other’s place"),
        button="Exchange the two",
        not_undoable_text="The cards of board 11 could be seen, so nobody can play it any more.",
    ),
    CorrectionCase(
        "two results exchanged",
        *(
            last_round_entered,
            [*WRONG_PLACE, ("It belongs to", "Board 12, table 1, round 2"), PREVIEW],
        ),
        *(
            "the two results are exchanged",
            lambda: result_of(11).entry.kind == "correction",
            "Exchanged two results",
        ),
        button="Exchange the results",
    ),
    CorrectionCase(
        "a result moved",
        *(
            sessions.result_missing,
            [*WRONG_PLACE, ("It belongs to", "Board 12, table 1, round 2"), PREVIEW],
        ),
        *(
            "The result moves from",
            lambda: result_of(12).state == "confirmed",
            "Moved a result",
        ),
        button="Move the result",
    ),
    CorrectionCase(
        "a result on the wrong side",
        *(
            last_round_entered,
            [FROM_TABLE_1, "A result was entered for the wrong side", "11"],
            "A result was entered for the wrong side",
        ),
        *(lambda: result_of(11).entry.kind == "correction", "Moved a result to the other side"),
        button="Move the result to the other side",
    ),
    CorrectionCase(
        "some tables played other cards",
        *(last_round_entered, [*FROM_MENU, "5", ("Board 5, table 2, round 1", ""), PREVIEW]),
        *(
            "Board 5, table 2, round 1",
            lambda: Play.objects.filter(group=2).exists(),
            "Separated tables that played other cards",
        ),
        button="Separate these tables",
    ),
    CorrectionCase(
        "a board not to be played any more",
        *(last_round_entered, [*FROM_MENU, "5", Link(PREVIEW)]),
        "Board 5 should not count",
        *(
            lambda: not Play.objects.filter(board__number=5).exclude(state="void").exists(),
            "Took a board out of the scoring",
        ),
        button="Take the board out",
    ),
    CorrectionCase(
        "the last round left out",
        *(sessions.session_running_late, ["Leave out the last round"], "minutes earlier."),
        *(lambda: Session.objects.get().rounds_to_play == 3, "Left out the last round"),
        button="Leave out the last round",
    ),
    CorrectionCase(
        "a board less in each round",
        *(sessions.session_running_late, ["Play a board less in each later round"]),
        "From round 3 on, every table would play one board fewer.",
        *(
            lambda: Section.objects.get().boards_in(3) == 1,
            "Left out one board in each round to come",
        ),
        button="Leave out these boards",
    ),
    CorrectionCase(
        "goes home",
        *(
            second_round_of_seven_entered,
            [*FROM_MENU, "Somebody goes home", ("Who leaves", "7 "), PREVIEW],
        ),
        *(
            "Sits out",
            lambda: Contestant.objects.get(number=7).withdrawn_at,
            "a contestant who left",
        ),
        button="Take out of the event",
    ),
    CorrectionCase(
        "goes home, and who takes over begins anew",
        second_round_of_seven_entered,
        [
            *FROM_MENU,
            "Somebody goes home",
            ("Who leaves", "7 "),
            ("Who takes over", LATE_PAIR),
            PREVIEW,
        ],
        "The new contestant would be number 9.",
        *(lambda: Contestant.objects.filter(number=9).exists(), "a contestant who left"),
        button="Take out of the event",
    ),
    CorrectionCase(
        "comes late",
        sessions.one_pair_sits_out,
        [*FROM_MENU, "Somebody comes late", ("A pair that comes late", LATE_PAIR), PREVIEW],
        "They would be number 10.",
        *(
            lambda: Contestant.objects.filter(number=10).exists(),
            "Added somebody who arrived late",
        ),
        button="Add to the event",
    ),
    CorrectionCase(
        "those who rest play each other",
        *(
            sessions.two_pairs_withdrawn,
            [*FROM_MENU, "Those who sit out play each other"],
            "Round 4, table",
        ),
        *(
            lambda: Seating.objects.filter(round__number=4).count() == 5,
            "Let those who sat out play each other",
        ),
        button="Add these tables",
    ),
    CorrectionCase(
        "a session started too early",
        *(
            sessions.just_started,
            [*FROM_MENU, "It was started too early"],
            "Undo the start of play",
        ),
        *(
            lambda: Session.objects.get().state == "dealt",
            "Undid: Started play",
        ),
        *("Undo", "This has already been undone."),
    ),
    CorrectionCase(
        "a section started too early",
        *(
            sessions.one_section_not_started,
            [*FROM_MENU, "A: It was started too early"],
            "Started a section",
        ),
        *(lambda: Session.objects.get().state == "dealt", "Undid: Started a section"),
        *("Undo", "This has already been undone."),
    ),
    CorrectionCase(
        "a round ended too early",
        *(sessions.in_round_two, [*FROM_MENU, "Round 1 was ended too early"], "Round 1"),
        *(
            lambda: sessions.running_round(Session.objects.get()).number == 1,
            "Undid: Ended a round",
        ),
        *("Undo", "This has already been undone."),
    ),
    CorrectionCase(
        "a round begun too early",
        *(
            sessions.second_drawn_round_started,
            [*FROM_MENU, "Round 2 was started too early"],
            "Round 2",
        ),
        *(lambda: not Round.objects.get(number=2).started_at, "Undid: Started a round"),
        *("Undo", "This has already been undone."),
    ),
    CorrectionCase(
        "published too early",
        *(
            sessions.published,
            [*FROM_MENU, "Published too early, or something else", "Undo"],
            "Published the standings",
        ),
        *(
            lambda: not Event.objects.get().published_at,
            "Undid: Published the standings",
        ),
        *("Undo", "This has already been undone."),
    ),
    CorrectionCase(
        "a board not played at one table",
        *(
            last_round_entered,
            [FROM_TABLE_1, "Board 11: the result is wrong", ("not played", "")],
            "Board 11, table 1",
        ),
        *(lambda: result_of(11).state == "void", "Decided that a board was not played"),
        *("Save the correction", "since you opened it", False),
    ),
    CorrectionCase(
        "a substitute",
        *(
            second_round_of_seven_entered,
            [FROM_TABLE_1, "Anna 7", ("Who comes", "Carla Mas")],
            "Anna 7 – Berta 7",
        ),
        *(
            lambda: SeatHolder.objects.filter(player__name="Carla Mas").exists(),
            "Added a substitute",
        ),
        *("Add the substitute", "Check who plays", False),
    ),
    CorrectionCase(
        "a conflict",
        *(
            sessions.conflict,
            [("coins: N-S 41", "")],
            "N-S 41",
            lambda: result_of(11).state == "confirmed",
            "Decided a result",
        ),
        *("Decide", "somebody has already decided", False),
        audit_text="Corrected a result",
    ),
    CorrectionCase(
        "a ruling with awards given",
        last_round_entered,
        [
            *(FROM_TABLE_1, "Board 11: the result is wrong", "Give awards instead of a result"),
            *(("average plus", "1"), ("average minus", "2")),
            *(("Reason", "heard both sides"), PREVIEW),
        ],
        *(
            "would change",
            lambda: result_of(11).state == "ruled",
            "Gave awards instead",
        ),
        *("Give these awards", "since you opened it", False),
    ),
    CorrectionCase(
        "a penalty",
        *(
            sessions.with_penalties,
            ["Penalties", ("Late", ""), ("For", "7 · "), "Continue"],
        ),
        *("0.10 is subtracted from the total", lambda: Penalty.objects.exists(), "Gave a penalty"),
        *("Give the penalty", "in the meantime", False),
    ),
    CorrectionCase(
        "a contestant takes no place",
        *(
            last_round_entered,
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
            "Left somebody out of the ranking",
        ),
        *("Save", "", False),
    ),
]

# Names of the cases that every run tests; the other cases are marked thorough.
DAILY_CASES = ("sat the wrong way",)


# The most clicks from the desk to the applied correction, for the most frequent mistakes.
MAX_CLICKS = {
    "another board played": 4,
    "the boards of another round": 4,
    "sat the wrong way": 3,
    "a substitute": 3,
    "the last round left out": 2,
    "a board less in each round": 2,
    "a conflict": 2,
}
