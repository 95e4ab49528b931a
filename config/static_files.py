"""Scripts and styles under addresses that change with their content, so a browser may keep them
for good."""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, StreamingHttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

_LENGTH = 12
FOR_GOOD = "max-age=31536000, public, immutable"
_IMPORTED = re.compile(r' from "\./([a-z0-9_]+\.js)";')


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
    def serve(static_file: StaticFile, request: HttpRequest) -> StreamingHttpResponse:
        """The file; under any other address it is asked for again after a minute."""
        response: StreamingHttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        name = request.path_info.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")
        if _is_script_of_ours(name) and request.method == "GET" and response.status_code == 200:
            response.streaming_content = [_content(name)]
            response.headers["Content-Length"] = str(len(_content(name)))
        if request.GET.get("v", "-") == version_of(name):
            response.headers["Cache-Control"] = FOR_GOOD
        return response


def version_of(name: str) -> str:
    """A digest of the file `name`, empty where there is none; a developer's file may change at
    any time."""
    return _version(name) if settings.DEBUG else _known_version(name)


def _version(name: str) -> str:
    content = _content(name)
    return hashlib.sha256(content).hexdigest()[:_LENGTH] if content else ""


_known_version = lru_cache(maxsize=256)(_version)


def _content(name: str) -> bytes:
    """A file as it is sent: a script names what it imports by its version, so that its own changes
    with it.

    The browser could be told the versions by an import map, but phones of before 2023 know none.
    """
    path = finders.find(name)
    content = Path(path).read_bytes() if isinstance(path, str) else b""
    if not _is_script_of_ours(name):
        return content
    return _IMPORTED.sub(
        lambda found: f' from "./{_address(found[1])}";', content.decode()
    ).encode()


def _is_script_of_ours(name: str) -> bool:
    return name.endswith(".js") and "/" not in name


def _address(name: str) -> str:
    return f"{name}?v={version_of(name)}"
