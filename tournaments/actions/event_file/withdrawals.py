"""Check the withdrawals of entries in an event file."""

from collections.abc import Iterator, Sequence

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import JsonObject, items_with_paths
from tournaments.models import Entry

_NO_EARLIER_ENTRY = _("%(path)s: there is no earlier entry to take back.")
_WITHDRAWN_ALREADY = _("%(path)s: this entry was already taken back.")
_REVISION_MISSING = _("%(path)s: give the revision of the entry that is taken back.")
_TABLE_KIND, _WITHDRAWAL_KIND = Entry.Kind.TABLE, Entry.Kind.WITHDRAWAL


def withdrawal_problems(entries: Sequence[JsonObject], path: str) -> Iterator[Problem]:
    """Yield every problem with entries of a play that withdraw earlier ones.

    The entries' revisions are numbered without gaps, which is checked elsewhere.
    """
    withdrawn_revisions: set[int] = set()
    for entry, entry_path in items_with_paths(entries, path):
        withdrawn_revision, revision_path = entry.get("withdraws"), f"{entry_path}.withdraws"
        params = {"path": revision_path}
        if withdrawn_revision is None:
            if entry["kind"] == _WITHDRAWAL_KIND:
                yield Problem("withdraws_nothing", _REVISION_MISSING, params, revision_path)
            continue
        earlier_entries = {
            earlier_entry["revision"]: earlier_entry
            for earlier_entry in entries
            if earlier_entry["revision"] < entry["revision"]
        }
        if withdrawn_revision not in earlier_entries or not _may_withdraw(
            entry, earlier_entries[withdrawn_revision]
        ):
            yield Problem("nothing_to_withdraw", _NO_EARLIER_ENTRY, params, revision_path)
        elif withdrawn_revision in withdrawn_revisions:
            yield Problem("withdrawn_twice", _WITHDRAWN_ALREADY, params, revision_path)
        withdrawn_revisions.add(withdrawn_revision)


def _may_withdraw(entry: JsonObject, earlier_entry: JsonObject) -> bool:
    """Return whether an entry may withdraw an earlier one.

    A side withdraws its earlier entry with a new one. A director withdraws entries of any side by
    moving a result.
    """
    if entry["kind"] == _TABLE_KIND:
        return bool(earlier_entry["kind"] == _TABLE_KIND and earlier_entry["side"] == entry["side"])
    return bool(entry["kind"] == _WITHDRAWAL_KIND)
