"""Scripts and styles under addresses that change with their content, so a browser may keep them for good."""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

_LENGTH = 12
FOR_GOOD = "max-age=31536000, public, immutable"


class VersionedFiles(StaticFilesStorage):
    """Every address ends in `?v=` and a digest of the file; nothing is collected."""

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of a file, with its version where there is such a file."""
        address: str = super().url(name)
        version = version_of(name or "")
        return f"{address}?v={version}" if version else address


class KeptFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Serves the files; one that was asked for by its present version may be kept for good."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file; under any other address it is asked for again after a minute."""
        response: HttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        name = request.path_info.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")
        if request.GET.get("v", "-") == version_of(name):
            response.headers["Cache-Control"] = FOR_GOOD
        return response


def version_of(name: str) -> str:
    """A digest of the file `name`, empty where there is none; a developer's file may change at any time."""
    return _version(name) if settings.DEBUG else _known_version(name)


def _version(name: str) -> str:
    path = finders.find(name)
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:_LENGTH] if isinstance(path, str) else ""


_known_version = lru_cache(maxsize=256)(_version)
