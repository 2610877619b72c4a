"""The web server's door (gunicorn: one process with threads on SQLite, many processes on PostgreSQL)."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
