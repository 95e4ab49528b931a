"""Scripts, styles and fonts under addresses that change with their content, so a browser may store
them for good."""

import gzip
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
# Files that are sent compressed.
_TEXTS = (".js", ".css", ".svg")

# What a script imports, and which fonts a style sheet uses.
_NAMED = re.compile(r'( from "\./|url\()([a-z0-9_/]+\.(?:js|woff2))(?=[")])')


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
        if name.endswith(_TEXTS) and request.method == "GET" and response.status_code == 200:
            content = _content(name)
            response.headers["Vary"] = "Accept-Encoding"
            if "gzip" in request.headers.get("Accept-Encoding", ""):
                content = _compressed(content)
                response.headers["Content-Encoding"] = "gzip"
            response.streaming_content = [content]
            response.headers["Content-Length"] = str(len(content))
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
    """A file as it is sent: scripts name their imports, and styles their fonts, by version.

    So the version of a file changes with theirs. The browser could be told the versions of imports
    by an import map, but phones of before 2023 know none.
    """
    path = finders.find(name)
    content = Path(path).read_bytes() if isinstance(path, str) else b""
    if not _names_others(name):
        return content
    return _NAMED.sub(
        lambda found: f"{found[1]}{found[2]}?v={version_of(found[2])}", content.decode()
    ).encode()


@lru_cache(maxsize=64)
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _names_others(name: str) -> bool:
    """Whether it is a script or a style sheet of ours, in which other files are named."""
    return name.endswith((".js", ".css")) and "/" not in name
