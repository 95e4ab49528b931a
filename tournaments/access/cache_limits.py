"""How much is cached and for how long, and how many readers are served at once."""

from datetime import timedelta

# --- Cached pages ---

# Pages that a process stores, and their bytes after compression.
PAGE_CACHE_MAX_PAGES, PAGE_CACHE_MAX_BYTES = 256, 8_000_000

# Shorter bodies are stored uncompressed, as Django's own compression leaves them.
MIN_COMPRESSED_BYTES = 200

# --- Heavy pages ---

# Readers that may build or receive a heavy page at once, and how many more may wait. Together they
# leave most threads of the server to phones and the desk.
HEAVY_PAGE_READERS, HEAVY_PAGE_WAITING = 2, 4

# How long a reader waits for a place, and when one who got none may come again.
HEAVY_PAGE_PATIENCE_SECONDS, HEAVY_PAGE_RETRY_SECONDS = 4.0, 3

HEAVY_PAGE_CACHE_MAX_PAGES, HEAVY_PAGE_CACHE_MAX_BYTES = 128, 16_000_000

# How long a stored page is served. An action in the event ends it at once; the limit is for what
# changes elsewhere, such as the name of a club. While results are still to be scored, standings
# change without an action.
HEAVY_PAGE_MAX_AGE_SECONDS, HEAVY_PAGE_MAX_AGE_UNSETTLED_SECONDS = 30.0, 1.0

# --- Share pictures ---

# Pictures that a process stores: each is about 70 kB.
SHARE_PICTURE_CACHE_MAX_PICTURES = 64

# How long browsers and proxies may keep a picture whose address has its version: once names are
# taken out of the standings, no copy should outlive the day.
SHARE_PICTURE_MAX_AGE_SECONDS = 24 * 60 * 60

# --- Members ---

# How often the last activity of a login session is stored.
SESSION_ACTIVITY_INTERVAL = timedelta(minutes=10)

# How long a member counts as looking at a decision after its page was loaded or polled.
PRESENCE_SECONDS = 90

# Letters stored of the name of a browser.
MAX_BROWSER_LENGTH = 200

# Time between password and second factor.
PENDING_SIGN_IN_SECONDS = 10 * 60

# How long a reader waits while another process holds the database (SQLite).
BEST_EFFORT_WAIT_SECONDS = 0.2

# --- What phones report about themselves ---

# How long the desk shows that a phone has unsent results, that it fails, and what it was refused.
PHONE_REPORT_SECONDS = 150
PHONE_ERROR_SECONDS = 120
PHONE_REFUSAL_SECONDS = 12 * 60 * 60

# How long a table may read a question about its result before the desk hears that it is unanswered.
UNANSWERED_QUESTION_SECONDS = 3 * 60

MAX_REPORTED_RESULTS = 99

# A stranger with one code can invent devices: no more than these are stored of one table.
MAX_DEVICES_PER_TABLE = 12

# Boards that one phone names, and refused results that are stored of one table.
MAX_NAMED_BOARDS = 24
MAX_REPORT_TEXT_LENGTH = 80
