"""The facts: one module per noun."""

from tournaments.models.club import Club, Membership, Player
from tournaments.models.draw import Qualifier, SitOut
from tournaments.models.event import Contestant, Event, Partner, Stage
from tournaments.models.play import Award, Entry, Play
from tournaments.models.preparing import Preparation
from tournaments.models.record import AuditEntry, Penalty, Receipt, Snapshot
from tournaments.models.seating import Place, Seating
from tournaments.models.session import Board, Round, Section, Seed, Session, Table
from tournaments.models.talk import Announcement, Call

__all__ = [
    "Announcement",
    "AuditEntry",
    "Award",
    "Board",
    "Call",
    "Club",
    "Contestant",
    "Entry",
    "Event",
    "Membership",
    "Partner",
    "Penalty",
    "Place",
    "Play",
    "Player",
    "Preparation",
    "Qualifier",
    "Receipt",
    "Round",
    "Seating",
    "Section",
    "Seed",
    "Session",
    "SitOut",
    "Snapshot",
    "Stage",
    "Table",
]
