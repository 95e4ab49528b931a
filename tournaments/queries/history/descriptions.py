"""What lines of the history and of the audit say: their sentences, whom they are about, and what
changed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.catalogue import get_game
from games.explained.numbers import shortest
from games.text import Words, listed
from games.text import gettext_noop as _
from scoring.catalogue import get_tiebreaks
from tournaments.models import Act, Club, Contestant, Event, Play, Verb

_FIELDS = {
    "name": _("Name: %(before)s → %(after)s"),
    "starts_at": _("Begins: %(before)s → %(after)s"),
    "place": _("Place: %(before)s → %(after)s"),
    "note": _("Note: %(before)s → %(after)s"),
    "results_shown": _("Results shown: %(before)s → %(after)s"),
    "standings_from": _("Standings hidden from the public until: %(before)s → %(after)s"),
    "missed": _("Contestants who miss a session are: %(before)s → %(after)s"),
    "objection_minutes": _(
        "Minutes after a session to report a wrong result: %(before)s → %(after)s"
    ),
    "fee_cents": _("Fee: %(before)s → %(after)s"),
    "tiebreaks": _("Tie-breaks: %(before)s → %(after)s"),
}
_UNTIL_PUBLICATION = _("until the standings are published")
_NOTHING = Words("–")
_MOMENTS = {
    Event.ResultsShown.AT_ONCE: _("at once, to those who have played the board"),
    Event.ResultsShown.ROUND: _("when the round ends"),
    Event.ResultsShown.SESSION: _("when the session ends"),
}
_MISSED = {
    Event.Missed.MEAN: _("ranked by the mean per board"),
    Event.Missed.UNRANKED: _("listed without a place"),
}
_CHOICES: Mapping[str, Mapping[Any, str]] = {"results_shown": _MOMENTS, "missed": _MISSED}


def changes_in_words(data: Mapping[str, Any]) -> Iterator[Words]:
    """Each field that was changed; nothing where its words were blanked."""
    for key, (before, after) in (data.get("changed") or {}).items():
        yield Words(_FIELDS[key], {"before": _said(key, before), "after": _said(key, after)})


def _said(key: str, value: Any) -> object:
    if key == "fee_cents":
        return f"{value // 100}.{value % 100:02}"
    if key == "objection_minutes":
        return Words(_UNTIL_PUBLICATION) if value is None else value
    if not value:
        return _NOTHING
    if key in ("starts_at", "standings_from"):
        return f"{timezone.localtime(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}"
    if key in _CHOICES:
        return Words(_CHOICES[key][value])
    if key == "tiebreaks":
        return listed(Words(each.name) for each in get_tiebreaks(value))
    return value


REPAIRS = (
    Verb.TURN_TABLE,
    Verb.RESEAT_TABLE,
    Verb.EXCHANGE_OPPONENTS,
    Verb.PLAY_OTHER_BOARD,
    Verb.PLAY_OTHER_ROUND,
    Verb.EXCHANGE_RESULTS,
    Verb.MOVE_RESULT,
    Verb.TURN_RESULT,
    Verb.FOUL_BOARD,
    Verb.TAKE_OUT_BOARD,
    Verb.DROP_LAST_ROUND,
    Verb.DROP_BOARDS,
    Verb.SUBSTITUTE,
    Verb.LEAVE_EVENT,
    Verb.JOIN_EVENT,
    Verb.MERGE_TABLES,
)
"""What is mended, with a reason in the director's own words."""

FREE_WORDS: Mapping[str, str] = {
    Verb.GIVE_PENALTY: "reason",
    Verb.TAKE_NO_PLACE: "reason",
    **dict.fromkeys(REPAIRS, "reason"),
    Verb.ANNOUNCE: "text",
    Verb.EDIT_EVENT: "changed",
    Verb.DELETE_EVENT: "name",
}
"""Where a line's data holds free words, by its verb. They alone can be blanked."""

OTHERWISE = _("Did something this version cannot describe")
"""What a verb of another version is read as."""

