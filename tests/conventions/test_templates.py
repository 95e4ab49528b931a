"""Templates have short lines with few branches, and name existing classes and templates."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2] / "templates"
# Icons and cards as exported from a drawing program.
DRAWN = {ROOT / "shared" / "_sprite.svg", *(ROOT / "shared" / "cards").glob("*.svg")}

TEMPLATES = {
    path.relative_to(ROOT).as_posix(): path
    for path in sorted(ROOT.rglob("*.*"))
    if path not in DRAWN
}

# Characters and conditional tags of a line; states and their texts belong into a query.
LONGEST_LINE, MOST_CHOICES = 160, 2


def is_too_long(line: str) -> bool:
    return len(line) > LONGEST_LINE


def chooses_too_often(line: str) -> bool:
    return len(re.findall(r"{% (?:if|elif) ", line)) > MOST_CHOICES


def wrong_lines(is_wrong: Callable[[str], bool]) -> list[str]:
    """Return the places of wrong lines in all templates."""
    return [
        f"templates/{name}:{number}"
        for name, path in TEMPLATES.items()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if is_wrong(line)
    ]


def test_template_lines_are_at_most_160_characters() -> None:
    assert wrong_lines(is_too_long) == []


def test_template_line_has_few_branches() -> None:
    assert wrong_lines(chooses_too_often) == []


def test_documented_context_of_a_template_exists() -> None:
    """Its first lines name classes by their module: `queries.standings.ranking.ShownRanking`."""
    for name, path in TEMPLATES.items():
        for module, names in re.findall(
            r"\b((?:access|course|forms|queries|web)[a-z_.]*)\.([A-Z]\w+)", path.read_text()
        ):
            assert hasattr(import_module(f"tournaments.{module}"), names), (
                f"{name} names {module}.{names}"
            )


def test_included_templates_exist() -> None:
    missing = [
        f"{name}: {included}"
        for name, path in TEMPLATES.items()
        for included in re.findall(r'{% (?:extends|include) "([^"]+)"', path.read_text())
        if not (ROOT / included).is_file()
    ]
    assert missing == []
