"""What one person must not see, computed from the states of the plays alone.

It follows the tables of docs/developers/permissions.md and uses nothing of
`tournaments/permissions/visibility`, which the adversary attacks.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property

from django.contrib.auth.base_user import AbstractBaseUser

from tests.adversary.evening import OBJECTION, Evening, given_marker
from tournaments.models import (
    Draft,
    Entry,
    Event,
    Objection,
    Play,
    PlayReveal,
    SeatHolder,
    Session,
    Table,
)
from tournaments.queries.phone.table_codes import code_of, qr_token_of

SETTLED = (Play.State.CONFIRMED, Play.State.RULED, Play.State.VOID)
DIRECTORS = ("director", "owner")


@dataclass(frozen=True)
class Person:
    """The adversary: their contestants, their players, and their role in the club."""

    name: str
    contestants: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    user: AbstractBaseUser | None = None
    staff: str = ""
    section: int | None = None

    @property
    def plays(self) -> bool:
        """Whether they play in the event."""
        return bool(self.contestants or self.players)


@dataclass
class Truth:
    """What is hidden from a person at one step of the session, computed on creation."""

    person: Person
    evening: Evening
    # Ids of boards that the person still has to play.
    due: set[int] = field(default_factory=set)
    # Plays whose results the person must not see.
    results: list[Play] = field(default_factory=list)
    # Numbers of boards whose cards the person must not see.
    hands: set[int] = field(default_factory=set)
    # Codes and tokens of tables that the person must not learn.
    codes: dict[str, Table] = field(default_factory=dict)
    drafts: list[Draft] = field(default_factory=list)
    objections: list[Objection] = field(default_factory=list)

    def __post_init__(self) -> None:
        session = Session.objects.select_related("stage__event").get(pk=self.evening.session.pk)
        self.is_over, plays = session.is_over, self._plays(session)
        own_plays = [play for play in plays if self.sits_at(play)]
        self.due = {
            play.board_id
            for play in own_plays
            if play.state == Play.State.DUE and not session.is_over
        }
        opened = {play.board_id for play in plays} - {
            play.board_id for play in plays if is_hidden_from_public(play, session)
        }
        self.public = opened if not session.is_over else {play.board_id for play in plays}
        visible_plays = self.public | self._seen_by_playing(own_plays, session)
        self.results = [
            play
            for play in plays
            if play.revision and self._hides_result(play, own_plays, visible_plays)
        ]
        boards = session.boards.values_list("pk", "number")
        self.hands = {number for pk, number in boards if self._hides_hand(pk, own_plays)}
        self.codes = dict(self._codes(session))
        self.drafts = [draft for draft in _drafts(session) if not self._may_read(draft)]
        self.objections = [
            objection
            for objection in _objections(session)
            if not self._may_read_objection(objection)
        ]

    @property
    def counts_hidden(self) -> bool:
        """Return whether the public standings count results of boards that are hidden."""
        event = self.evening.event
        return event.results_shown != Event.ResultsShown.SESSION and not event.method.reveals_x

    def also_hidden(self, after: "Truth", known_texts: Collection[str] = ()) -> "Truth":
        """Return what is hidden now and afterwards, except codes in the request."""
        both, stay = copy(self), {play.pk for play in after.results}
        both.results = [play for play in self.results if play.pk in stay]
        both.hands = self.hands & after.hands
        both.is_over = after.is_over
        both.drafts = [draft for draft in self.drafts if draft in after.drafts]
        both.objections = [
            objection for objection in self.objections if objection in after.objections
        ]
        both.__dict__.pop("markers", None)
        asked = {table.pk for code, table in self.codes.items() if code in known_texts}
        both.codes = {
            code: table
            for code, table in self.codes.items()
            if code in after.codes and table.pk not in asked
        }
        return both

    def hides_less_than(self, before: "Truth") -> bool:
        """Return whether anything is visible that was hidden before."""
        stay = {play.pk for play in self.results}
        removed_results = [play for play in before.results if play.pk not in stay]
        return bool(removed_results) or not (before.due <= self.due and before.hands <= self.hands)

    @cached_property
    def markers(self) -> Mapping[str, re.Pattern[str] | None]:
        """Return patterns that recognise each kind of secret on a page."""
        points = [
            str(play.entry.outcome["ns_points"])
            for play in self.results
            if self.evening.event.game.key == "botifarra" and play.entry and play.entry.outcome
        ]
        awards = [play for play in self.results if play.entry and play.entry.given]
        words = [
            text
            for objection in self.objections
            for text in (objection.words, objection.answer)
            if text
        ]
        patterns_by_kind = {
            "result": [rf"(?<![\w.#-]){point}(?![\w%-])" for point in points],
            "award": [f"{given_marker(award)}|awardreason{award.pk}" for award in awards],
            "objection": words,
            "code": list(self.codes),
        }
        return {
            kind: re.compile("|".join(texts)) if texts else None
            for kind, texts in patterns_by_kind.items()
        }

    def own_tables(self) -> list[Table]:
        """Return the tables where the person sits or has sat, or will sit first."""
        tables = Table.objects.filter(pk__in=self._own_tables()).select_related("section__session")
        return list(tables.order_by("pk"))

    def sits_at(self, play: Play) -> bool:
        """Whether the person, or their team, has a seat at a play."""
        return any(
            seat_holder.contestant_id in self.person.contestants
            or self._sits_on(seat_holder, play.board.number)
            for seat_holder in play.seating.places.all()
        )

    def is_due(self, number: int) -> bool:
        """Return whether the person still has to play the board with this number."""
        return self.evening.session.boards.filter(number=number, pk__in=self.due).exists()

    def _plays(self, session: Session) -> list[Play]:
        related = "board", "seating__round", "seating__table__section", "entry"
        plays = Play.objects.filter(board__session=session).select_related(*related).order_by("pk")
        return list(plays.prefetch_related("entries", "seating__places__substitutions"))

    def _sits_on(self, place: SeatHolder, board: int) -> bool:
        substitutions = [
            substitution
            for substitution in place.substitutions.all()
            if substitution.from_board <= board
        ]
        last = (
            max(substitutions, key=lambda substitution: substitution.from_board).player_id
            if substitutions
            else place.player_id
        )
        return last in self.person.players

    def _seen_by_playing(self, own_plays: Iterable[Play], session: Session) -> set[int]:
        """Return boards whose other results the person sees after playing them."""
        results_shown, plays = session.stage.event.results_shown, list(own_plays)
        if results_shown == Event.ResultsShown.SESSION and not session.is_over:
            return set()
        open_ = {
            play.board_id
            for play in plays
            if play.state not in SETTLED
            or (results_shown == Event.ResultsShown.ROUND and play.seating.round.ended_at is None)
        }
        return {play.board_id for play in plays} - open_

    def _hides_result(self, play: Play, own_plays: list[Play], visible_plays: set[int]) -> bool:
        if play in own_plays:
            return False
        if self.person.staff and self._is_in_charge(play.seating.table):
            return self._is_kept_from_staff(play)
        return play.board_id not in visible_plays

    def _hides_hand(self, board: int, own_plays: Iterable[Play]) -> bool:
        if board in self.public:
            return False
        if self.person.staff in DIRECTORS and self.person.section is None:
            return board in self.due
        made_again = not self.evening.event.game.keeps_hands
        settled = {play.board_id for play in own_plays if play.state in SETTLED} - self.due
        return not (made_again and board in settled)

    def _is_in_charge(self, table: Table) -> bool:
        return self.person.section in (None, table.section_id)

    def _codes(self, session: Session) -> Iterator[tuple[str, Table]]:
        tables = Table.objects.filter(section__session=session).select_related("section__session")
        own_tables = self._own_tables()
        for table in tables:
            directs = bool(self.person.staff) and self._is_in_charge(table)
            running = session.state == Session.State.RUNNING
            if table.pk not in own_tables and not (directs and not (self.person.plays and running)):
                yield code_of(table), table
                yield qr_token_of(table), table

    def _own_tables(self) -> set[int]:
        """Return the person's tables so far; before the session, their first table."""
        places = SeatHolder.objects.filter(seating__round__section__session=self.evening.session)
        places = places.select_related("seating__round").prefetch_related("substitutions")
        return {
            seat_holder.seating.table_id
            for seat_holder in places
            if (seat_holder.seating.round.number == 1 or seat_holder.seating.round.started_at)
            and (
                seat_holder.contestant_id in self.person.contestants
                or seat_holder.player_id in self.person.players
                or any(
                    substitution.player_id in self.person.players
                    for substitution in seat_holder.substitutions.all()
                )
            )
        }

    def _may_read(self, draft: Draft) -> bool:
        seats = self.evening.event.game.lines.get(draft.side, ())
        seat_holders = draft.play.seating.places.all()
        is_own = any(
            seat_holder.seat in seats and seat_holder.contestant_id in self.person.contestants
            for seat_holder in seat_holders
        )
        return is_own or (bool(self.person.staff) and not self._is_kept_from_staff(draft.play))

    def _may_read_objection(self, objection: Objection) -> bool:
        if objection.contestant_id in self.person.contestants:
            return True
        directs = self.person.staff in DIRECTORS and self._is_in_charge(
            objection.play.seating.table
        )
        return directs and not self._is_kept_from_staff(objection.play)

    def _is_kept_from_staff(self, play: Play) -> bool:
        """Return whether a member still has to play the board and has not revealed the play."""
        user = self.person.user
        revealed = (
            user is not None and PlayReveal.objects.filter(play=play, user_id=user.pk).exists()
        )
        return play.board_id in self.due and not revealed


