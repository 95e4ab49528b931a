"""The movements that may be proposed for pairs in games whose tables are compared."""

from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import (
    ALL_MOVE_DEMERIT,
    EQUALS_MEET,
    EW_PAIRS_SIT_OUT_ONCE,
    LOWEST_SITS_OUT,
    PAIRS_SIT_OUT_ONCE,
    Candidate,
)
from tournaments.movements.barometer import Barometer
from tournaments.movements.howell import Howell
from tournaments.movements.mitchell import Mitchell
from tournaments.movements.swiss import Swiss
from tournaments.movements.web_movement import WebMovement

PAIR_CANDIDATES = (
    Candidate(
        Mitchell,
        _(
            "As simple as a Mitchell, but at some tables the two sides change places, so all are "
            "compared."
        ),
        _(
            "A Mitchell in which at some tables the two sides change places: %(rounds)s of "
            "%(full)s rounds."
        ),
        EW_PAIRS_SIT_OUT_ONCE,
        {"switch": "best"},
        5,
    ),
    Candidate(
        WebMovement,
        _(
            "Everybody plays all the boards in one large room: one winner, for at some tables the"
            " two sides change places."
        ),
        _(
            "Large rooms with few copies of each board, %(rounds)s of %(full)s rounds: one "
            "winner, for at some tables the two sides change places."
        ),
        EW_PAIRS_SIT_OUT_ONCE,
        {"switch": "best"},
        5,
    ),
    Candidate(
        Mitchell,
        _("Simple to run with one copy of each board: N-S and E-W each have a winner."),
        _(
            "Simple to run with one copy of each board, %(rounds)s of %(full)s rounds: N-S and "
            "E-W each have a winner."
        ),
        EW_PAIRS_SIT_OUT_ONCE,
    ),
    Candidate(
        Howell,
        _("Everybody meets everybody on the same boards."),
        _(
            "One copy of each board, but only %(rounds)s of the %(full)s rounds in which "
            "everybody would meet."
        ),
        PAIRS_SIT_OUT_ONCE,
        demerit=ALL_MOVE_DEMERIT,
    ),
    Candidate(
        Barometer,
        _(
            "Everybody meets everybody, all tables on the same boards at once; each table needs "
            "its own copy."
        ),
        _(
            "All tables play the same boards at once, %(rounds)s of %(full)s rounds; each table "
            "needs its own copy."
        ),
        PAIRS_SIT_OUT_ONCE,
        {"rotation": "round_robin"},
        ALL_MOVE_DEMERIT,
    ),
    Candidate(
        Barometer,
        _("All tables play the same boards and only E-W move; each table needs its own copy."),
        _(
            "All tables play the same boards and only E-W move, %(rounds)s of %(full)s rounds; "
            "each table needs its own copy."
        ),
        EW_PAIRS_SIT_OUT_ONCE,
        {"rotation": "mitchell"},
    ),
    Candidate(Swiss, EQUALS_MEET, EQUALS_MEET, LOWEST_SITS_OUT, demerit=ALL_MOVE_DEMERIT),
)
