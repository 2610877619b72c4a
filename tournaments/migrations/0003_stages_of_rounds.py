"""Every round there is belongs to the first stage of its event."""

from django.db import migrations


def make_first_stages(apps, schema_editor):
    alias = schema_editor.connection.alias  # a second database beside the first is not that one
    Round = apps.get_model("tournaments", "Round")
    Stage = apps.get_model("tournaments", "Stage")
    for event_id in Round.objects.using(alias).values_list("event_id", flat=True).distinct():
        first = Round.objects.using(alias).filter(event_id=event_id).order_by("number").first()
        stage = Stage.objects.using(alias).create(event_id=event_id, number=1, format=first.format)
        Round.objects.using(alias).filter(event_id=event_id).update(stage=stage)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0002_stages"),
    ]

    operations = [
        migrations.RunPython(make_first_stages, migrations.RunPython.noop),
    ]
