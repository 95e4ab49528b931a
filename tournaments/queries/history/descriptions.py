"""Describe lines of the history and the audit in sentences, and name their subjects."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.catalogue import get_game
from games.explanations.formatted_numbers import rounded_if_fraction
from games.text import Text, join_with_commas
from games.text import gettext_noop as _
from scoring.catalogue import get_tiebreaks
from tournaments.models import AuditAction, Club, Contestant, Event, Play, UndoStep

_FIELD_TEXTS = {
    "name": _("Name: %(before)s → %(after)s"),
    "starts_at": _("Begins: %(before)s → %(after)s"),
    "place": _("Place: %(before)s → %(after)s"),
    "note": _("Note: %(before)s → %(after)s"),
    "results_shown": _("Results shown: %(before)s → %(after)s"),
    "standings_from": _("Standings hidden from the public until: %(before)s → %(after)s"),
    "missed": _("Anybody who misses a session is: %(before)s → %(after)s"),
    "objection_minutes": _(
        "Minutes after the end to report a wrong result: %(before)s → %(after)s"
    ),
    "fee_cents": _("Fee: %(before)s → %(after)s"),
    "tiebreaks": _("Tie-breaks: %(before)s → %(after)s"),
}
_UNTIL_PUBLICATION = _("until the standings are published")
_NOTHING = Text("–")
_RESULTS_SHOWN = {
    Event.ResultsShown.AT_ONCE: _("at once, to those who have played the board"),
    Event.ResultsShown.ROUND: _("when the round ends"),
    Event.ResultsShown.SESSION: _("when the session ends"),
}
_MISSED_SESSIONS = {
    Event.Missed.MEAN: _("ranked by the mean per board"),
    Event.Missed.UNRANKED: _("listed without a place"),
}
_CHOICES: Mapping[str, Mapping[Any, str]] = {
    "results_shown": _RESULTS_SHOWN,
    "missed": _MISSED_SESSIONS,
}


def field_change_texts(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a text for each changed field of an event; none if they were redacted."""
    for key, (before, after) in (data.get("changed") or {}).items():
        yield Text(
            _FIELD_TEXTS[key],
            {"before": _field_value_text(key, before), "after": _field_value_text(key, after)},
        )


def _field_value_text(key: str, value: Any) -> object:
    if key == "fee_cents":
        return f"{value // 100}.{value % 100:02}"
    if key == "objection_minutes":
        return Text(_UNTIL_PUBLICATION) if value is None else value
    if not value:
        return _NOTHING
    if key in ("starts_at", "standings_from"):
        return f"{timezone.localtime(datetime.fromisoformat(value)):%Y-%m-%d %H:%M}"
    if key in _CHOICES:
        return Text(_CHOICES[key][value])
    if key == "tiebreaks":
        return join_with_commas(Text(tiebreak.name) for tiebreak in get_tiebreaks(value))
    return value


# The actions that are corrections; the director may write a reason for each.
CORRECTION_ACTIONS = (
    AuditAction.TURN_TABLE,
    AuditAction.RESEAT_TABLE,
    AuditAction.EXCHANGE_OPPONENTS,
    AuditAction.PLAY_OTHER_BOARD,
    AuditAction.PLAY_OTHER_ROUND,
    AuditAction.EXCHANGE_RESULTS,
    AuditAction.MOVE_RESULT,
    AuditAction.SWAP_RESULT_SIDES,
    AuditAction.FOUL_BOARD,
    AuditAction.TAKE_OUT_BOARD,
    AuditAction.DROP_LAST_ROUND,
    AuditAction.DROP_BOARDS,
    AuditAction.SUBSTITUTE,
    AuditAction.WITHDRAW_DURING_PLAY,
    AuditAction.ADD_LATE_ARRIVAL,
    AuditAction.MERGE_TABLES,
)

# The key of a line's data that holds free text, by its action. Only this text can be redacted.
FREE_TEXT_KEYS: Mapping[str, str] = {
    AuditAction.GIVE_PENALTY: "reason",
    AuditAction.MARK_UNRANKED: "reason",
    **dict.fromkeys(CORRECTION_ACTIONS, "reason"),
    AuditAction.ANNOUNCE: "text",
    AuditAction.EDIT_EVENT: "changed",
    AuditAction.DELETE_EVENT: "name",
}

