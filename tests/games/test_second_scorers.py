"""Second scorers are independent of the games that they check."""

import ast
from pathlib import Path

import pytest

SCORERS = sorted(Path(__file__).with_name("second_scorers").glob("*.py"))


@pytest.mark.parametrize("path", SCORERS, ids=lambda path: path.stem)
def test_second_scorer_does_not_import_the_games(path):
    text = path.read_text(encoding="utf-8")
    imported = [
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not any(name.split(".")[0] in ("games", "scoring", "tournaments") for name in imported)
