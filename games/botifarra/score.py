"""Compute and explain X in Botifarra; docs/games/botifarra.md has the rules."""

from games.botifarra.contract import DOUBLES
from games.deals import BoardSetup
from games.explanations.explanation import Explanation
from games.explanations.formatted_numbers import SignedNumber
from games.explanations.x_explanations import x_explanation
from games.fields import Outcome
from games.seats import PAIR_LINES, line_label
from games.text import Text, join_sentences
from games.text import gettext_noop as _
from games.x import X

# Points in a deal: 60 for cards and 12 for tricks.
TOTAL_POINTS = 72

# The number of points at which X is 0.
HALF_POINTS = TOTAL_POINTS // 2

# The opponents of each line.
OPPOSING_LINE = {"ns": "ew", "ew": "ns"}

_POINTS_MADE = _(
    "%(line)s made %(points)s of the 72 points: %(over)s compared with 36, half of them."
)
_POINTS_AFTER_RENUNCI = _(
    "After a revoke %(line)s has %(points)s of the 72 points: %(over)s compared with 36, half of "
    "them."
)
_CALLED_BOTIFARRA = _("It counts twice: %(line)s called botifarra.")
_SAID_CONTRO = _("It counts twice: %(line)s said contro.")
_OPPONENTS_CALLED_BOTIFARRA = _(
    "It counts once: botifarra doubles only the side that called it, %(other)s."
)
_OPPONENTS_SAID_CONTRO = _("It counts once: contro doubles only the side that said it, %(other)s.")
_RECONTRO_IGNORED = Text(_("Recontro changes nothing."))
_OVER_HALF = _("Only points over half count: %(over)s.")
X_MEANING = Text(
    _(
        "X is a side’s points above or below 36, half of the 72 in a deal. Botifarra and contro "
        "double it only for the side that said them; recontro changes nothing."
    )
)
_MULTIPLIED = _("They count %(times)s times because of the calls.")


def points_by_line(outcome: Outcome) -> dict[str, int]:
    """Return the points of each line; after a revoke the other side has all 72."""
    if outcome["renunci"] is not None:
        return {line: 0 if line == outcome["renunci"] else TOTAL_POINTS for line in PAIR_LINES}
    ns = int(outcome["ns_points"] or 0)
    return {"ns": ns, "ew": TOTAL_POINTS - ns}


def duplicate_multiplier(line: str, outcome: Outcome, board: BoardSetup) -> int:
    """Return what X of a line is multiplied by in duplicate scoring, 1 or 2.

    Botifarra doubles only the side that called it, contro only the side that said it.
    """
    return 2 if _doubling_call(line, outcome, board) else 1


def ordinary_multiplier(outcome: Outcome, multipliers: str) -> int:
    """Return the multiplier of both sides in ordinary scoring.

    Botifarra doubles, and each double replaces the one before it. `multipliers` has the multipliers
    of contro, recontro and Sant Vicenç, such as `2-4-8`.
    """
    multiplier_by_double = dict(zip(DOUBLES, multipliers.split("-"), strict=True))
    return (2 if outcome["trump"] == "botifarra" else 1) * int(
        multiplier_by_double.get(str(outcome["contro"]), 1)
    )


def explain_duplicate_x(line: str, outcome: Outcome, board: BoardSetup) -> Explanation:
    """Explain X in duplicate scoring: points above half, doubled for the line's own call."""
    multiplier = duplicate_multiplier(line, outcome, board)
    numbers: dict[str, X] = {
        "points": points_by_line(outcome)[line],
        "half": HALF_POINTS,
        "times": multiplier,
    }
    template = "%(times)s × (%(points)s − %(half)s)" if multiplier > 1 else "%(points)s − %(half)s"
    sentence = _points_sentence(line, outcome)
    if doubling := _doubling_sentence(line, outcome, board):
        sentence = join_sentences(sentence, doubling)
    if outcome["contro"] == "recontro":
        sentence = join_sentences(sentence, _RECONTRO_IGNORED)
    return x_explanation(sentence, template, numbers)


def explain_ordinary_x(line: str, outcome: Outcome, multipliers: str) -> Explanation:
    """Explain X in ordinary scoring: points above half, multiplied by the calls.

    The side with fewer points has X = 0.
    """
    multiplier = ordinary_multiplier(outcome, multipliers)
    points = points_by_line(outcome)[line]
    numbers: dict[str, X] = {"points": points, "half": HALF_POINTS, "times": multiplier}
    points_over_half = Text(_OVER_HALF, {"over": max(0, points - HALF_POINTS)})
    sentence = join_sentences(_points_sentence(line, outcome), points_over_half)
    if multiplier > 1 and points > HALF_POINTS:
        sentence = join_sentences(sentence, Text(_MULTIPLIED, {"times": multiplier}))
    return x_explanation(sentence, "%(times)s × max(0, %(points)s − %(half)s)", numbers)


def _points_sentence(line: str, outcome: Outcome) -> Text:
    points = points_by_line(outcome)[line]
    params = {
        "line": line_label(line, PAIR_LINES),
        "points": points,
        "over": SignedNumber(points - HALF_POINTS),
    }
    return Text(_POINTS_MADE if outcome["renunci"] is None else _POINTS_AFTER_RENUNCI, params)


def _doubling_sentence(line: str, outcome: Outcome, board: BoardSetup) -> Text | None:
    """Return a sentence about the call that doubles X of this line or of its opponents, or None.

    If only the opponents' call doubles, the sentence says that this line's X counts once.
    """
    own_call = _doubling_call(line, outcome, board)
    opponents_call = _doubling_call(OPPOSING_LINE[line], outcome, board)
    if own_call:
        return Text(
            {"botifarra": _CALLED_BOTIFARRA, "contro": _SAID_CONTRO}[own_call],
            {"line": line_label(line, PAIR_LINES)},
        )
    if opponents_call:
        params = {"other": line_label(OPPOSING_LINE[line], PAIR_LINES)}
        return Text(
            {"botifarra": _OPPONENTS_CALLED_BOTIFARRA, "contro": _OPPONENTS_SAID_CONTRO}[
                opponents_call
            ],
            params,
        )
    return None


def _doubling_call(line: str, outcome: Outcome, board: BoardSetup) -> str:
    """Return the call that doubles X of the line, `botifarra` or `contro`, or a blank.

    The dealer's side can only have called botifarra, the other side can only have said contro.
    """
    if board.dealer in PAIR_LINES[line]:
        return "botifarra" if outcome["trump"] == "botifarra" else ""
    return "contro" if outcome["contro"] != "none" else ""
