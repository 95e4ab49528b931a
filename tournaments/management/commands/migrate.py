"""`migrate`: Django's, but that a laptop keeps a copy of its database before it is changed."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournaments.backups.rotation import keep_copy


class Command(migrate.Command):
    """Bring the database up to date."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep a copy where there is anything to be changed, and something there."""
        executor = MigrationExecutor(connection)
        if executor.loader.applied_migrations and executor.migration_plan(executor.loader.graph.leaf_nodes()):
            keep_copy("before-update")
        super().handle(*args, **options)
