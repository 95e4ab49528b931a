"""Automatic backups, which an installation makes after sessions and after rounds."""

import logging
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from games.problems import ValidationFailed
from tournaments.backups import archive
from tournaments.backups.temporary_files import remove_stale_files
from tournaments.models import Round

logger = logging.getLogger(__name__)

BACKUP_SUFFIX = ".manilla"
LATEST_NAME = f"latest{BACKUP_SUFFIX}"

# Pattern of the names of dated backups. The folder may also contain other files, for example if it
# is on a USB stick.
_DATED_NAME = re.compile(rf"\d{{8}}-\d{{6}}-\d{{6}}-[a-z0-9-]+{re.escape(BACKUP_SUFFIX)}")


class LatestBackup:
    """The file of the latest backup, which is overwritten after each round.

    A file that an earlier process wrote is first renamed to a dated backup, and so never
    overwritten: it may be the last backup of a laptop that broke down.
    """

    def __init__(self) -> None:
        self._last_round_end: datetime | None = None

    def update(self) -> Path | None:
        """Make a backup if a round has ended since the last; return its file, or None."""
        rounds = Round.objects.exclude(section__session__stage__event__demo=True)
        round_end = rounds.aggregate(at=Max("ended_at"))["at"] if settings.MAX_BACKUPS else None
        if round_end is None or round_end == self._last_round_end:
            return None
        if self._last_round_end is None:
            _rename_existing_latest()
        if file := _write_to_first_folder(LATEST_NAME):
            self._last_round_end = round_end
        return file


def make_automatic_backup(label: str, never_delete: Path | None = None) -> Path | None:
    """Make a dated backup and delete the oldest ones; return its file, or None on failure.

    A failure is logged instead of raised, so that the caller continues. `never_delete` is a file
    that is not deleted, whatever its age. `label` becomes part of the name.
    """
    file = _write_to_first_folder(dated_name(label))
    if file:
        # The new backup is never deleted, even if the clock was set back and it seems the oldest.
        others = [backup for backup in automatic_backups(file.parent) if backup != file]
        for old in others[settings.MAX_BACKUPS - 1 :]:
            with suppress(OSError):  # a file that is open or write-protected is not deleted
                if not (never_delete and old.samefile(never_delete)):
                    old.unlink(missing_ok=True)
    return file


def automatic_backups(folder: Path) -> list[Path]:
    """Return the dated backups in a folder, newest first."""
    files = (file for file in folder.iterdir() if _DATED_NAME.fullmatch(file.name))
    return sorted(files, reverse=True)


def dated_name(label: str) -> str:
    """Return a name for a dated backup, with the current time."""
    return f"{timezone.now():%Y%m%d-%H%M%S-%f}-{label}{BACKUP_SUFFIX}"


def _rename_existing_latest() -> None:
    for folder in backup_folders():
        with suppress(OSError):  # there may be none
            (folder / LATEST_NAME).rename(folder / dated_name("latest"))


def backup_folders() -> list[Path]:
    """Return the folder for backups, and the folder used if the first is unavailable.

    The first may be on a USB stick that is not inserted.
    """
    return list(dict.fromkeys((settings.BACKUPS_DIR, settings.DATA_DIR / "backups")))


def _write_to_first_folder(name: str) -> Path | None:
    """Write a backup to the first folder in which this succeeds; log each failure."""
    for folder in backup_folders() if settings.MAX_BACKUPS else ():
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            archive.write_backup(folder / name)
            remove_stale_files(folder, rf".+{re.escape(BACKUP_SUFFIX)}")
        except (OSError, ValidationFailed) as error:
            logger.warning("no backup was made (%s): %s", folder / name, error)
        else:
            return folder / name
    return None
