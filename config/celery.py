"""The Celery app. Without a broker in the settings, tasks run in the process that asked for them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("right_bower")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
