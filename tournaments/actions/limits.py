"""How long texts and how many of a thing actions accept, and how often a device may write."""

from datetime import timedelta

# --- Lengths of texts, in letters ---

MAX_EVENT_NAME_LENGTH, MAX_PLACE_LENGTH, MAX_NOTE_LENGTH = 120, 120, 2000
MAX_CLUB_NAME_LENGTH = 80
MAX_USERNAME_LENGTH = 150
MAX_REASON_LENGTH = 200
MAX_CALL_LENGTH = 120
MAX_ANNOUNCEMENT_LENGTH = 200
MAX_SALT_LENGTH = 200

# As of a password; the phrase that is proposed has twenty random letters.
MIN_PASSPHRASE_LENGTH = 12

# One contestant, a team with all its players, sent as one line; and a whole pasted list.
MAX_LIST_LINE_LENGTH = 170
MAX_LIST_LENGTH = 200_000

# --- How many of a thing ---

# Of an event, and so lines of a pasted list.
MAX_CONTESTANTS = 20_000

# Of a session: a federation has two hundred venues. A club has as many venues as a session can
# have sections.
MAX_SECTIONS = 500
MAX_VENUES = 500

# Other sites that may show a club's standings in a frame.
MAX_FRAMING_SITES = 10

# Of a club, and of one kind of penalty: nobody looks through more during an evening.
MAX_CLUB_PENALTIES, MAX_PENALTY_STEPS = 50, 9

# Of an event.
MAX_CATEGORIES = 20

# Of one call: more than that is said when the director comes.
MAX_CALL_REASONS = 5

# Devices that ask to be linked to one contestant or table, the latest ones. A stranger who asks
# again and again pushes out other requests, never a linked device.
MAX_DEVICE_REQUESTS = 6

# --- Amounts and times ---

# In points of the method; more can only be a typing error.
MAX_PENALTY = 1000
MAX_FEE_CENTS = 1_000_000

# Given to a running round, or taken from it, at once.
MAX_EXTRA_MINUTES = 120

# How long a round and a break may be planned.
ROUND_MINUTES = range(1, 601)
BREAK_MINUTES = range(1, 241)

# A week.
MAX_OBJECTION_MINUTES = 7 * 24 * 60

# Years in which an event may begin.
EVENT_YEARS = range(2000, 2200)

# How long the code that a linked phone shows lets another one in.
DEVICE_INVITATION_SECONDS = 10 * 60

# How long a player may use the code that links them to their account.
PERSON_CODE_LIFETIME = timedelta(days=7)

# --- How often a device may write; far above what an honest table does ---

# Entries about one play: of one device, and of all devices at its table. The second limit stops
# only devices that are not linked.
MAX_ENTRIES_PER_DEVICE, MAX_ENTRIES_PER_TABLE = 20, 60

# Entries of one device in a minute. A tablet that had no network sends an evening of both sides at
# once.
MAX_ENTRIES_PER_MINUTE = 120

# Drafts that one device stores in a minute; a phone stores one after each leg.
MAX_DRAFTS_PER_MINUTE = 60

# Calls of one table, or of one linked device there: each but the first follows one that was closed
# or taken back.
MAX_CALLS = 10
CALL_LIMIT_WINDOW = timedelta(minutes=10)

# Objections of one device: waiting for an answer, and in an hour.
MAX_OPEN_OBJECTIONS, MAX_OBJECTIONS_PER_HOUR = 6, 20
