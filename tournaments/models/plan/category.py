"""Categories, and the contestants who are in them."""

from django.db import models

from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.event import Event


class Category(models.Model):
    """Novices, juniors or whoever else has places of their own; a contestant may be in several.

    The least number is shown first, of equal ones the one that was made first.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    contestants = models.ManyToManyField(
        Contestant, through="InCategory", related_name="categories"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "name"], name="category_name")]
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name


class InCategory(models.Model):
    """A contestant who is in a category."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="members")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "contestant"], name="in_category_once")
        ]

    def __str__(self) -> str:
        return f"{self.contestant}: {self.category}"
