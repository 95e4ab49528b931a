"""The audit log, undo steps, and the stored answers of requests with idempotency keys."""

from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club


class ActorColumns(models.Model):
    """Abstract model with columns for the actor of a row and a time.

    The actor is a signed-in user, or a device of a table with the side for which it entered.
    """

    # The device of entries that API clients have made with a table's code.
    PROGRAM = "api"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    table = models.ForeignKey(
        "tournaments.Table", on_delete=models.PROTECT, null=True, related_name="+"
    )
    device = models.CharField(max_length=32, blank=True)
    side = models.CharField(max_length=4, blank=True)
    at = models.DateTimeField()

    class Meta:
        abstract = True


class AuditAction(models.TextChoices):
    """Actions recorded in the audit log.

    The values are stored in the database and must never change, even if the code has other terms.
    """

    CREATE_CLUB = "create club"
    ADD_MEMBER = "add member"
    REMOVE_MEMBER = "remove member"
    INVITE_MEMBER = "invite member"
    ACCEPT_INVITATION = "accept invitation"
    DECLINE_INVITATION = "decline invitation"
    WITHDRAW_INVITATION = "withdraw invitation"
    REQUIRE_SECOND_FACTOR = "demand second factor"
    WAIVE_SECOND_FACTOR = "waive second factor"
    ADD_VENUE = "add venue"
    CHANGE_VENUE = "change venue"
    REMOVE_VENUE = "remove venue"
    GIVE_VENUE = "give venue"
    TAKE_VENUE = "take venue"
    ADD_CLUB_PENALTY = "add club penalty"
    CHANGE_CLUB_PENALTY = "change club penalty"
    REMOVE_CLUB_PENALTY = "remove club penalty"
    LINK_MEMBER = "link member"
    UNLINK_MEMBER = "unlink member"
    RENAME_PLAYER = "rename player"
    MERGE_PLAYERS = "merge players"
    UNMERGE_PLAYERS = "unmerge players"
    SET_LICENCE = "write licence"
    CREATE_PERSON_CODE = "make person code"
    LINK_PERSON = "join person"
    UNLINK_PERSON = "leave person"
    REDACT_TEXT = "blank words"
    LIST_CLUB = "list club"
    UNLIST_CLUB = "unlist club"
    SET_FRAMING_SITES = "let frame"
    CREATE_DEMO = "make demo"
    CLEAR_DEMO = "clear demo"
    CREATE_REHEARSAL = "make rehearsal"
    REMOVE_REHEARSAL = "remove rehearsal"

    SIGNED_IN = "signed in"
    SIGNED_OUT = "signed out"
    REFUSED_SIGN_IN = "refused sign in"
    CHOOSE_PASSWORD = "choose password"  # noqa: S105 (a verb)
    CREATE_ONE_TIME_PASSWORD = "make one time password"  # noqa: S105 (a verb)
    SET_UP_SECOND_FACTOR = "set up second factor"
    REMOVE_SECOND_FACTOR = "remove second factor"

    CREATE_EVENT = "create event"
    CHOOSE_MOVEMENT = "choose movement"
    EDIT_EVENT = "edit event"
    COPY_EVENT = "copy event"
    DELETE_EVENT = "delete event"
    ARCHIVE_EVENT = "archive event"
    RESTORE_EVENT = "restore event"
    SHOW_RESULTS = "show results"
    CREATE_NEXT_STAGE = "go on"
    PUBLISH_EVENT = "publish event"
    IMPORT_RESULTS = "import results"
    IMPORT_EVENT = "import event"

    REGISTER_CONTESTANTS = "register contestants"
    ADD_CONTESTANTS = "add contestants"
    WITHDRAW_CONTESTANT = "withdraw contestant"
    REPLACE_CONTESTANT = "replace contestant"
    NAME_CONTESTANT = "name contestant"
    DIVIDE_SESSION = "divide session"
    MARK_ABSENT = "miss session"
    MARK_PRESENT = "come to session"
    REPLACE_TEAM_LINK = "replace team link"
    WITHDRAW_DURING_PLAY = "leave event"
    ADD_LATE_ARRIVAL = "join event"
    SET_FEE = "set fee"
    MARK_PAID = "mark paid"
    MARK_UNPAID = "take back payment"
    GIVE_PENALTY = "give penalty"
    MARK_UNRANKED = "take no place"
    MARK_RANKED = "take place"
    SET_CATEGORIES = "set categories"

    CREATE_SESSION = "create session"
    DEAL_SESSION = "deal session"
    REPLAN_SESSION = "plan anew"
    START_SESSION = "start session"
    START_SECTION = "start section"
    DRAW_ROUND = "draw round"
    EXCHANGE = "exchange"
    SUBMIT_LINE_UP = "declare line up"
    UNDO_DRAW = "undo draw"
    BEGIN_ROUND = "begin round"
    END_ROUND = "end round"
    FINISH_SESSION = "finish session"
    SET_CLOCK = "set clock"
    GIVE_MINUTES = "give minutes"
    PAUSE_CLOCK = "pause clock"
    RESUME_CLOCK = "resume clock"
    REVOKE_TABLE_CODE = "revoke table code"
    LINK_DEVICE = "let device in"
    UNLINK_DEVICE = "release device"
    SHOW_TABLE_CODE = "show table code"

    EXPORT_SECTION = "send section"
    VOID_EXPORTED_SECTION = "void copy"
    IMPORT_SECTION = "open section"
    STORE_RESULT_UPLOAD = "take delivery"

    PRINT_SLIPS = "print slips"
    SET_PREPARATION_MODE = "choose makers"
    ASSIGN_PREPARATION = "give board"
    PREPARE_BOARD = "prepare board"
    FINISH_PREPARATION = "finish board"
    MARK_BOARDS_READY = "boards came ready"
    RESTART_PREPARATION = "make board anew"

    TURN_TABLE = "turn table"
    RESEAT_TABLE = "reseat table"
    EXCHANGE_OPPONENTS = "exchange opponents"
    PLAY_OTHER_BOARD = "play other board"
    EXCHANGE_RESULTS = "exchange results"
    SWAP_RESULT_SIDES = "turn result"
    MOVE_RESULT = "move result"
    SUBSTITUTE = "substitute"
    FOUL_BOARD = "foul board"
    TAKE_OUT_BOARD = "take out board"
    PLAY_OTHER_ROUND = "play other round"
    DROP_LAST_ROUND = "drop last round"
    DROP_BOARDS = "drop boards"
    MERGE_TABLES = "merge tables"

    UNDO_STEP = "undo act"
    REDO_STEP = "redo act"
    RESTORE = "restore"

    POST_TABLE = "post table"
    POST_CORRECTION = "post correction"
    POST_RULING = "post ruling"
    POST_VOID = "post void"
    POST_AWARDS = "post awards"
    TYPE_SLIP = "type slip"
    ASK_ABOUT_RESULT = "asked about a result"
    CONTRADICTED_RESULT = "contradicted result"
    REFUSED_RESULT = "refused result"
    REVEAL_PLAY = "reveal play"
    OBJECT_TO_RESULT = "object to result"
    ANSWER_OBJECTION = "answer objection"

    CALL_DIRECTOR = "call director"
    ANSWER_CALL = "answer call"
    CLOSE_CALL = "close call"
    WITHDRAW_CALL = "take back call"
    ANNOUNCE = "announce"
    WITHDRAW_ANNOUNCEMENT = "withdraw announcement"


