"""The backups that a laptop keeps by itself: before an update, as sessions end, and the latest
of all."""

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
_DATED = re.compile(rf"\d{{8}}-\d{{6}}-\d{{6}}-[a-z0-9-]+{re.escape(BACKUP_SUFFIX)}")
"""What a backup kept by itself is called; anybody else's file may lie beside it, as on a stick."""


class LatestBackup:
    """The latest backup while the site is served: made anew once another round is over.

    One that lay there before gets a date: it may be of a laptop that is dead.
    """

    def __init__(self) -> None:
        self._in_it: datetime | None = None

    def keep(self) -> Path | None:
        """Make it if a round has ended that is not in it; None where nothing was made."""
        rounds = Round.objects.exclude(section__session__stage__event__demo=True)
        ended = rounds.aggregate(at=Max("ended_at"))["at"] if settings.MAX_BACKUPS else None
        if ended is None or ended == self._in_it:
            return None
        if self._in_it is None:
            _date_the_latest()
        if kept := _kept_as(LATEST_NAME):
            self._in_it = ended
        return kept


def make_automatic_backup(why: str, spared: Path | None = None) -> Path | None:
    """One more backup in their folder, and the oldest no more; None where none could be made.

    What it is made for goes on without it: that is logged. `spared` stays, however old it is.
    """
    file = _kept_as(dated_name(why))
    if file:
        for old in [each for each in automatic_backups(file.parent) if each != file][
            settings.MAX_BACKUPS - 1 :
        ]:
            with suppress(OSError):  # one that is open, or not to be changed, stays
                if not (spared and old.samefile(spared)):
                    old.unlink(missing_ok=True)  # never the new one, whatever the clock says
    return file


def automatic_backups(folder: Path) -> list[Path]:
    """Those with a date that are there, the newest first."""
    return sorted((each for each in folder.iterdir() if _DATED.fullmatch(each.name)), reverse=True)


def dated_name(why: str) -> str:
    """Return the name of a backup that is made now."""
    return f"{timezone.now():%Y%m%d-%H%M%S-%f}-{why}{BACKUP_SUFFIX}"


def _date_the_latest() -> None:
    for folder in backup_folders():
        with suppress(OSError):  # there is none
            (folder / LATEST_NAME).rename(folder / dated_name("latest"))


def backup_folders() -> list[Path]:
    """Where backups are kept, and where they are as long as that is away, as a stick may be."""
    return list(dict.fromkeys((settings.BACKUPS_DIR, settings.DATA_DIR / "backups")))


def _kept_as(name: str) -> Path | None:
    for folder in backup_folders() if settings.MAX_BACKUPS else ():
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            archive.write_backup(folder / name)
            remove_stale_files(folder, rf".+{re.escape(BACKUP_SUFFIX)}")
        except (OSError, ValidationFailed) as wrong:
            logger.warning("no backup was kept (%s): %s", folder / name, wrong)
        else:
            return folder / name
    return None