SENTENCES: Mapping[str, str] = {
    Verb.CREATE_CLUB: _("Created the club"),
    Verb.ADD_MEMBER: _("Gave somebody on the staff a role"),
    Verb.REMOVE_MEMBER: _("Removed somebody from the staff"),
    Verb.INVITE_MEMBER: _("Invited somebody to the staff"),
    Verb.ACCEPT_INVITATION: _("Accepted an invitation"),
    Verb.DECLINE_INVITATION: _("Declined an invitation"),
    Verb.WITHDRAW_INVITATION: _("Withdrew an invitation"),
    Verb.DEMAND_SECOND_FACTOR: _("Made the second factor compulsory for the staff"),
    Verb.WAIVE_SECOND_FACTOR: _("Made the second factor optional for the staff"),
    Verb.ADD_VENUE: _("Added a venue"),
    Verb.CHANGE_VENUE: _("Changed a venue"),
    Verb.REMOVE_VENUE: _("Removed a venue"),
    Verb.GIVE_VENUE: _("Put somebody in charge of a venue"),
    Verb.TAKE_VENUE: _("Relieved somebody of a venue"),
    Verb.ADD_CLUB_PENALTY: _("Added a penalty to the club’s list"),
    Verb.CHANGE_CLUB_PENALTY: _("Changed a penalty of the club’s list"),
    Verb.REMOVE_CLUB_PENALTY: _("Removed a penalty from the club’s list"),
    Verb.LINK_MEMBER: _("Linked a player to a staff account"),
    Verb.UNLINK_MEMBER: _("Unlinked a player from a staff account"),
    Verb.RENAME_PLAYER: _("Corrected a player’s name"),
    Verb.MERGE_PLAYERS: _("Merged two players"),
    Verb.UNMERGE_PLAYERS: _("Separated two merged players"),
    Verb.WRITE_LICENCE: _("Entered a licence number"),
    Verb.MAKE_PERSON_CODE: _("Made a code to identify a player in another club"),
    Verb.JOIN_PERSON: _("Linked a player to the same person in another club"),
    Verb.LEAVE_PERSON: _("Unlinked a player from a person in another club"),
    Verb.LIST_CLUB: _("Let search engines list the club"),
    Verb.UNLIST_CLUB: _("Asked search engines not to list the club"),
    Verb.LET_FRAME: _("Chose which sites may show the standings in their pages"),
    Verb.BLANK_WORDS: _("Erased words in this history"),
    Verb.MAKE_DEMO: _("Created a demo event"),
    Verb.CLEAR_DEMO: _("Cleared the demo"),
    Verb.MAKE_REHEARSAL: _("Started a rehearsal"),
    Verb.REMOVE_REHEARSAL: _("Removed a rehearsal"),
    Verb.SIGNED_IN: _("Signed in"),
    Verb.SIGNED_OUT: _("Signed out"),
    Verb.REFUSED_SIGN_IN: _("Entered a wrong password or code"),
    Verb.CHOOSE_PASSWORD: _("Chose a new password"),
    Verb.MAKE_ONE_TIME_PASSWORD: _("Issued a one-time password"),
    Verb.SET_UP_SECOND_FACTOR: _("Added a second factor"),
    Verb.REMOVE_SECOND_FACTOR: _("Removed a second factor"),
    Verb.CREATE_EVENT: _("Created the event"),
    Verb.CHOOSE_MOVEMENT: _("Chose the movement"),
    Verb.EDIT_EVENT: _("Edited the event"),
    Verb.COPY_EVENT: _("Created the event as a copy of another"),
    Verb.DELETE_EVENT: _("Deleted an event"),
    Verb.ARCHIVE_EVENT: _("Archived the event"),
    Verb.RESTORE_EVENT: _("Restored the archived event"),
    Verb.SHOW_RESULTS: _("Chose when other tables’ results are shown"),
    Verb.GO_ON: _("Created the next stage"),
    Verb.PUBLISH_EVENT: _("Published the standings"),
    Verb.IMPORT_RESULTS: _("Imported results"),
    Verb.IMPORT_EVENT: _("Imported an event"),
    Verb.REGISTER_CONTESTANTS: _("Entered the contestants"),
    Verb.ADD_CONTESTANTS: _("Added latecomers"),
    Verb.WITHDRAW_CONTESTANT: _("Withdrew a contestant before the start"),
    Verb.REPLACE_CONTESTANT: _("Replaced a contestant"),
    Verb.NAME_CONTESTANT: _("Added the name of a numbered contestant"),
    Verb.DIVIDE_SESSION: _("Divided a session into sections"),
    Verb.MISS_SESSION: _("Marked a contestant as absent from a session"),
    Verb.COME_TO_SESSION: _("Marked a contestant as present after all"),
    Verb.REPLACE_TEAM_LINK: _("Gave a team a new link"),
    Verb.LEAVE_EVENT: _("Took out a contestant who left"),
    Verb.JOIN_EVENT: _("Added a contestant who arrived late"),
    Verb.SET_FEE: _("Set the fee"),
    Verb.MARK_PAID: _("Recorded a payment"),
    Verb.TAKE_BACK_PAYMENT: _("Cancelled a payment"),
    Verb.GIVE_PENALTY: _("Gave a penalty"),
    Verb.TAKE_NO_PLACE: _("Left contestants out of the ranking"),
    Verb.TAKE_PLACE: _("Put contestants back into the ranking"),
    Verb.SET_CATEGORIES: _("Set the categories and their members"),
    Verb.CREATE_SESSION: _("Created a session and its seed"),
    Verb.DEAL_SESSION: _("Dealt the boards"),
    Verb.PLAN_ANEW: _("Planned the rounds again"),
    Verb.START_SESSION: _("Started the session"),
    Verb.START_SECTION: _("Started a section"),
    Verb.DRAW_ROUND: _("Drew a round"),
    Verb.EXCHANGE: _("Exchanged two contestants in a draw"),
    Verb.DECLARE_LINE_UP: _("Submitted the line-up of a team"),
    Verb.UNDO_DRAW: _("Undid a draw"),
    Verb.BEGIN_ROUND: _("Started a round"),
    Verb.END_ROUND: _("Ended a round"),
    Verb.FINISH_SESSION: _("Finished the session"),
    Verb.SET_CLOCK: _("Set the minutes of a round and the breaks"),
    Verb.GIVE_MINUTES: _("Gave the round more or less time"),
    Verb.PAUSE_CLOCK: _("Stopped the clock"),
    Verb.RESUME_CLOCK: _("Restarted the clock"),
    Verb.REVOKE_TABLE_CODE: _("Gave a table a new code"),
    Verb.LET_DEVICE_IN: _("Linked a phone"),
    Verb.RELEASE_DEVICE: _("Unlinked a phone"),
    Verb.SHOW_TABLE_CODE: _("Looked at the code of a table while playing in the event"),
    Verb.SEND_SECTION: _("Exported a section with its boards"),
    Verb.VOID_COPY: _("Cancelled a copy of a section"),
    Verb.OPEN_SECTION: _("Imported an offline section"),
    Verb.TAKE_DELIVERY: _("Imported results of an offline section"),
    Verb.PRINT_SLIPS: _("Printed hand slips"),
    Verb.CHOOSE_MAKERS: _("Chose who makes up the boards"),
    Verb.GIVE_BOARD: _("Gave a board to a table to make up"),
    Verb.PREPARE_BOARD: _("Looked at the cards of a board to make it up"),
    Verb.FINISH_BOARD: _("Finished making up a board"),
    Verb.BOARDS_CAME_READY: _("Marked boards as ready"),
    Verb.MAKE_BOARD_ANEW: _("Had a board made up again"),
    Verb.TURN_TABLE: _("Corrected a table that sat the wrong way round"),
    Verb.EXCHANGE_OPPONENTS: _("Corrected two contestants who sat in each other’s place"),
    Verb.PLAY_OTHER_BOARD: _("Corrected which board a table played"),
    Verb.RESEAT_TABLE: _("Corrected who sat in which seat"),
    Verb.TURN_RESULT: _("Moved a result to the other side"),
    Verb.EXCHANGE_RESULTS: _("Exchanged two results"),
    Verb.MOVE_RESULT: _("Moved a result to where it belongs"),
    Verb.SUBSTITUTE: _("Added a substitute"),
    Verb.FOUL_BOARD: _("Separated tables that played other cards"),
    Verb.TAKE_OUT_BOARD: _("Took a board out of the scoring"),
    Verb.PLAY_OTHER_ROUND: _("Corrected which round’s boards a table played"),
    Verb.DROP_LAST_ROUND: _("Left out the last round"),
    Verb.DROP_BOARDS: _("Left out one board in each round to come"),
    Verb.MERGE_TABLES: _("Let contestants who sat out play each other"),
    Verb.UNDO_ACT: _("Undid"),
    Verb.REDO_ACT: _("Redid"),
    Verb.RESTORE: _("Went back to an earlier point"),
    Verb.POST_TABLE: _("Entered a result"),
    Verb.POST_CORRECTION: _("Corrected a result"),
    Verb.POST_RULING: _("Ruled on a result"),
    Verb.POST_VOID: _("Decided that a board was not played"),
    Verb.POST_AWARDS: _("Gave awards instead of a result"),
    Verb.TYPE_SLIP: _("Typed a score slip"),
    Verb.ASKED_ABOUT_A_RESULT: _("Was asked to check an unlikely result"),
    Verb.CONTRADICTED_RESULT: _("Entered a result that the cards rule out"),
    Verb.REFUSED_RESULT: _("Tried a decision that the cards rule out"),
    Verb.REVEAL_PLAY: _("Looked at a result before playing the board"),
    Verb.OBJECT_TO_RESULT: _("Reported a wrong result"),
    Verb.ANSWER_OBJECTION: _("Answered a report of a wrong result"),
    Verb.CALL_DIRECTOR: _("Called the director"),
    Verb.ANSWER_CALL: _("Answered a call"),
    Verb.CLOSE_CALL: _("Closed a call"),
    Verb.TAKE_BACK_CALL: _("Withdrew a call"),
    Verb.ANNOUNCE: _("Sent an announcement to every phone"),
    Verb.WITHDRAW_ANNOUNCEMENT: _("Removed an announcement"),
}
"""Every verb as it is read, after whoever acted. It says what was done, and never what came of
it."""


