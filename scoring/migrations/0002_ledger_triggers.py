"""The sheets become append-only. Every later migration that touches their tables ends with the same operation."""

from typing import Any

from django.db import migrations

from scoring.triggers import install


def install_triggers(apps: Any, schema_editor: Any) -> None:
    install(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0001_first_storey")]

    operations = [migrations.RunPython(install_triggers, migrations.RunPython.noop)]
