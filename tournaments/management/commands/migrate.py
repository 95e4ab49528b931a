"""`migrate`: Django's, but that a laptop keeps a backup its database is changed."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.backups.rotation import keep_backup


class Command(migrate.Command):
    """Bring the database up to date."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep a backup where there is anything to be changed, and something there."""
        executor = MigrationExecutor(connection)
        changes = not (options["plan"] or options["check_unapplied"])
        is_behind = changes and executor.migration_plan(executor.loader.graph.leaf_nodes())
        if is_behind and executor.loader.applied_migrations:
            keep_backup("before-update")
        super().handle(*args, **options)