Data = Mapping[str, Any]

_PLAY = _("Board %(board)s, table %(table)s, round %(round)s")
_THINGS = {
    "board": _("Board %(number)s"),
    "table": _("Table %(number)s"),
    "phone": _("Phone %(number)s"),
    "round": _("Round %(number)s"),
    "section": _("Section %(number)s"),
    "at_venue": _("Venue: %(number)s"),
    "of_kind": _("Penalty: %(number)s"),
    "number": _("Number %(number)s"),
    "amount": _("Amount: %(number)s"),
    "contestants": _("Contestants: %(number)s"),
    "minutes": _("Minutes: %(number)s"),
}
_ROLE = _("Role: %(role)s")
_BOARDS = _("Boards: %(boards)s")
_CONTESTANTS = ("contestant", "added", "instead")
_PLAYERS = ("before", "players", "player", "keep")
_USERS = ("user", "member")


@dataclass(frozen=True)
class Subjects:
    """Contestants, players, users and plays by their rows, as they are called today; acts in
    words."""

    contestants: Mapping[int, str]
    players: Mapping[int, str]
    users: Mapping[int, str]
    plays: Mapping[int, Words]
    acts: Mapping[int, Words]

    @classmethod
    def of(cls, club: Club, lines: Iterable[Data]) -> "Subjects":
        """Everybody and everything of a club that some lines are about."""
        lines = list(lines)
        contestants = Contestant.objects.filter(event__club=club, pk__in=_rows(lines, _CONTESTANTS))
        players = club.players.filter(pk__in=_rows(lines, _PLAYERS))
        users = get_user_model().objects.filter(pk__in=_rows(lines, _USERS))
        return cls(
            dict(contestants.values_list("pk", "name")),
            dict(players.values_list("pk", "name")),
            {user.pk: user.get_username() for user in users},
            _plays(club, _rows(lines, ("play", "plays"))),
            _acts(club, _rows(lines, ("act",))),
        )

    def people(self, data: Data) -> list[str]:
        """Who a line is about, each once."""
        known = ((_CONTESTANTS, self.contestants), (_PLAYERS, self.players), (_USERS, self.users))
        found = (named.get(row) for keys, named in known for row in _rows([data], keys))
        return list(dict.fromkeys(name for name in found if name))

    def things(self, data: Data) -> list[Words]:
        """What a line is about: an act undone, plays, boards, rounds. Never what was said or
        made there."""
        undone = [self.acts[row] for row in _rows([data], ("act",)) if row in self.acts]
        plays = [self.plays[row] for row in _rows([data], ("play", "plays")) if row in self.plays]
        return undone + (plays or _numbered(data))


