"""SQLite as the embedded default: see base.py."""
