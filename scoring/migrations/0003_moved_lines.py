"""Lines that only a director could have written, told again by a phone, have a word of their own."""

from typing import Any

from django.db import migrations, models

from scoring.triggers import install


def install_triggers(apps: Any, schema_editor: Any) -> None:
    install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_ledger_triggers")]

    operations = [
        migrations.AlterField(
            model_name="ledgerline",
            name="late",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "in time"),
                    ("round-closed", "the round was closed"),
                    ("card-typed", "the card was typed in"),
                    ("evening-over", "the evening was over"),
                    ("moved", "it was the director's on the server before"),
                ],
                default="",
                max_length=12,
            ),
        ),
        migrations.RunPython(install_triggers, migrations.RunPython.noop),
    ]
