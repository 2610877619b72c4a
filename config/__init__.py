"""Wiring only: settings, addresses, the Celery app, the server's entry points."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
