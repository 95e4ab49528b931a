"""Limits of caches and of concurrent readers, and lifetimes of what is stored for a while."""

from datetime import timedelta

# --- Cached pages ---

# Pages that a process caches, and their bytes after compression.
PAGE_CACHE_MAX_PAGES, PAGE_CACHE_MAX_BYTES = 256, 8_000_000

# Shorter bodies are not compressed; Django's gzip middleware has the same limit.
MIN_COMPRESSED_BYTES = 200

# --- Heavy pages ---

# Readers for whom heavy pages may be rendered at once, and readers who may wait. Together they
# leave most threads of the server to phones and the desk.
HEAVY_PAGE_READERS, HEAVY_PAGE_WAITING = 2, 4

# Seconds for which a reader waits for a free slot, and seconds after which a rejected reader may
# try again.
HEAVY_PAGE_PATIENCE_SECONDS, HEAVY_PAGE_RETRY_SECONDS = 4.0, 3

HEAVY_PAGE_CACHE_MAX_PAGES, HEAVY_PAGE_CACHE_MAX_BYTES = 128, 16_000_000

# Seconds for which a cached page is served. An action in the event invalidates it at once. The
# limit is needed for changes elsewhere, such as that of a club's name. The shorter one applies
# while results are not scored yet, because the standings will change without an action.
HEAVY_PAGE_MAX_AGE_SECONDS, HEAVY_PAGE_MAX_AGE_UNSETTLED_SECONDS = 30.0, 1.0

# --- Share pictures ---

# Pictures that a process caches; each has about 70 kB.
SHARE_PICTURE_CACHE_MAX_PICTURES = 64

# Seconds for which browsers and proxies may cache a picture whose URL has a version. A picture with
# names that were removed from the standings should not be shown for longer than a day.
SHARE_PICTURE_MAX_AGE_SECONDS = 24 * 60 * 60

# --- Members ---

# Minimum time between two updates of a login session's last use.
SESSION_ACTIVITY_INTERVAL = timedelta(minutes=10)

# Seconds for which a member counts as viewing the page of a play after it was loaded or polled.
PRESENCE_SECONDS = 90

# Characters that are stored of a browser's User-Agent header.
MAX_BROWSER_LENGTH = 200

# Seconds within which the second factor must follow the password.
PENDING_SIGN_IN_SECONDS = 10 * 60

# Seconds for which a best-effort write waits for the lock of the database (SQLite).
BEST_EFFORT_WAIT_SECONDS = 0.2

# --- What phones report about themselves ---

# Seconds for which the desk shows a phone's report, and a server error that a phone got, and for
# which a refused result is stored.
PHONE_REPORT_SECONDS = 150
PHONE_ERROR_SECONDS = 120
PHONE_REFUSAL_SECONDS = 12 * 60 * 60

# Seconds after which the desk shows that a table has not answered a question about its result.
UNANSWERED_QUESTION_SECONDS = 3 * 60

MAX_REPORTED_RESULTS = 99

# Devices of a table whose reports are stored; a stranger with the table's code could invent some.
MAX_DEVICES_PER_TABLE = 12

# Boards that a phone's report may name, and refused results that are stored for a table.
MAX_NAMED_BOARDS = 24
MAX_REPORT_TEXT_LENGTH = 80
