"""Answers already given, each once."""

from django.db import models


class Receipt(models.Model):
    """The answer to a request that carried a one-time key: the same key gets the same answer
    again."""

    actor_token = models.CharField(max_length=80)
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64)
    answer = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor_token", "key"], name="key_once")]

    def __str__(self) -> str:
        return self.key
