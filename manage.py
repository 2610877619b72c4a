#!/usr/bin/env python
"""Django's own entry point."""

import os
import sys

from django.core.management import execute_from_command_line

from tournaments.asking import asked_by, house_asks

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    with asked_by(None if command == "runserver" else house_asks(command, f"command:{command}")):
        execute_from_command_line(sys.argv)