# The sentence for an action of another version of the program.
UNKNOWN_ACTION = _("Did something this version cannot describe")

# The sentence of every audit action, shown after the actor. It never says what result it led to.
SENTENCES: Mapping[str, str] = {
    AuditAction.CREATE_CLUB: _("Created the club"),
    AuditAction.ADD_MEMBER: _("Gave somebody on the staff a role"),
    AuditAction.REMOVE_MEMBER: _("Removed somebody from the staff"),
    AuditAction.INVITE_MEMBER: _("Invited somebody to the staff"),
    AuditAction.ACCEPT_INVITATION: _("Accepted an invitation"),
    AuditAction.DECLINE_INVITATION: _("Declined an invitation"),
    AuditAction.WITHDRAW_INVITATION: _("Withdrew an invitation"),
    AuditAction.REQUIRE_SECOND_FACTOR: _("Made the second factor compulsory for the staff"),
    AuditAction.WAIVE_SECOND_FACTOR: _("Made the second factor optional for the staff"),
    AuditAction.ADD_VENUE: _("Added a venue"),
    AuditAction.CHANGE_VENUE: _("Changed a venue"),
    AuditAction.REMOVE_VENUE: _("Removed a venue"),
    AuditAction.GIVE_VENUE: _("Put somebody in charge of a venue"),
    AuditAction.TAKE_VENUE: _("Relieved somebody of a venue"),
    AuditAction.ADD_CLUB_PENALTY: _("Added a penalty to the club’s list"),
    AuditAction.CHANGE_CLUB_PENALTY: _("Changed a penalty of the club’s list"),
    AuditAction.REMOVE_CLUB_PENALTY: _("Removed a penalty from the club’s list"),
    AuditAction.LINK_MEMBER: _("Linked a player to a staff account"),
    AuditAction.UNLINK_MEMBER: _("Unlinked a player from a staff account"),
    AuditAction.RENAME_PLAYER: _("Corrected a player’s name"),
    AuditAction.MERGE_PLAYERS: _("Merged two players"),
    AuditAction.UNMERGE_PLAYERS: _("Separated two merged players"),
    AuditAction.SET_LICENCE: _("Entered a licence number"),
    AuditAction.CREATE_PERSON_CODE: _("Made a code to identify a player in another club"),
    AuditAction.LINK_PERSON: _("Linked a player to the same person in another club"),
    AuditAction.UNLINK_PERSON: _("Unlinked a player from a person in another club"),
    AuditAction.LIST_CLUB: _("Let search engines list the club"),
    AuditAction.UNLIST_CLUB: _("Asked search engines not to list the club"),
    AuditAction.SET_FRAMING_SITES: _("Chose which sites may show the standings in their pages"),
    AuditAction.REDACT_TEXT: _("Erased words in this history"),
    AuditAction.CREATE_DEMO: _("Created a demo event"),
    AuditAction.CLEAR_DEMO: _("Cleared the demo"),
    AuditAction.CREATE_REHEARSAL: _("Started a rehearsal"),
    AuditAction.REMOVE_REHEARSAL: _("Removed a rehearsal"),
    AuditAction.SIGNED_IN: _("Signed in"),
    AuditAction.SIGNED_OUT: _("Signed out"),
    AuditAction.REFUSED_SIGN_IN: _("Entered a wrong password or code"),
    AuditAction.CHOOSE_PASSWORD: _("Chose a new password"),
    AuditAction.CREATE_ONE_TIME_PASSWORD: _("Issued a one-time password"),
    AuditAction.SET_UP_SECOND_FACTOR: _("Added a second factor"),
    AuditAction.REMOVE_SECOND_FACTOR: _("Removed a second factor"),
    AuditAction.CREATE_EVENT: _("Created the event"),
    AuditAction.CHOOSE_MOVEMENT: _("Chose the movement"),
    AuditAction.EDIT_EVENT: _("Edited the event"),
    AuditAction.COPY_EVENT: _("Created the event as a copy of another"),
    AuditAction.DELETE_EVENT: _("Deleted an event"),
    AuditAction.ARCHIVE_EVENT: _("Archived the event"),
    AuditAction.RESTORE_EVENT: _("Restored the archived event"),
    AuditAction.SHOW_RESULTS: _("Chose when other tables’ results are shown"),
    AuditAction.CREATE_NEXT_STAGE: _("Created the next stage"),
    AuditAction.PUBLISH_EVENT: _("Published the standings"),
    AuditAction.IMPORT_RESULTS: _("Imported results"),
    AuditAction.IMPORT_EVENT: _("Imported an event"),
    AuditAction.REGISTER_CONTESTANTS: _("Entered who plays"),
    AuditAction.ADD_CONTESTANTS: _("Added latecomers"),
    AuditAction.WITHDRAW_CONTESTANT: _("Took somebody out before the start"),
    AuditAction.REPLACE_CONTESTANT: _("Replaced somebody"),
    AuditAction.NAME_CONTESTANT: _("Added a name to a number"),
    AuditAction.DIVIDE_SESSION: _("Divided a session into sections"),
    AuditAction.MARK_ABSENT: _("Marked somebody as absent from a session"),
    AuditAction.MARK_PRESENT: _("Marked somebody as present after all"),
    AuditAction.REPLACE_TEAM_LINK: _("Gave a team a new link"),
    AuditAction.WITHDRAW_DURING_PLAY: _("Took out somebody who left"),
    AuditAction.ADD_LATE_ARRIVAL: _("Added somebody who arrived late"),
    AuditAction.SET_FEE: _("Set the fee"),
    AuditAction.MARK_PAID: _("Recorded a payment"),
    AuditAction.MARK_UNPAID: _("Cancelled a payment"),
    AuditAction.GIVE_PENALTY: _("Gave a penalty"),
    AuditAction.MARK_UNRANKED: _("Left somebody out of the ranking"),
    AuditAction.MARK_RANKED: _("Put somebody back into the ranking"),
    AuditAction.SET_CATEGORIES: _("Set the categories and their members"),
    AuditAction.CREATE_SESSION: _("Created the deals"),
    AuditAction.DEAL_SESSION: _("Dealt the boards"),
    AuditAction.REPLAN_SESSION: _("Planned the rounds again"),
    AuditAction.START_SESSION: _("Started play"),
    AuditAction.START_SECTION: _("Started a section"),
    AuditAction.DRAW_ROUND: _("Drew a round"),
    AuditAction.EXCHANGE: _("Exchanged two in a draw"),
    AuditAction.SUBMIT_LINE_UP: _("Submitted the line-up of a team"),
    AuditAction.UNDO_DRAW: _("Undid a draw"),
    AuditAction.BEGIN_ROUND: _("Started a round"),
    AuditAction.END_ROUND: _("Ended a round"),
    AuditAction.FINISH_SESSION: _("Finished play"),
    AuditAction.SET_CLOCK: _("Set the minutes of a round and the breaks"),
    AuditAction.GIVE_MINUTES: _("Gave the round more or less time"),
    AuditAction.PAUSE_CLOCK: _("Stopped the clock"),
    AuditAction.RESUME_CLOCK: _("Restarted the clock"),
    AuditAction.REVOKE_TABLE_CODE: _("Gave a table a new code"),
    AuditAction.LINK_DEVICE: _("Linked a phone"),
    AuditAction.UNLINK_DEVICE: _("Unlinked a phone"),
    AuditAction.SHOW_TABLE_CODE: _("Looked at the code of a table while playing in the event"),
    AuditAction.EXPORT_SECTION: _("Exported a section with its boards"),
    AuditAction.VOID_EXPORTED_SECTION: _("Cancelled a copy of a section"),
    AuditAction.IMPORT_SECTION: _("Imported an offline section"),
    AuditAction.STORE_RESULT_UPLOAD: _("Imported results of an offline section"),
    AuditAction.PRINT_SLIPS: _("Printed hand slips"),
    AuditAction.SET_PREPARATION_MODE: _("Chose who makes up the boards"),
    AuditAction.ASSIGN_PREPARATION: _("Gave a board to a table to make up"),
    AuditAction.PREPARE_BOARD: _("Looked at the cards of a board to make it up"),
    AuditAction.FINISH_PREPARATION: _("Finished making up a board"),
    AuditAction.MARK_BOARDS_READY: _("Marked boards as ready"),
    AuditAction.RESTART_PREPARATION: _("Had a board made up again"),
    AuditAction.TURN_TABLE: _("Corrected a table that sat the wrong way round"),
    AuditAction.EXCHANGE_OPPONENTS: _("Corrected two who sat in each other’s place"),
    AuditAction.PLAY_OTHER_BOARD: _("Corrected which board a table played"),
    AuditAction.RESEAT_TABLE: _("Corrected who sat in which seat"),
    AuditAction.SWAP_RESULT_SIDES: _("Moved a result to the other side"),
    AuditAction.EXCHANGE_RESULTS: _("Exchanged two results"),
    AuditAction.MOVE_RESULT: _("Moved a result to where it belongs"),
    AuditAction.SUBSTITUTE: _("Added a substitute"),
    AuditAction.FOUL_BOARD: _("Separated tables that played other cards"),
    AuditAction.TAKE_OUT_BOARD: _("Took a board out of the scoring"),
    AuditAction.PLAY_OTHER_ROUND: _("Corrected which round’s boards a table played"),
    AuditAction.DROP_LAST_ROUND: _("Left out the last round"),
    AuditAction.DROP_BOARDS: _("Left out one board in each round to come"),
    AuditAction.MERGE_TABLES: _("Let those who sat out play each other"),
    AuditAction.UNDO_STEP: _("Undid"),
    AuditAction.REDO_STEP: _("Redid"),
    AuditAction.RESTORE: _("Went back to an earlier point"),
    AuditAction.POST_TABLE: _("Entered a result"),
    AuditAction.POST_CORRECTION: _("Corrected a result"),
    AuditAction.POST_RULING: _("Ruled on a result"),
    AuditAction.POST_VOID: _("Decided that a board was not played"),
    AuditAction.POST_AWARDS: _("Gave awards instead of a result"),
    AuditAction.TYPE_SLIP: _("Typed a score slip"),
    AuditAction.ASK_ABOUT_RESULT: _("Was asked to check an unlikely result"),
    AuditAction.CONTRADICTED_RESULT: _("Entered a result that the cards rule out"),
    AuditAction.REFUSED_RESULT: _("Tried a decision that the cards rule out"),
    AuditAction.REVEAL_PLAY: _("Looked at a result before playing the board"),
    AuditAction.OBJECT_TO_RESULT: _("Reported a wrong result"),
    AuditAction.ANSWER_OBJECTION: _("Answered a report of a wrong result"),
    AuditAction.CALL_DIRECTOR: _("Called the director"),
    AuditAction.ANSWER_CALL: _("Answered a call"),
    AuditAction.CLOSE_CALL: _("Closed a call"),
    AuditAction.WITHDRAW_CALL: _("Withdrew a call"),
    AuditAction.ANNOUNCE: _("Sent an announcement to every phone"),
    AuditAction.WITHDRAW_ANNOUNCEMENT: _("Removed an announcement"),
}


