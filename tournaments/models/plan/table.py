"""A table of a section."""

from django.db import models

from tournaments.models.plan.section import Section


class Table(models.Model):
    """A table of the room; raising `code_counter` revokes the codes printed before."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    code_counter = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="table_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"table {self.label}"

    @property
    def label(self) -> str:
        """What it is called in the room: its number, behind the letter or the name of its
        section."""
        name = self.section.name
        return f"{name} {self.number}" if len(name) > 1 else f"{name}{self.number}"
