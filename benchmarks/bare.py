"""What the site is measured against, on the same server: one row inserted, one query, a
constant."""

from typing import ClassVar

from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from rest_framework.generics import CreateAPIView
from rest_framework.serializers import ModelSerializer

from tournaments.models import Club


class Kept(models.Model):
    """What somebody posted."""

    play = models.PositiveIntegerField()
    key = models.CharField(max_length=80)
    outcome = models.JSONField()

    class Meta:
        app_label = "benchmarks"

    def __str__(self) -> str:
        return self.key


class KeptSerializer(ModelSerializer):
    """A row as it is posted."""

    class Meta:
        model = Kept
        fields: ClassVar = ["id", "play", "key", "outcome"]


class InsertOne(CreateAPIView):
    """One row for one request; whoever asks may."""

    serializer_class = KeptSerializer
    authentication_classes: ClassVar = []
    permission_classes: ClassVar = []


def constant(_request: HttpRequest, length: int) -> HttpResponse:
    """So many letters."""
    return HttpResponse(b"x" * length, content_type="text/html; charset=utf-8")


def one_query(_request: HttpRequest) -> HttpResponse:
    """Answer with one row of the database."""
    return HttpResponse(Club.objects.values_list("name", flat=True).first() or "")


def make_table() -> None:
    """The table of the rows that are inserted."""
    with connection.schema_editor() as schema:
        schema.create_model(Kept)


urlpatterns = [
    path("bare/insert/", InsertOne.as_view()),
    path("bare/constant/<int:length>/", constant),
    path("bare/query/", one_query),
    path("", include("config.urls")),
]