AuditData = Mapping[str, Any]

_PLAY = _("Board %(board)s, table %(table)s, round %(round)s")
_SUBJECT_TEXTS = {
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
_CONTESTANT_KEYS = ("contestant", "added", "instead")
_PLAYER_KEYS = ("before", "players", "player", "keep")
_USER_KEYS = ("user", "member")


@dataclass(frozen=True)
class Subjects:
    """The names of people and contestants, and texts of plays and steps, by primary key.

    The names are the current ones, not those at the time of the line.
    """

    contestants: Mapping[int, str]
    players: Mapping[int, str]
    users: Mapping[int, str]
    plays: Mapping[int, Text]
    steps: Mapping[int, Text]

    @classmethod
    def of(cls, club: Club, lines: Iterable[AuditData]) -> "Subjects":
        """Return the subjects that some lines of a club are about, read from the database."""
        lines = list(lines)
        contestants = Contestant.objects.filter(
            event__club=club, pk__in=_row_ids(lines, _CONTESTANT_KEYS)
        )
        players = club.players.filter(pk__in=_row_ids(lines, _PLAYER_KEYS))
        users = get_user_model().objects.filter(pk__in=_row_ids(lines, _USER_KEYS))
        return cls(
            dict(contestants.values_list("pk", "name")),
            dict(players.values_list("pk", "name")),
            {user.pk: user.get_username() for user in users},
            _play_texts(club, _row_ids(lines, ("play", "plays"))),
            _step_texts(club, _row_ids(lines, ("act",))),
        )

    def names(self, data: AuditData) -> list[str]:
        """Return the names of the people that a line is about, each once."""
        names_by_keys = (
            (_CONTESTANT_KEYS, self.contestants),
            (_PLAYER_KEYS, self.players),
            (_USER_KEYS, self.users),
        )
        names = (
            names_by_id.get(row_id)
            for keys, names_by_id in names_by_keys
            for row_id in _row_ids([data], keys)
        )
        return list(dict.fromkeys(name for name in names if name))

    def texts(self, data: AuditData) -> list[Text]:
        """Return what a line is about: undone steps, plays, boards, rounds; never results."""
        undone_steps = [
            self.steps[row_id] for row_id in _row_ids([data], ("act",)) if row_id in self.steps
        ]
        play_texts = [
            self.plays[row_id]
            for row_id in _row_ids([data], ("play", "plays"))
            if row_id in self.plays
        ]
        return undone_steps + (play_texts or _numbered_texts(data))


def original_actions(steps: Iterable[UndoStep]) -> dict[int, str]:
    """Return the action of each step, or of the step that it undid or redid, by primary key."""
    steps = list(steps)
    event_ids = {step.event_id for step in steps if step.undoes_id}
    undoing_rows = (
        UndoStep.objects.filter(event__in=event_ids).order_by().values_list("pk", "undoes", "kind")
    )
    undoes_and_kind = {pk: (undone_id, kind) for pk, undone_id, kind in undoing_rows}
    actions = {}
    for step in steps:
        undone_id, kind = step.undoes_id, step.kind
        while undone_id in undoes_and_kind:
            undone_id, kind = undoes_and_kind[undone_id]
        actions[step.pk] = kind
    return actions


def _numbered_texts(data: AuditData) -> list[Text]:
    boards = ", ".join(map(str, data.get("boards", ())))
    role = [Text(_ROLE, {"role": data["role"]})] if data.get("role") else []
    boards_text = [Text(_BOARDS, {"boards": boards})] if boards else []
    single = [
        Text(words, {"number": _decimal_amount(data[key]) if key == "amount" else data[key]})
        for key, words in _SUBJECT_TEXTS.items()
        if data.get(key)
    ]
    return role + boards_text + single + _game_texts(data) + list(field_change_texts(data))


def _decimal_amount(value: object) -> object:
    """Return an exact amount such as "1/2" in decimals, and any other value unchanged."""
    return (
        rounded_if_fraction(Fraction(value)) if isinstance(value, str) and "/" in value else value
    )


def _game_texts(data: AuditData) -> list[Text]:
    """Return the name of a deleted event's game; other events show it on their own pages."""
    return [Text(get_game(data["game"]).name)] if data.get("game") else []


def _row_ids(lines: Iterable[AuditData], keys: Iterable[str]) -> list[int]:
    """Return the primary keys that lines hold under some keys, single or in lists."""
    values = [line[key] for line in lines for key in keys if key in line]
    value_lists = (value if isinstance(value, list) else [value] for value in values)
    return [
        row_id
        for values_of_key in value_lists
        for row_id in values_of_key
        if isinstance(row_id, int)
    ]


def _play_texts(club: Club, play_ids: Iterable[int]) -> dict[int, Text]:
    plays = Play.objects.filter(board__session__stage__event__club=club, pk__in=play_ids)
    related = plays.select_related("board", "seating__table__section", "seating__round")
    return {play.pk: Text(_PLAY, _play_location(play)) for play in related}


def _step_texts(club: Club, step_ids: Iterable[int]) -> dict[int, Text]:
    """Return what each step did, or the step that it undid or redid."""
    steps = UndoStep.objects.filter(event__club=club).in_bulk(list(step_ids))
    return {
        step_id: Text(SENTENCES.get(kind, UNKNOWN_ACTION))
        for step_id, kind in original_actions(steps.values()).items()
    }


def _play_location(play: Play) -> dict[str, object]:
    seating = play.seating
    return {"board": play.board.number, "table": seating.table.label, "round": seating.round.number}
