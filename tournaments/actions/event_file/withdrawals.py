"""Whether it makes sense what entries of a play take back, as a file has them."""

from collections.abc import Iterator, Sequence

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import Value, items_with_paths
from tournaments.models import Entry

_NOTHING = _("%(path)s: there is no earlier entry to take back.")
_TWICE = _("%(path)s: this entry was already taken back.")
_MISSING = _("%(path)s: give the revision of the entry that is taken back.")
_TABLE, _WITHDRAWAL = Entry.Kind.TABLE, Entry.Kind.WITHDRAWAL


def withdrawal_problems(entries: Sequence[Value], path: str) -> Iterator[Problem]:
    """Everything wrong with what the entries at `path`, numbered from 1 without a gap, take
    back."""
    gone: set[int] = set()
    for entry, at in items_with_paths(entries, path):
        earlier, here = entry.get("withdraws"), f"{at}.withdraws"
        if earlier is None:
            if entry["kind"] == _WITHDRAWAL:
                yield Problem("withdraws_nothing", _MISSING, {"path": here}, here)
            continue
        before = {
            each["revision"]: each for each in entries if each["revision"] < entry["revision"]
        }
        if earlier not in before or not _may_take_back(entry, before[earlier]):
            yield Problem("nothing_to_withdraw", _NOTHING, {"path": here}, here)
        elif earlier in gone:
            yield Problem("withdrawn_twice", _TWICE, {"path": here}, here)
        gone.add(earlier)


def _may_take_back(entry: Value, earlier: Value) -> bool:
    """A side takes back what it said itself; a director whatever was said, so where a result is
    moved."""
    if entry["kind"] == _TABLE:
        return bool(earlier["kind"] == _TABLE and earlier["side"] == entry["side"])
    return bool(entry["kind"] == _WITHDRAWAL)
