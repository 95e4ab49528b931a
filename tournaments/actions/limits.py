"""Limits of what actions accept: lengths of texts, numbers, amounts, and write rates."""

from datetime import timedelta

# --- Lengths of texts, in characters ---

MAX_EVENT_NAME_LENGTH, MAX_PLACE_LENGTH, MAX_NOTE_LENGTH = 120, 120, 2000
MAX_CLUB_NAME_LENGTH = 80
MAX_USERNAME_LENGTH = 150
MAX_REASON_LENGTH = 200
MAX_CALL_LENGTH = 120
MAX_ANNOUNCEMENT_LENGTH = 200
MAX_SALT_LENGTH = 200

# The same as for passwords. The passphrase that the form proposes has twenty random letters.
MIN_PASSPHRASE_LENGTH = 12

# Of one line of a pasted list, which may be a team with all its players, and of the whole list.
MAX_LIST_LINE_LENGTH = 170
MAX_LIST_LENGTH = 200_000

# --- Numbers ---

# Contestants of an event, which is also the number of lines of a pasted list.
MAX_CONTESTANTS = 20_000

# Sections of a session, and venues of a club. The largest known federation has two hundred venues.
MAX_SECTIONS = 500
MAX_VENUES = 500

# Other web sites that may show a club's standings in a frame.
MAX_FRAMING_SITES = 10

# Penalties in a club's list, and steps of each. Directors must find one quickly during play.
MAX_CLUB_PENALTIES, MAX_PENALTY_STEPS = 50, 9

# Categories of an event.
MAX_CATEGORIES = 20

# Reasons of one call of a table.
MAX_CALL_REASONS = 5

# Open requests of devices to be linked to one contestant or table; the oldest requests are deleted.
# A stranger who makes many requests displaces other requests, but never a linked device.
MAX_DEVICE_REQUESTS = 6

# --- Amounts and times ---

# A penalty, in awards of the event's method. A larger one can only be a typing error.
MAX_PENALTY = 1000
MAX_FEE_CENTS = 1_000_000

# Minutes added to a running round, or taken from it, in one action.
MAX_EXTRA_MINUTES = 120

# Planned minutes of a round, and of a break.
ROUND_MINUTES = range(1, 601)
BREAK_MINUTES = range(1, 241)

# How long after a session results can be reported as wrong: a week.
MAX_OBJECTION_MINUTES = 7 * 24 * 60

# Years in which an event may begin.
EVENT_YEARS = range(2000, 2200)

# How long the invitation is valid that a linked phone shows to another phone.
DEVICE_INVITATION_SECONDS = 10 * 60

# How long the code is valid that links a player with a player of another club.
PERSON_CODE_LIFETIME = timedelta(days=7)

# --- How often a device may write: far more often than an honest table needs ---

# Entries for one play: from one device, and from all devices at its table. The second limit applies
# only to devices that are not linked.
MAX_ENTRIES_PER_DEVICE, MAX_ENTRIES_PER_TABLE = 20, 60

# Entries of one device in a minute. A tablet that was offline sends the entries of both sides for a
# whole session at once.
MAX_ENTRIES_PER_MINUTE = 120

# Drafts of one device in a minute. A phone stores one after each leg.
MAX_DRAFTS_PER_MINUTE = 60

# Calls of one table, or of one linked device there, within the window.
MAX_CALLS = 10
CALL_LIMIT_WINDOW = timedelta(minutes=10)

# Objections of one device: those that are unanswered, and all within an hour.
MAX_OPEN_OBJECTIONS, MAX_OBJECTIONS_PER_HOUR = 6, 20
