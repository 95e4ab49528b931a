"""The backups that a laptop keeps by itself: before an update, and at the end of each session."""

import logging
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from games.problems import Refused
from tournaments.backups import archive

logger = logging.getLogger(__name__)

ENDING = ".manilla"


def keep_backup(why: str) -> Path | None:
    """One more backup in the folder of the data, and the oldest no more; None where none could be made.

    What it is made for goes on without it: that is logged.
    """
    if not settings.BACKUPS_KEPT:
        return None
    folder = settings.DATA_DIR / "backups"
    file: Path = folder / f"{timezone.now():%Y%m%d-%H%M%S-%f}-{why}{ENDING}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        archive.write(file)
        for old in [each for each in kept_backups() if each != file][settings.BACKUPS_KEPT - 1 :]:
            old.unlink(missing_ok=True)  # never the new one, whatever the clock says
    except (OSError, Refused) as wrong:
        logger.warning("no backup was kept (%s): %s", why, wrong)
        return None
    return file


def kept_backups() -> list[Path]:
    """Those that are there, the newest first."""
    return sorted((settings.DATA_DIR / "backups").glob(f"*{ENDING}"), reverse=True)
