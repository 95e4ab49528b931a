"""`backup`: write the whole installation into one file while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from tournaments.backups import archive
from tournaments.management.base import JsonCommand, UsageError, check_database


class Command(JsonCommand):
    help = (
        "Put the whole installation into one file while it runs: database and secret; see restore."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument `file`."""
        parser.add_argument("file", type=Path)

    def run(self, **arguments: Any) -> tuple[object, str]:
        """Make the backup; raise `UsageError` if the file has content, maybe the last backup."""
        file = arguments["file"]
        if file.exists() and file.stat().st_size:
            raise UsageError(f"{file} exists already: choose another name, or delete it first.")
        check_database()
        manifest, sha256 = archive.write_backup(file)
        summary = {"events": manifest.events, "results": manifest.results, "sha256": sha256}
        return summary, (
            f"{file} has {manifest.events} events and {manifest.results} results "
            f"(SHA-256 {sha256}).\n"
            "It holds the secret that table codes follow from, and every seed: keep it as you keep "
            "a key."
        )
