"""Documentation names URLs, files, links and commands that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.urls import Resolver404, resolve

from tests.conftest import ROOT

ON_THE_MACHINE = ("/etc/", "/opt/", "/tmp", "/usr/", "/var/")  # noqa: S108, a name in the documentation
PLACEHOLDERS = {
    "CLUB": "club-manilla",
    "EVENT": "campionat",
    "N": "1",
    "SHEET": "standings",
    "KIND": "csv",
}
NAMED = re.compile(
    r"`(/[A-Za-z][^\s`]*)`|\$API(/[^\s`\"']*)|https?://manilla\.example(/[^\s`\"']*)"
)
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]


def addresses_in(text: str) -> Iterator[str]:
    """Return every URL of a page, with a value for each word in capitals."""
    for on_site, in_api, with_host in NAMED.findall(text):
        address = f"/api/v1{in_api}" if in_api else on_site or with_host
        if not address.startswith(ON_THE_MACHINE):
            path = address.partition("?")[0].rstrip(",.")
            yield re.sub(r"[A-Z]{2,}|\bN\b", lambda word: PLACEHOLDERS.get(word[0], "1"), path)


def test_every_url_in_the_documentation_exists() -> None:
    missing = []
    for page in PAGES:
        for address in addresses_in(page.read_text(encoding="utf-8")):
            try:
                resolve(address)
            except Resolver404:
                missing.append(f"{page.relative_to(ROOT)}: {address}")
    assert missing == []


def test_check_finds_an_unknown_url() -> None:
    (address,) = addresses_in("at `/CLUB/EVENT/downloads/SHEET.KIND`, in `/etc/manilla.env`")
    assert address == "/club-manilla/campionat/downloads/standings.csv"
    with pytest.raises(Resolver404):
        resolve(address)


# Folders of the project that documents name files of. A path is written from the root, so one that
# starts below `tournaments/` is reported.
FOLDERS = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."]
PATH = re.compile(r"`((?:[\w.-]+/)+(?:[\w-]+\.\w+)?)(?:::\w+)?`")
MADE_BY_RUNNING = ("build/", "screenshots/", "var/")
# A file by its name alone, and a folder with a colon, after which files of it are named so.
FILE_NAME = re.compile(r"`([\w-]+\.(?:css|html|js|py))`")
FOLDER_WITH_FILES = re.compile(r"`((?:\w+/)+)`: ([^|\n]*)")
FILE_NAMES = {
    path.name
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".css", ".html", ".js", ".py")
} | {"manage.py"}


def paths_in(text: str) -> Iterator[str]:
    """Return every path of the project that a page names in backticks."""
    files_of_folders = (
        f"{folder}{name}"
        for folder, files in FOLDER_WITH_FILES.findall(text)
        for name in FILE_NAME.findall(files)
    )
    for path in (*PATH.findall(text), *files_of_folders):
        first = path.partition("/")[0]
        is_below_tournaments = (ROOT / "tournaments" / first).is_dir()
        if (first in FOLDERS or is_below_tournaments) and not path.startswith(MADE_BY_RUNNING):
            yield path


def path_exists(path: str) -> bool:
    return (ROOT / path).exists()


def test_every_path_in_the_documentation_exists() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {path}"
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for path in paths_in(page.read_text(encoding="utf-8"))
        if not path_exists(path)
    ]
    assert missing == []


def test_check_finds_an_unknown_path() -> None:
    (path,) = paths_in("in `tournaments/actions/nothing.py::nobody`, not in `/etc/manilla.env`")
    assert path == "tournaments/actions/nothing.py"
    assert not path_exists(path)


def test_check_finds_an_unknown_file_of_a_folder() -> None:
    text = "| later | `tournaments/tasks.py`; `tournaments/actions/`: `audit.py`, `nothing.py` |"
    unknown = [path for path in paths_in(text) if not path_exists(path)]
    assert unknown == ["tournaments/actions/nothing.py"]


def test_every_file_name_in_the_documentation_exists() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for name in FILE_NAME.findall(page.read_text(encoding="utf-8"))
        if name not in FILE_NAMES
    ]
    assert missing == []


def headings(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def broken_links(page: Path) -> Iterator[str]:
    """Return the links of a page to files or headings that do not exist."""
    for target, anchor in re.findall(
        r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")
    ):
        linked = page.parent / target if target else page
        if not linked.exists() or (anchor and anchor not in headings(linked)):
            yield f"{page.relative_to(ROOT)}: {target}#{anchor}"


def test_every_link_in_the_documentation_exists() -> None:
    assert [link for page in PAGES for link in broken_links(page)] == []


COMMAND = re.compile(r"(?:manage\.py|-u manilla manilla) (\w+)([^\n`|;&>]*)")
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


def unknown_commands(text: str) -> Iterator[str]:
    """Return the commands of a page that do not exist, or options that they do not have."""
    applications = get_commands()
    for name, arguments in COMMAND.findall(text):
        if name not in applications:
            yield name
            continue
        command = load_command_class(applications[name], name)
        known = command.create_parser("manage.py", name)._option_string_actions
        for option in re.findall(r"(?<!\S)\[?(--[a-z-]+)", arguments):
            if option not in known:
                yield f"{name} {option}"
    for target in re.findall(r"(?:^ *|`)make ([a-z-]+)", text, re.MULTILINE):
        if target not in TARGETS:
            yield f"make {target}"


def test_every_command_in_the_documentation_exists() -> None:
    unknown = [
        f"{page.relative_to(ROOT)}: {command}"
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for command in unknown_commands(page.read_text(encoding="utf-8"))
    ]
    assert unknown == []


def test_check_finds_an_unknown_command_and_an_unknown_option() -> None:
    text = "`make nothing`, `manage.py nobody`, `sudo -u manilla manilla recount --nowhere 4`"
    assert list(unknown_commands(text)) == ["nobody", "recount --nowhere", "make nothing"]
