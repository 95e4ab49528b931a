"""The views that the site is compared with: one inserted row, one query, a constant."""

from typing import ClassVar

from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from rest_framework.generics import CreateAPIView
from rest_framework.serializers import ModelSerializer

from tournaments.models import Club


class PostedRow(models.Model):
    """A row that a client posted."""

    play = models.PositiveIntegerField()
    key = models.CharField(max_length=80)
    outcome = models.JSONField()

    class Meta:
        app_label = "benchmarks"

    def __str__(self) -> str:
        return self.key


class PostedRowSerializer(ModelSerializer):
    """The JSON of a posted row."""

    class Meta:
        model = PostedRow
        fields: ClassVar = ["id", "play", "key", "outcome"]


class InsertOne(CreateAPIView):
    """Insert one row per request, without authentication."""

    serializer_class = PostedRowSerializer
    authentication_classes: ClassVar = []
    permission_classes: ClassVar = []


def constant(_request: HttpRequest, length: int) -> HttpResponse:
    """Return a body of this many letters."""
    return HttpResponse(b"x" * length, content_type="text/html; charset=utf-8")


def one_query(_request: HttpRequest) -> HttpResponse:
    """Return one column of one row of the database."""
    return HttpResponse(Club.objects.values_list("name", flat=True).first() or "")


def make_table() -> None:
    """Create the table of the inserted rows."""
    with connection.schema_editor() as schema:
        schema.create_model(PostedRow)


urlpatterns = [
    path("bare/insert/", InsertOne.as_view()),
    path("bare/constant/<int:length>/", constant),
    path("bare/query/", one_query),
    path("", include("config.urls")),
]
