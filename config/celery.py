"""The Celery app. Without a broker in the settings, tasks run in the process that asked for them."""

import os
from typing import Any

from celery import Celery, Task

from tournaments.asking import asked_by, house_asks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class HouseTask(Task):
    """A task is the house at work, also where it runs in the process of somebody's request."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        with asked_by(house_asks(self.name, "house")):
            return super().__call__(*args, **kwargs)


app = Celery("right_bower", task_cls=HouseTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