_ENTRIES_ARE_PERMANENT = "audit entries cannot be changed or deleted"


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Audit entries, which can only be changed by `blank` and deleted by `clear`."""

    def update(self, **columns: Any) -> NoReturn:
        """Raise `TypeError`."""
        raise TypeError(_ENTRIES_ARE_PERMANENT)

    def delete(self) -> NoReturn:
        """Raise `TypeError`."""
        raise TypeError(_ENTRIES_ARE_PERMANENT)

    def blank(self, data: Mapping[str, Any]) -> None:
        """Replace the data of entries by data without free text, for the action that does this."""
        super().update(data=data)

    def clear(self) -> None:
        """Delete entries, for actions that delete events of the demo or a rehearsal."""
        super().delete()


class AuditEntry(ActorColumns):
    """A record of an action, written in the transaction of the action.

    Entries never contain a card, a seed or the name of a person. An action on an account is
    recorded in each club of which the user is a member, because owners read only the entries of
    their clubs. Entries of a deleted event remain, so they may refer to rows that do not exist.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    event = models.ForeignKey(
        "tournaments.Event",
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="+",
    )
    table = models.ForeignKey(
        "tournaments.Table",
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="+",
    )
    # An `AuditAction`. The column has no choices, so that new actions need no migration.
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    objects = AuditQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "id"], name="audit_of_a_club")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"

    def save(self, *args: Any, **options: Any) -> None:
        """Store a new entry; raise `TypeError` for one that is stored already."""
        if not self._state.adding:
            raise TypeError(_ENTRIES_ARE_PERMANENT)
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        """Raise `TypeError`."""
        raise TypeError(_ENTRIES_ARE_PERMANENT)


class UndoStep(ActorColumns):
    """An action that can be undone, with the rows it changed and the decisions it appended.

    Undoing a step creates another one, whose `undoes` is the undone step. Redoing creates a step
    that undoes the undoing step. Steps are not part of event files.
    """

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="undo_steps"
    )
    session = models.ForeignKey(
        "tournaments.Session",
        on_delete=models.CASCADE,
        null=True,
        related_name="undo_steps",
        help_text="The session whose rounds it changed; null for the event as a whole.",
    )
    # An `AuditAction`. The column has no choices, so that new actions need no migration.
    kind = models.CharField(max_length=40)
    about = models.JSONField(default=dict, help_text="The subject, as in its audit entry.")
    reason = models.CharField(max_length=200, blank=True)
    changes = models.JSONField(
        default=list,
        help_text=(
            "Rows by `model` and `pk` with the columns that differ `before` and `after`; null "
            "where the row did not exist."
        ),
    )
    entries = models.JSONField(
        default=list, help_text="Primary keys of the entries that it appended."
    )
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"


class IdempotencyRecord(models.Model):
    """The answer to a request with an idempotency key; repeated requests get the same answer."""

    actor_token = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_token", "key"], name="key_once")]

    def __str__(self) -> str:
        return self.key
