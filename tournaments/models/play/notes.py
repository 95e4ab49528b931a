"""What is noted about a play besides its entries: who was asked, refused, or shown what was
concealed."""

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.play.play import Play


class Question(ActedBy):
    """Somebody was asked whether an unlikely result is right; nothing was stored but this.

    `key` is the form's one-time key and `digest` follows from the outcome, so that the same form is
    asked once, and no more after it was changed.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="questions")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=16)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"asked about {self.play}"


class Contradiction(ActedBy):
    """The cards alone contradict what somebody said; which fields of it were wrong, never how.

    What a table or a typist said is kept, marked and unscored; a director's decision was refused.
    """

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="contradictions")
    wrong = models.JSONField(help_text="Pairs of a problem's code and the field that it is about.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"contradicted by the cards: {self.play}"


class MadeAgain(ActedBy):
    """A device at the table was shown the hands of a board it has played, to make it up for the
    next table.

    That is done where play mixes the cards; `ready_at` is when the board was found right.
    """

    play = models.OneToOneField(Play, on_delete=models.CASCADE, related_name="made_again")
    ready_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"made up again after {self.play}"


class Reveal(ActedBy):
    """A member was shown what was said about a play, though he has its board yet to play
    himself."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="reveals")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} was shown {self.play}"
