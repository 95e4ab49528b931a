"""Who somebody is who plays in several clubs."""

from django.db import models


class Person(models.Model):
    """Who plays in several clubs: their players who are him, by his own word or by the
    federation's list."""

    licence = models.CharField(
        max_length=20,
        blank=True,
        help_text="The number under which the federation's list has joined his players.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["licence"], condition=~models.Q(licence=""), name="one_person_for_a_licence"
            )
        ]

    def __str__(self) -> str:
        return f"person {self.pk}"
