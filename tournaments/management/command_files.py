"""Files that commands read and write."""

from collections.abc import Callable
from pathlib import Path

from games.deal_text import deals_from_text, is_deal_text
from games.problems import Problem, ValidationFailed
from games.strict_json import parse_json
from games.text import Text
from games.text import gettext_noop as _
from tournaments.support.atomic_files import write_atomically

# Largest file that commands read; the event file of a thousand contestants has a few MB.
MAX_FILE_MB = 20

# Most values in a JSON file.
_MAX_VALUES = 2_000_000


def read_json(path: str) -> object:
    """Return the JSON value in a file; raise `ValidationFailed` if it cannot be read or parsed."""
    return _read(path, _parse_json)


def read_deals(path: str) -> object:
    """Return the deal sheet in a file that is JSON or text; raise `ValidationFailed`."""
    return _read(path, _parse_deals)


def write_file(file: Path, text: str) -> None:
    """Replace the content of a file atomically; raise `ValidationFailed` on failure."""
    try:
        write_atomically(file, text)
    except OSError as error:
        params = {"file": file, "why": error.strerror}
        template = _("%(file)s cannot be written: %(why)s.")
        raise ValidationFailed([Problem("unwritable_file", template, params)]) from error


def read_bytes(path: str) -> bytes:
    """Return the content of a file; raise `ValidationFailed` if unreadable or too large."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE_MB * 1_000_000 + 1)
    except OSError as error:
        params = {"path": path, "reason": error.strerror}
        raise ValidationFailed(
            [Problem("unreadable_file", _("%(path)s cannot be read: %(reason)s."), params)]
        ) from error
    if len(content) > MAX_FILE_MB * 1_000_000:
        template = _("%(path)s is larger than %(most)s MB, too large for a Manilla file.")
        raise ValidationFailed(
            [Problem("file_too_large", template, {"path": path, "most": MAX_FILE_MB})]
        )
    return content


def _read(path: str, parse: Callable[[bytes], object]) -> object:
    """Return the parsed content of a file; add the file's name to every problem."""
    content = read_bytes(path)
    try:
        return parse(content)
    except ValidationFailed as error:
        raise ValidationFailed(_with_path(path, problem) for problem in error.problems) from None


def _parse_json(content: bytes) -> object:
    return parse_json(content, max_value_count=_MAX_VALUES)


def _parse_deals(content: bytes) -> object:
    text = content.decode("utf-8-sig", errors="replace")
    return deals_from_text(text) if is_deal_text(text) else _parse_json(content)


def _with_path(path: str, problem: Problem) -> Problem:
    params = {"path": path, "why": Text(problem.template, problem.params)}
    return Problem(problem.code, _("%(path)s: %(why)s"), params)
