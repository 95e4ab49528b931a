"""Static files with versions in their URLs, so that browsers can cache them forever."""

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

_DIGEST_LENGTH = 12
IMMUTABLE_CACHE_CONTROL = "max-age=31536000, public, immutable"
# Text files, which are sent compressed; images and fonts already are compressed.
_COMPRESSED_SUFFIXES = (".js", ".css", ".svg")

# Paths of imported scripts, and of fonts in style sheets.
_REFERENCES = re.compile(r'( from "\./|url\()([a-z0-9_/]+\.(?:js|woff2))(?=[")])')

# Comments that take a whole line of a script, and any comment or indentation of a style sheet.
_COMMENTS = {
    "js": re.compile(r"^[ \t]*(?://.*|/\*\*? [^\n]*\*/)\n", re.MULTILINE),
    "css": re.compile(r"/\*.*?\*/|^[ \t]+", re.DOTALL | re.MULTILINE),
}


class VersionedStaticFilesStorage(StaticFilesStorage):
    """Storage that adds `?v=` and a digest of the file to every URL."""

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the URL of a file, with its version if the file exists."""
        url: str = super().url(name)
        version = version_of(name or "")
        return f"{url}?v={version}" if version else url


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """Serve static files; a file that is requested by its version is cached forever."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> StreamingHttpResponse:
        """Return the file, without comments if it is one of our scripts or style sheets.

        It is compressed if the client accepts gzip. If the URL does not contain the current
        version, the file is cached for a minute only.
        """
        response: StreamingHttpResponse = WhiteNoiseMiddleware.serve(static_file, request)
        name = request.path_info.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")
        if (
            name.endswith(_COMPRESSED_SUFFIXES)
            and request.method == "GET"
            and response.status_code == 200
        ):
            content = _served_content(name)
            response.headers["Vary"] = "Accept-Encoding"
            if "gzip" in request.headers.get("Accept-Encoding", ""):
                content = _compressed(content)
                response.headers["Content-Encoding"] = "gzip"
            response.streaming_content = [content]
            response.headers["Content-Length"] = str(len(content))
        if request.GET.get("v", "-") == version_of(name):
            response.headers["Cache-Control"] = IMMUTABLE_CACHE_CONTROL
        return response


def version_of(name: str) -> str:
    """Return a digest of a file, or "" if it does not exist.

    The digest is cached unless DEBUG is set, because the files of a developer change.
    """
    return _digest(name) if settings.DEBUG else _cached_digest(name)


def _digest(name: str) -> str:
    content = _served_content(name)
    return hashlib.sha256(content).hexdigest()[:_DIGEST_LENGTH] if content else ""


_cached_digest = lru_cache(maxsize=256)(_digest)


def _served_content(name: str) -> bytes:
    """Return the content of a file.

    Our own scripts and style sheets are returned without comments, and with versions added to the
    URLs of imports and fonts. A change of an imported file therefore changes the version of the
    importing file too. Import maps would have the same effect, but browsers older than 2023 do not
    support them.
    """
    path = finders.find(name)
    content = Path(path).read_bytes() if isinstance(path, str) else b""
    if not _is_own_script_or_style_sheet(name):
        return content
    return _REFERENCES.sub(
        lambda match: f"{match[1]}{match[2]}?v={version_of(match[2])}",
        strip_comments(name, content),
    ).encode()


def strip_comments(name: str, content: bytes) -> str:
    """Return a script or style sheet without comments.

    Comments are a fifth of the bytes, which matters on slow connections.
    """
    return _COMMENTS[name.rpartition(".")[2]].sub("", content.decode())


@lru_cache(maxsize=64)
def _compressed(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def _is_own_script_or_style_sheet(name: str) -> bool:
    """Return whether the file is our own script or style sheet: libraries are in folders."""
    return name.endswith((".js", ".css")) and "/" not in name