def verbs_done(acts: Iterable[Act]) -> dict[int, str]:
    """What was done by acts, by their rows: by one that undid another, or did it again, what
    that one did."""
    acts = list(acts)
    events = {act.event_id for act in acts if act.undoes_id}
    rows = Act.objects.filter(event__in=events).order_by().values_list("pk", "undoes", "kind")
    undone = {pk: (undoes, kind) for pk, undoes, kind in rows}
    found = {}
    for act in acts:
        undoes, kind = act.undoes_id, act.kind
        while undoes in undone:
            undoes, kind = undone[undoes]
        found[act.pk] = kind
    return found


def _numbered(data: Data) -> list[Words]:
    boards = ", ".join(map(str, data.get("boards", ())))
    role = [Words(_ROLE, {"role": data["role"]})] if data.get("role") else []
    several = [Words(_BOARDS, {"boards": boards})] if boards else []
    alone = [
        Words(words, {"number": _amount(data[key]) if key == "amount" else data[key]})
        for key, words in _THINGS.items()
        if data.get(key)
    ]
    return role + several + alone + _game(data) + list(changes_in_words(data))


def _amount(value: object) -> object:
    """An amount of points that is stored exactly, as "1/2", in decimals."""
    return shortest(Fraction(value)) if isinstance(value, str) and "/" in value else value


