"""The rules pages as text: their sections, numbers, and worked examples."""

import ast
import json
import operator
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.queries.events.rules import RULES_FOLDER

# By the key of a game: its options, one outcome on a board, and X of each line.
CASES: Mapping[str, Any] = json.loads(
    (Path(__file__).parents[1] / "golden" / "rules.json").read_text()
)

# Key of the text before the first heading.
_LEAD = ""

_ROMAN = re.compile(r"(?<![A-Za-zÀ-ÿ])(?=[IVX])X{0,2}(?:IX|IV|V?I{0,3})(?![A-Za-zÀ-ÿ])")
_CODE = re.compile(r"`([^`]+)`")
# A game or an option by its name in the product. Names are tested elsewhere, and may contain a
# number in one language and a word in another.
_NAME = re.compile(r"^# .*$|^- \*\*.+?\*\*(?= ?[(（]`)|(?<=\[)[^\]]*(?=\]\()", re.MULTILINE)
_OPERATORS: Mapping[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def rules_page(language: str, game: str) -> Path:
    """Return the path of the rules page of a game."""
    return RULES_FOLDER / language / f"{game}.md"


@cache
def sections(language: str, game: str) -> Mapping[str, str]:
    """Return the sections of a page by title, in order; the lead is under ""."""
    text = rules_page(language, game).read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {_LEAD: parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def title(language: str, game: str) -> str:
    """Return the title of a page."""
    first = sections(language, game)[_LEAD].splitlines()[0]
    return first.removeprefix("# ")


def numbers(text: str) -> Counter[str]:
    """Count the numbers of a text, Arabic and Roman, without X alone and without names."""
    text_without_names = _NAME.sub("", text)
    return Counter(re.findall(r"[0-9]+", text_without_names)) + Counter(
        numeral for numeral in _ROMAN.findall(text_without_names) if numeral != "X"
    )


def code(text: str) -> Counter[str]:
    """Count the texts between backticks."""
    return Counter(_CODE.findall(text))


def formulas(text: str) -> list[str]:
    """Return the equations of a text."""
    return [span for span in _CODE.findall(text) if "=" in span]


def formula_sides(formula: str) -> list[Fraction]:
    """Return the value of each side of an equation."""
    return [_side_value(side) for side in formula.split("=")]


def numbers_outside_formulas(text: str) -> Counter[str]:
    """Count the numbers that are not part of an equation."""
    return Counter(re.findall(r"[0-9]+", re.sub(r"`[^`]*=[^`]*`", "", text)))


def format_x(x: object) -> str:
    """Return X as pages write it: `+10`, `−10`, `0`, `+2½`."""
    number = Fraction(str(x))
    whole, half = divmod(abs(number), 1)
    sign = "−" if number < 0 else "+" if number else ""
    return f"{sign}{whole if whole or not half else ''}{'½' if half else ''}"


def _side_value(side: str) -> Fraction:
    halves = re.sub(r"([0-9]*)½", lambda match: f"({match[1] or 0}+1/2)", side)
    plain = halves.translate(str.maketrans("−×÷", "-*/"))
    return _evaluate(ast.parse(plain.strip(), mode="eval").body)


def _evaluate(node: ast.expr) -> Fraction:
    if isinstance(node, ast.BinOp):
        return Fraction(_OPERATORS[type(node.op)](_evaluate(node.left), _evaluate(node.right)))
    if isinstance(node, ast.UnaryOp):
        return -_evaluate(node.operand)
    assert isinstance(node, ast.Constant), ast.dump(node)
    return Fraction(str(node.value))
