"""Give models and columns the names that the code uses."""

from typing import Any

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion

MODELS = {
    "Act": "UndoStep",
    "Allotment": "SectionAssignment",
    "Arrival": "ImportedSection",
    "BoardMaking": "BoardPreparation",
    "BoundDevice": "LinkedDevice",
    "CaughtUp": "CatchUpHeartbeat",
    "Contradiction": "CardContradiction",
    "Delivery": "ResultUpload",
    "InCategory": "CategoryMember",
    "MadeAgain": "BoardRemake",
    "Merge": "PlayerMerge",
    "OpenedHands": "HandsView",
    "Partner": "ContestantPlayer",
    "Pause": "ClockPause",
    "Place": "SeatHolder",
    "Question": "PlausibilityQuestion",
    "Receipt": "IdempotencyRecord",
    "Recount": "RecountRun",
    "Reveal": "PlayReveal",
    "Scale": "ResultScale",
    "SectionCopy": "ExportedSection",
    "TimeGiven": "TimeExtension",
    "Visit": "LoginSession",
}

COLUMNS = {
    "Board": {"kept_sealed": "sealed_to_end"},
    "Contestant": {"no_place": "unranked_reason"},
    "Draft": {"said": "fields"},
    "Entry": {"said_at": "entered_at"},
    "Event": {"travelled": "is_offline_section"},
    "LoginSession": {"began_at": "started_at", "used_at": "last_used_at"},
    "OneTimePassword": {"made_at": "created_at"},
    "PersonCode": {"made_at": "created_at"},
    "Play": {
        "made": "line_points",
        "points": "line_scores",
        "counted": "counted_line_points",
    },
    "Qualifier": {"why": "reason"},
    "Rehearsal": {"said_board": "entered_board"},
    "ResultScale": {
        "ordinary": "frequencies",
        "flagged": "flagged_frequencies",
        "due": "expected",
    },
    "Seating": {"why": "draw_reason"},
    "SitOut": {"why": "draw_reason"},
    "Snapshot": {"shown": "was_viewed"},
    "Stage": {
        "sections_apart": "ranks_sections_separately",
        "carried_text": "carry_over_text",
        "made_from": "qualification",
        "made_at": "snapshot_at",
        "rests_for": "snapshot_interval",
        "due_at": "snapshot_due_at",
    },
    "Substitution": {"board": "from_board"},
}

STEPS_AT_ONCE = 200


def rename_in_undo_steps(apps: Any, schema_editor: Any) -> None:
    """Rename the models and columns in the row changes that undo steps store."""
    models = {old.lower(): new.lower() for old, new in MODELS.items()}
    columns = {model.lower(): names for model, names in COLUMNS.items()}
    _rename_changes(apps, models, columns)


def restore_in_undo_steps(apps: Any, schema_editor: Any) -> None:
    """Give the stored row changes their former names."""
    models = {new.lower(): old.lower() for old, new in MODELS.items()}
    columns = {
        models.get(model.lower(), model.lower()): {new: old for old, new in names.items()}
        for model, names in COLUMNS.items()
    }
    _rename_changes(apps, models, columns)


def _rename_changes(apps: Any, models: dict[str, str], columns: dict[str, dict[str, str]]) -> None:
    steps = apps.get_model("tournaments", "UndoStep").objects
    for step in steps.only("changes").order_by("pk").iterator(STEPS_AT_ONCE):
        changes = [_renamed(change, models, columns) for change in step.changes]
        if changes != step.changes:
            steps.filter(pk=step.pk).update(changes=changes)


def _renamed(
    change: dict[str, Any], models: dict[str, str], columns: dict[str, dict[str, str]]
) -> dict[str, Any]:
    model = models.get(change["model"], change["model"])
    names = columns.get(model, {})
    rows = {
        key: change[key]
        and {names.get(column, column): value for column, value in change[key].items()}
        for key in ("before", "after")
    }
    return {**change, "model": model, **rows}


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_names_and_addresses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        # A column in a condition or a constraint is renamed without them.
        migrations.RemoveIndex(model_name="play", name="play_unknown"),
        migrations.RemoveConstraint(model_name="substitution", name="substitution_once"),
        *(migrations.RenameModel(old, new) for old, new in MODELS.items()),
        *(
            migrations.RenameField(model, old, new)
            for model, names in COLUMNS.items()
            for old, new in names.items()
        ),
        migrations.AlterField(
            model_name="boardpreparation",
            name="maker",
            field=models.ForeignKey(
                help_text='The table that makes it up; null for the desk, or for a board that came ready.',
                null=True,
                on_delete=deletion.CASCADE,
                related_name="board_preparations",
                to="tournaments.table",
            ),
        ),
        migrations.AlterField(
            model_name="boardpreparation",
            name="session",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE,
                related_name="board_preparations",
                to="tournaments.session",
            ),
        ),
        migrations.AlterField(
            model_name="boardremake",
            name="play",
            field=models.OneToOneField(
                on_delete=deletion.CASCADE, related_name="remake", to="tournaments.play"
            ),
        ),
        migrations.AlterField(
            model_name="handsview",
            name="making",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE,
                related_name="hands_views",
                to="tournaments.boardpreparation",
            ),
        ),
        migrations.AlterField(
            model_name="importedsection",
            name="event",
            field=models.OneToOneField(
                on_delete=deletion.CASCADE, related_name="imported_section", to="tournaments.event"
            ),
        ),
        migrations.AlterField(
            model_name="loginsession",
            name="user",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE,
                related_name="login_sessions",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="recountrun",
            name="event",
            field=models.OneToOneField(
                on_delete=deletion.CASCADE, related_name="recount_run", to="tournaments.event"
            ),
        ),
        migrations.AlterField(
            model_name="sectionassignment",
            name="contestant",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE, related_name="assignments", to="tournaments.contestant"
            ),
        ),
        migrations.AlterField(
            model_name="sectionassignment",
            name="section",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE, related_name="assignments", to="tournaments.section"
            ),
        ),
        migrations.AlterField(
            model_name="timeextension",
            name="round",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE, related_name="time_extensions", to="tournaments.round"
            ),
        ),
        migrations.AlterField(
            model_name="timeextension",
            name="to_table",
            field=models.ForeignKey(
                help_text='Null for all tables of the section.',
                null=True,
                on_delete=deletion.CASCADE,
                related_name="time_extensions",
                to="tournaments.table",
            ),
        ),
        migrations.AlterField(
            model_name="undostep",
            name="event",
            field=models.ForeignKey(
                on_delete=deletion.CASCADE, related_name="undo_steps", to="tournaments.event"
            ),
        ),
        migrations.AlterField(
            model_name="undostep",
            name="session",
            field=models.ForeignKey(
                help_text='The session whose rounds it changed; null for the event as a whole.',
                null=True,
                on_delete=deletion.CASCADE,
                related_name="undo_steps",
                to="tournaments.session",
            ),
        ),
        migrations.AddIndex(
            model_name="play",
            index=models.Index(
                condition=models.Q(("counted_line_points", None)),
                fields=["board"],
                name="play_unknown",
            ),
        ),
        migrations.AddConstraint(
            model_name="substitution",
            constraint=models.UniqueConstraint(
                fields=("place", "from_board"), name="substitution_once"
            ),
        ),
        migrations.RunPython(rename_in_undo_steps, restore_in_undo_steps, elidable=True),
    ]