def is_hidden_from_public(play: Play, session: Session) -> bool:
    """Return whether a play's board is sealed or not yet shown by the event."""
    results_shown, round_is_over = (
        session.stage.event.results_shown,
        play.seating.round.ended_at is not None,
    )
    if results_shown == Event.ResultsShown.SESSION or (
        results_shown == Event.ResultsShown.ROUND and not round_is_over
    ):
        return True
    return _keeps_sealed(play, round_is_over)


def _keeps_sealed(play: Play, round_is_over: bool) -> bool:
    """Return whether a play keeps its board sealed (docs/developers/permissions.md)."""
    if play.state in (Play.State.DUE, Play.State.CONFLICT) or (
        play.entry and play.entry.contradicted
    ):
        return True
    if play.state == Play.State.ENTERED:
        return not round_is_over
    if (
        play.state != Play.State.CONFIRMED
        or play.entry is None
        or play.entry.kind != Entry.Kind.TABLE
    ):
        return False
    entries = [
        entry for entry in play.entries.all() if entry.kind == Entry.Kind.TABLE and not entry.late
    ]
    phones = {entry.device for entry in entries} - {Entry.PROGRAM}
    typed = play.entry.device == ""
    return not round_is_over and not typed and len(phones) < 2


def _drafts(session: Session) -> Iterable[Draft]:
    drafts = Draft.objects.filter(play__board__session=session).select_related(
        "play__board", "play__seating"
    )
    return drafts.prefetch_related("play__seating__places")


def _objections(session: Session) -> Iterable[Objection]:
    """Return the objections of honest players."""
    honest = {"play__board__session": session, "words__startswith": OBJECTION}
    objections = Objection.objects.filter(**honest)
    return objections.select_related("play__board", "play__seating__table")
