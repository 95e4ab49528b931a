"""Botifarra: X of each side, and how it came about. The rules are in docs/games/botifarra.md."""

from games.botifarra.contract import DOUBLES
from games.deals import DealtBoard
from games.explained.explanation import Explanation
from games.explained.numbers import Signed
from games.explained.x_formula import explained
from games.fields import Outcome
from games.seats import PAIRS, line_in_words
from games.text import Words, sentences
from games.text import gettext_noop as _
from games.x import X

TOTAL_POINTS = 72
"""Points in a deal: sixty for cards, twelve for tricks."""

HALF_POINTS = TOTAL_POINTS // 2
"""X counts from here."""

OTHER_LINE = {"ns": "ew", "ew": "ns"}
"""Who sits against a line."""

_MADE = _("%(line)s made %(points)s of the 72 points; from half of them, 36, that is %(over)s.")
_RENUNCI = _(
    "After a renunci %(line)s has %(points)s of the 72 points; from half of them, 36, that is "
    "%(over)s."
)
_CALLED = _("It counts twice: %(line)s called botifarra.")
_SAID = _("It counts twice: %(line)s said contro.")
_THEY_CALLED = _("It counts once: botifarra doubles only the side that called it, %(other)s.")
_THEY_SAID = _("It counts once: contro doubles only the side that said it, %(other)s.")
_RECONTRO = Words(_("Recontro changes nothing."))
_OVER_HALF = _("Only points over half count: %(over)s.")
_TIMES = _("They count %(times)s times because of the calls.")


def points_by_line(outcome: Outcome) -> dict[str, int]:
    """The points of each line; after a renunci all of them are the other side's."""
    if outcome["renunci"] is not None:
        return {line: 0 if line == outcome["renunci"] else TOTAL_POINTS for line in PAIRS}
    ns = int(outcome["ns_points"] or 0)
    return {"ns": ns, "ew": TOTAL_POINTS - ns}


def duplicate_factor(line: str, outcome: Outcome, board: DealtBoard) -> int:
    """Duplicate: botifarra doubles only the side that called it, contro only the side that said
    it."""
    return 2 if _own_double(line, outcome, board) else 1


def ordinary_multiplier(outcome: Outcome, multipliers: str) -> int:
    """Ordinary scoring: botifarra doubles, and each double takes the place of the one before it.

    `multipliers` are those of contro, recontro and Sant Vicenç, as `2-4-8`.
    """
    doubled = dict(zip(DOUBLES, multipliers.split("-"), strict=True))
    return (2 if outcome["trump"] == "botifarra" else 1) * int(
        doubled.get(str(outcome["contro"]), 1)
    )


def explain_duplicate_x(line: str, outcome: Outcome, board: DealtBoard) -> Explanation:
    """Points from half of them, twice where the line itself called botifarra or said contro."""
    times = duplicate_factor(line, outcome, board)
    numbers: dict[str, X] = {
        "points": points_by_line(outcome)[line],
        "half": HALF_POINTS,
        "times": times,
    }
    template = "%(times)s × (%(points)s − %(half)s)" if times > 1 else "%(points)s − %(half)s"
    words = _points_in_words(line, outcome)
    if said := _doubled_in_words(line, outcome, board):
        words = sentences(words, said)
    if outcome["contro"] == "recontro":
        words = sentences(words, _RECONTRO)
    return explained(words, template, numbers)


def explain_ordinary_x(line: str, outcome: Outcome, multipliers: str) -> Explanation:
    """Points over half, as often as the calls say; nothing for the side with fewer."""
    times = ordinary_multiplier(outcome, multipliers)
    points = points_by_line(outcome)[line]
    numbers: dict[str, X] = {"points": points, "half": HALF_POINTS, "times": times}
    over = Words(_OVER_HALF, {"over": max(0, points - HALF_POINTS)})
    words = sentences(_points_in_words(line, outcome), over)
    if times > 1 and points > HALF_POINTS:
        words = sentences(words, Words(_TIMES, {"times": times}))
    return explained(words, "%(times)s × max(0, %(points)s − %(half)s)", numbers)


def _points_in_words(line: str, outcome: Outcome) -> Words:
    points = points_by_line(outcome)[line]
    params = {
        "line": line_in_words(line, PAIRS),
        "points": points,
        "over": Signed(points - HALF_POINTS),
    }
    return Words(_MADE if outcome["renunci"] is None else _RENUNCI, params)


def _doubled_in_words(line: str, outcome: Outcome, board: DealtBoard) -> Words | None:
    """Whose call doubles, where any does: the own one, or that of the others, which changes
    nothing here."""
    own, theirs = (_own_double(each, outcome, board) for each in (line, OTHER_LINE[line]))
    if own:
        return Words(
            {"botifarra": _CALLED, "contro": _SAID}[own], {"line": line_in_words(line, PAIRS)}
        )
    if theirs:
        params = {"other": line_in_words(OTHER_LINE[line], PAIRS)}
        return Words({"botifarra": _THEY_CALLED, "contro": _THEY_SAID}[theirs], params)
    return None


def _own_double(line: str, outcome: Outcome, board: DealtBoard) -> str:
    """With what the line doubled itself, botifarra or contro; blank where it did not."""
    if board.dealer in PAIRS[line]:
        return "botifarra" if outcome["trump"] == "botifarra" else ""
    return "contro" if outcome["contro"] != "none" else ""
