"""Every row of the security pages names an existing test."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPERATORS = ROOT / "docs" / "operators"
PAGES = [(OPERATORS / name).read_text() for name in ("security.md", "security-standard.md")]
STATES = ("met", "partly", "differently", "not met", "does not apply")
ALWAYS_MET = ("Input", "Authentication", "Sessions", "Access control")
# Maximum number of rows that describe something without naming a test.
UNTRIED = 0


def parts() -> dict[str, str]:
    """Return the sections of both pages by heading."""
    texts = re.split(r"^##+ (.*)$", "\n".join(PAGES), flags=re.MULTILINE)
    return dict(zip(texts[1::2], texts[2::2], strict=True))


def rows(*headings: str) -> Iterator[list[str]]:
    """Yield the table rows under headings with these prefixes, without table headers."""
    for heading, text in parts().items():
        if heading.startswith(headings):
            lines = [line for line in text.splitlines() if line.startswith("|")]
            yield from ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:])


CHAPTERS = {
    "6": {"1": 3, "2": 12, "3": 4, "4": 4, "5": 5, "6": 3},
    "7": {"1": 3, "2": 4, "3": 2, "4": 5, "5": 2, "6": 2},
    "8": {"1": 2, "2": 3, "3": 1, "4": 1},
    "1": {"1": 2, "2": 9, "3": 11, "4": 3, "5": 2},
    "2": {"1": 3, "2": 3, "3": 4, "4": 1},
}  # of the standard, how many requirements each of their sections has

STANDARD = list(rows(*ALWAYS_MET, "The others"))
THREATS = list(rows("Threats"))


def test_named_tests_exist() -> None:
    for path in sorted(set(re.findall(r"`(tests/[^`]*)`", "".join(PAGES)))):
        assert re.search(r"^\s*def test_", (ROOT / path).read_text(), re.MULTILINE), path


def test_every_row_names_a_test() -> None:
    assert len(THREATS) > 20
    assert len(STANDARD) > 80
    untried = [row for row in [*THREATS, *STANDARD] if not row[-1]]
    assert len(untried) <= UNTRIED, untried
    others = [row[-1] for row in [*THREATS, *STANDARD] if row[-1] not in ("", "–")]
    assert all(re.fullmatch(r"`tests/[\w/.]+`(, `tests/[\w/.]+`)*", cell) for cell in others)


def test_unmet_requirement_has_a_reason() -> None:
    for requirement, state, _test in STANDARD:
        assert state.startswith(STATES), requirement
        if state.startswith(("partly", "differently", "not met")):
            assert len(state.partition(": ")[2]) > 20, requirement


def test_main_chapters_have_no_unmet_requirement() -> None:
    assert not [row for row in rows(*ALWAYS_MET) if row[1].startswith("not met")]


def test_every_requirement_of_the_chapters_is_listed() -> None:
    named = {
        requirement for row in STANDARD for requirement in re.findall(r"\b\d+\.\d+\.\d+\b", row[0])
    }
    for chapter, sections in CHAPTERS.items():
        for section, count in sections.items():
            assert {f"{chapter}.{section}.{number}" for number in range(1, count + 1)} <= named


def test_vulnerability_is_reported_privately() -> None:
    policy = " ".join((ROOT / "SECURITY.md").read_text().split())
    assert "private vulnerability reporting" in policy
    assert "/.well-known/security.txt" in policy
    assert "@" not in policy, "no address that nobody answers"
