"""The audit: who did what, for reading alone; code never asks it what is the case."""

from django.db import models

from tournaments.models.acted_by import ActedBy
from tournaments.models.club import Club
from tournaments.models.event import Event


class Verb(models.TextChoices):
    """What an actor can have done, as the audit has it.

    The texts are stored and stay as they are, so that what was written long ago can be read: a verb is
    named by its text, also where the code has come to call the act otherwise.
    """

    CREATE_CLUB = "create club"
    ADD_MEMBER = "add member"
    REMOVE_MEMBER = "remove member"
    LINK_MEMBER = "link member"
    UNLINK_MEMBER = "unlink member"
    RENAME_PLAYER = "rename player"
    MERGE_PLAYERS = "merge players"
    LIST_CLUB = "list club"
    UNLIST_CLUB = "unlist club"
    MAKE_DEMO = "make demo"
    CLEAR_DEMO = "clear demo"

    CREATE_EVENT = "create event"
    CHOOSE_MOVEMENT = "choose movement"
    SHOW_RESULTS = "show results"
    GO_ON = "go on"
    PUBLISH_EVENT = "publish event"
    IMPORT_RESULTS = "import results"
    IMPORT_EVENT = "import event"

    REGISTER_CONTESTANTS = "register contestants"
    ADD_CONTESTANTS = "add contestants"
    WITHDRAW_CONTESTANT = "withdraw contestant"
    REPLACE_CONTESTANT = "replace contestant"
    NAME_CONTESTANT = "name contestant"
    LEAVE_EVENT = "leave event"
    JOIN_EVENT = "join event"
    SET_FEE = "set fee"
    MARK_PAID = "mark paid"
    TAKE_BACK_PAYMENT = "take back payment"
    GIVE_PENALTY = "give penalty"

    CREATE_SESSION = "create session"
    DEAL_SESSION = "deal session"
    PLAN_ANEW = "plan anew"
    START_SESSION = "start session"
    DRAW_ROUND = "draw round"
    EXCHANGE = "exchange"
    UNDO_DRAW = "undo draw"
    BEGIN_ROUND = "begin round"
    END_ROUND = "end round"
    FINISH_SESSION = "finish session"
    REVOKE_TABLE_CODE = "revoke table code"

    PRINT_SLIPS = "print slips"
    CHOOSE_MAKERS = "choose makers"
    GIVE_BOARD = "give board"
    PREPARE_BOARD = "prepare board"
    FINISH_BOARD = "finish board"
    BOARDS_CAME_READY = "boards came ready"
    MAKE_BOARD_ANEW = "make board anew"

    POST_TABLE = "post table"
    POST_CORRECTION = "post correction"
    POST_RULING = "post ruling"
    POST_VOID = "post void"
    TYPE_SLIP = "type slip"
    ASKED_ABOUT_A_RESULT = "asked about a result"
    CONTRADICTED_RESULT = "contradicted result"
    REFUSED_RESULT = "refused result"
    REVEAL_PLAY = "reveal play"

    CALL_DIRECTOR = "call director"
    ANSWER_CALL = "answer call"
    CLOSE_CALL = "close call"
    TAKE_BACK_CALL = "take back call"
    ANNOUNCE = "announce"
    WITHDRAW_ANNOUNCEMENT = "withdraw announcement"


class AuditEntry(ActedBy):
    """One act, written in the transaction that did it. It never holds a card or a seed."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="+")
    verb = models.CharField(max_length=40)  # a `Verb`; no choices, so that verbs come without a migration
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"
