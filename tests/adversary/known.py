"""Leaks that are there today: each must be found, and is taken off this list by whoever closes it."""

from collections.abc import Mapping

Leak = tuple[str, str, str]
"""What leaks, the name of the address where, and by what means, as `explorer.Finding` has them."""

KNOWN: Mapping[str, frozenset[Leak]] = {
    "claims": frozenset(
        {
            ("code", "table", "code"),
            ("code", "table", "learned code"),
            ("code", "table_board", "learned code"),
            ("result", "table_board", "learned code"),
            ("hand", "table_make_board", "learned code"),
        }
    ),
    "boards of one's own table": frozenset({("hand", "table_make_board", "code")}),
    "words of others": frozenset(
        {
            ("code", "table", "code"),
            ("objection", "scorecard", "code"),
            ("objection", "objection", "code"),
            ("objection filed for others", "objection", "code"),
        }
    ),
    "the desk": frozenset(
        {
            ("code", "event_desk", "account"),
            ("code", "table_sheets", "account"),
            ("code", "api_tables", "account"),
            ("result", "table_board", "learned code"),
            ("award", "desk_awards", "account"),
        }
    ),
    "corrections before the round": frozenset({("hand", "desk_play", "account")}),
}
"""By attack of `attacks.py` what it finds."""

_AT_A_TABLE = ("table", "table_now", "table_board", "table_call", "table_side", "table_make_board")
"""Pages of a table that lead a phone on, and show what the table may see."""

ELSEWHERE: frozenset[Leak] = frozenset(
    (kind, where, means)
    for kind, means in (("code", "code"), ("code", "learned code"), ("code", "account"))
    for where in (*_AT_A_TABLE, "table_board_making")
) | {
    (kind, where, "learned code")
    for kind in ("result", "award", "hand", "draft")
    for where in (*_AT_A_TABLE, "table_board_state", "api_play", "api_traveller")
}
"""Where the explorer meets the same leaks."""

ALL_KNOWN = ELSEWHERE.union(*KNOWN.values())
