"""Databases stored by earlier versions, with their expected standings."""

import json
import lzma
from pathlib import Path

from tests.project import ROOT

STORED_DATABASES = ROOT / "tests" / "golden" / "databases"
VERSIONS = sorted(
    (path.name.removesuffix(".sqlite3.xz") for path in STORED_DATABASES.glob("*.sqlite3.xz")),
    key=lambda version: [int(part) for part in version.split(".")],
)


def read_stored(version: str) -> dict:
    """Return the secret and the expected standings of a stored database."""
    return json.loads((STORED_DATABASES / f"{version}.json").read_text())


def unpack_installation(version: str, folder: Path) -> Path:
    """Create the folder of an installation as that version left it; return its path."""
    data_folder = folder / version
    data_folder.mkdir()
    (data_folder / "manilla.sqlite3").write_bytes(
        lzma.decompress((STORED_DATABASES / f"{version}.sqlite3.xz").read_bytes())
    )
    (data_folder / "secret").write_text(read_stored(version)["secret"])
    return data_folder
