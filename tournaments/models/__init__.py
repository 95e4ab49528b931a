"""The facts: one module a noun, nothing but models. What is worked out of them is in `queries`."""

from tournaments.models.kept.act import Act
from tournaments.models.kept.audit import AuditEntry
from tournaments.models.kept.derived import CaughtUp, Recount, Scale, Snapshot
from tournaments.models.kept.receipt import Receipt
from tournaments.models.kept.travel import Arrival, Delivery, SectionCopy
from tournaments.models.kept.verb import Verb
from tournaments.models.people.club import Club
from tournaments.models.people.membership import Invitation, Membership
from tournaments.models.people.merge import Merge
from tournaments.models.people.one_time_password import OneTimePassword
from tournaments.models.people.person import Person
from tournaments.models.people.person_code import PersonCode
from tournaments.models.people.player import Player
from tournaments.models.people.venue import Venue
from tournaments.models.people.visit import Visit
from tournaments.models.plan.board import Board
from tournaments.models.plan.category import Category, InCategory
from tournaments.models.plan.contestant import Contestant, Partner
from tournaments.models.plan.event import Event
from tournaments.models.plan.line_up import LineUp
from tournaments.models.plan.rehearsal import Rehearsal
from tournaments.models.plan.round import Round
from tournaments.models.plan.seating import Place, Seating, Substitution
from tournaments.models.plan.section import Allotment, Section
from tournaments.models.plan.session import Seed, Session
from tournaments.models.plan.sit_out import SitOut
from tournaments.models.plan.stage import Qualifier, Stage
from tournaments.models.plan.table import Table
from tournaments.models.play.announcement import Announcement
from tournaments.models.play.board_making import BoardMaking, OpenedHands
from tournaments.models.play.call import Call
from tournaments.models.play.clock import Break, Pause, TimeGiven
from tournaments.models.play.device import BoundDevice
from tournaments.models.play.draft import Draft
from tournaments.models.play.entry import Entry
from tournaments.models.play.notes import Contradiction, MadeAgain, Question, Reveal
from tournaments.models.play.objection import Objection
from tournaments.models.play.penalty import ClubPenalty, Penalty
from tournaments.models.play.play import Play

__all__ = [
    "Act",
    "Allotment",
    "Announcement",
    "Arrival",
    "AuditEntry",
    "Board",
    "BoardMaking",
    "BoundDevice",
    "Break",
    "Call",
    "Category",
    "CaughtUp",
    "Club",
    "ClubPenalty",
    "Contestant",
    "Contradiction",
    "Delivery",
    "Draft",
    "Entry",
    "Event",
    "InCategory",
    "Invitation",
    "LineUp",
    "MadeAgain",
    "Membership",
    "Merge",
    "Objection",
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
