"""A club: whoever holds events."""

from django.db import models


class Club(models.Model):
    """Whoever holds events: its name stands on every page, its slug in every address."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    demands_second_factor = models.BooleanField(
        default=False, help_text="Whether its members sign in with a code besides their password."
    )
    may_be_listed = models.BooleanField(
        default=False,
        help_text="Search engines may list the pages that anybody reads, which name people.",
    )
    framed_by = models.JSONField(
        default=list,
        help_text="Names of the sites that may show its standings inside pages of theirs.",
    )

    def __str__(self) -> str:
        return self.name
