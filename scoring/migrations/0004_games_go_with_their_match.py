"""A game goes with its match when a draw is taken back; its lines do not let it go."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from scoring.triggers import install


def install_triggers(apps: Any, schema_editor: Any) -> None:
    install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [
        ('scoring', '0003_moved_lines'),
        ('tournaments', '0009_seats_without_a_person'),
    ]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="games", to="tournaments.match"
            ),
        ),
        migrations.RunPython(install_triggers, migrations.RunPython.noop),
    ]