def _game(data: Data) -> list[Words]:
    """The game of an event that is no more; of others their own pages say it."""
    return [Words(get_game(data["game"]).name)] if data.get("game") else []


def _rows(lines: Iterable[Data], keys: Iterable[str]) -> list[int]:
    """The rows that lines name under some keys, alone or in a list."""
    named = [line[key] for line in lines for key in keys if key in line]
    several = (each if isinstance(each, list) else [each] for each in named)
    return [row for rows in several for row in rows if isinstance(row, int)]


def _plays(club: Club, rows: Iterable[int]) -> dict[int, Words]:
    plays = Play.objects.filter(board__session__stage__event__club=club, pk__in=rows)
    related = plays.select_related("board", "seating__table__section", "seating__round")
    return {play.pk: Words(_PLAY, _where(play)) for play in related}


def _acts(club: Club, rows: Iterable[int]) -> dict[int, Words]:
    """What was done by some acts; by one that undid another, what that had done."""
    known = Act.objects.filter(event__club=club).in_bulk(list(rows))
    return {
        row: Words(SENTENCES.get(kind, OTHERWISE))
        for row, kind in verbs_done(known.values()).items()
    }


def _where(play: Play) -> dict[str, object]:
    seating = play.seating
    return {"board": play.board.number, "table": seating.table.label, "round": seating.round.number}
