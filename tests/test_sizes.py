"""The size of the house: functions and modules to be read at a glance; `pytest -s` prints the figures."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parent.parent
CODE = ("games", "scoring", "tournaments", "config")
MOST_IN_HALF, MOST_IN_NINE_OF_TEN, LONGEST_FUNCTION, LONGEST_MODULE = 8, 20, 25, 250
"""Lines of the median function, of nine functions in ten, of any function, and of any module."""


def modules() -> Iterator[Path]:
    """Every module that people write: migrations are written by Django."""
    for folder in CODE:
        yield from (path for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts)


def functions() -> dict[str, int]:
    """The lines of every function and method, from `def` to its end, by where it is."""
    lines = {}
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines[f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"] = _lines(node)
    return lines


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_functions_are_short() -> None:
    lengths = functions()
    half, most = median(lengths.values()), quantiles(lengths.values(), n=10)[-1]
    print(f"\n{len(lengths)} functions: median {half:g} lines, nine in ten at most {most:g}; the longest:")
    for name in sorted(lengths, key=lengths.__getitem__, reverse=True)[:5]:
        print(f"  {lengths[name]:3} {name}")
    assert half <= MOST_IN_HALF
    assert most <= MOST_IN_NINE_OF_TEN
    assert not [name for name, lines in lengths.items() if lines > LONGEST_FUNCTION]


def test_modules_are_short() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in modules()}
    longest = max(lengths, key=lengths.__getitem__)
    print(f"\n{len(lengths)} modules: the longest is {longest} with {lengths[longest]} lines")
    assert not [name for name, lines in lengths.items() if lines > LONGEST_MODULE]
