"""`migrate`: Django's command, with a backup before and a check after."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games.problems import ValidationFailed
from tournaments.backups.archive import is_before_0_13
from tournaments.backups.updates import (
    UpdateCheck,
    back_up_before_update,
    check_update,
    exclusive_database_lock,
    is_update_interrupted,
)
from tournaments.management.progress_bar import progress_bar


class Command(migrate.Command):
    """Django's `migrate` with a backup, a check, and a lock against other processes."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate under an exclusive lock, with a backup before and a check after.

        An empty database, and an installation without automatic backups, have neither backup nor
        check.
        """
        applied = MigrationRecorder(connection).applied_migrations()
        if is_before_0_13(f"{app}.{name}" for app, name in applied):
            raise CommandError(
                "This database was made by a version before 0.13, which this version cannot "
                "update. "
                "Update it with version 0.13 first. Nothing was changed."
            )
        if (
            options["plan"]
            or options["check_unapplied"]
            or not (_is_behind() or is_update_interrupted())
        ):
            super().handle(*args, **options)
            return
        try:
            with exclusive_database_lock():
                self._update(*args, **options)
        except ValidationFailed as error:
            raise CommandError("\n".join(problem.message for problem in error.problems)) from error

    def _update(self, *args: Any, **options: Any) -> None:
        """Run the migrations; raise `ValidationFailed` if the backup or the check fails."""
        if not (settings.MAX_BACKUPS and _has_data()):
            super().handle(*args, **options)
            return
        with back_up_before_update():
            super().handle(*args, **options)
        if not _is_behind():
            with progress_bar(self.stderr):
                result = check_update()
            self._report(result)

    def _report(self, result: UpdateCheck) -> None:
        counts = (
            f"The update is done: all {result.events} events and {result.results} results are "
            f"there, and "
        )
        if result.differing:
            self.stdout.write(
                f"{counts}the standings of these events differ from their entries: "
                f"{', '.join(result.differing)}. Look at them before you play, or go back "
                f"(docs/clubs/updating.md). "
                f"Backup: {result.backup}"
            )
        else:
            self.stdout.write(
                f"{counts}all standings, worked out again, are the same. Backup: {result.backup}"
            )


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _has_data() -> bool:
    return bool(MigrationExecutor(connection).loader.applied_migrations)
