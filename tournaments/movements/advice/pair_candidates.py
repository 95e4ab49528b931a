"""What may be proposed to pairs who all play the same boards."""

from games.text import gettext_noop as _
from tournaments.movements.advice.candidate import (
    DRAWN_REST,
    E_W_RESTS,
    EACH_PAIR_RESTS,
    EQUALS_MEET,
    EVERYBODY_MOVES,
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
            "compared: "
            "one winner, one copy of each board, done in %(minutes)s of %(time)s minutes."
        ),
        _(
            "A Mitchell in which at some tables the two sides change places: one winner, one copy "
            "of each "
            "board, %(rounds)s of %(full)s rounds in %(minutes)s of %(time)s minutes."
        ),
        E_W_RESTS,
        {"switch": "best"},
        5,
    ),
    Candidate(
        WebMovement,
        _(
            "Everybody plays all the boards in one large room, done in %(minutes)s of %(time)s "
            "minutes: "
            "one winner, for at some tables the two sides change places."
        ),
        _(
            "Large rooms with few copies of each board, %(rounds)s of %(full)s rounds in "
            "%(minutes)s of "
            "%(time)s minutes: one winner, for at some tables the two sides change places."
        ),
        E_W_RESTS,
        {"switch": "best"},
        5,
    ),
    Candidate(
        Mitchell,
        _(
            "Simple to run with one copy of each board, done in %(minutes)s of %(time)s minutes: "
            "N-S and E-W each have a winner."
        ),
        _(
            "Simple to run with one copy of each board, %(rounds)s of %(full)s rounds in "
            "%(minutes)s of %(time)s minutes: N-S and E-W each have a winner."
        ),
        E_W_RESTS,
    ),
    Candidate(
        Howell,
        _(
            "Everybody meets everybody on the same boards, done in %(minutes)s of %(time)s "
            "minutes: "
            "one winner."
        ),
        _(
            "One winner with one copy of each board, but only %(rounds)s of the %(full)s rounds in "
            "which "
            "everybody would meet: %(minutes)s of %(time)s minutes."
        ),
        EACH_PAIR_RESTS,
        demerit=EVERYBODY_MOVES,
    ),
    Candidate(
        Barometer,
        _(
            "Everybody meets everybody, all tables on the same boards at once, done in %(minutes)s "
            "of "
            "%(time)s minutes: one winner; each table needs its own copy."
        ),
        _(
            "All tables play the same boards at once, %(rounds)s of %(full)s rounds in %(minutes)s "
            "of "
            "%(time)s minutes: one winner; each table needs its own copy."
        ),
        EACH_PAIR_RESTS,
        {"rotation": "round_robin"},
        EVERYBODY_MOVES,
    ),
    Candidate(
        Barometer,
        _(
            "All tables play the same boards and only E-W move, done in %(minutes)s of %(time)s "
            "minutes: "
            "two winners; each table needs its own copy."
        ),
        _(
            "All tables play the same boards and only E-W move, %(rounds)s of %(full)s rounds in "
            "%(minutes)s of %(time)s minutes: two winners; each table needs its own copy."
        ),
        E_W_RESTS,
        {"rotation": "mitchell"},
    ),
    Candidate(Swiss, EQUALS_MEET, EQUALS_MEET, DRAWN_REST, demerit=EVERYBODY_MOVES),
)
