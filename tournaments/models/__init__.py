"""The facts: one module per noun, nothing but models. What is worked out of them is in `queries`."""

from tournaments.models.act import Act
from tournaments.models.audit import AuditEntry, Verb
from tournaments.models.board_making import BoardMaking, OpenedHands
from tournaments.models.call import Announcement, Call
from tournaments.models.clock import Break, Pause, TimeGiven
from tournaments.models.club import (
    Club,
    Invitation,
    Membership,
    Merge,
    OneTimePassword,
    Person,
    PersonCode,
    Player,
    Venue,
    Visit,
)
from tournaments.models.derived import CaughtUp, Recount, Scale, Snapshot
from tournaments.models.event import Contestant, Event, Partner, Qualifier, Stage
from tournaments.models.penalty import Category, ClubPenalty, InCategory, Penalty
from tournaments.models.play import Entry, Play
from tournaments.models.play_notes import Contradiction, Question, Reveal
from tournaments.models.receipt import Arrival, Delivery, Receipt, SectionCopy
from tournaments.models.seating import LineUp, Place, Seating, SitOut, Substitution
from tournaments.models.section import Allotment, Round, Section, Table
from tournaments.models.session import Board, Rehearsal, Seed, Session

__all__ = [
    "Act",
    "Allotment",
    "Announcement",
    "Arrival",
    "AuditEntry",
    "Board",
    "BoardMaking",
    "Break",
    "Call",
    "Category",
    "CaughtUp",
    "Club",
    "ClubPenalty",
    "Contestant",
    "Contradiction",
    "Delivery",
    "Entry",
    "Event",
    "InCategory",
    "Invitation",
    "LineUp",
    "Membership",
    "Merge",
    "OneTimePassword",
    "OpenedHands",
    "Partner",
    "Pause",
    "Penalty",
    "Person",
    "PersonCode",
    "Place",
    "Play",
    "Player",
    "Qualifier",
    "Question",
    "Receipt",
    "Recount",
    "Rehearsal",
    "Reveal",
    "Round",
    "Scale",
    "Seating",
    "Section",
    "SectionCopy",
    "Seed",
    "Session",
    "SitOut",
    "Snapshot",
    "Stage",
    "Substitution",
    "Table",
    "TimeGiven",
    "Venue",
    "Verb",
    "Visit",
]
