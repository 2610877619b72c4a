"""The service under a night's load: `python -m benchmarks.load_night [LOAD] [--seconds 60]`.

embedded: SQLite and one process with threads, as a hall runs it; 100 tables, each sending a hand every 20 s,
    while 20 visitors look at the standings.
server: PostgreSQL, Valkey, two web processes, one Celery worker. Eight phones at one event; a result entered
    and the fresh standings read, for 32 pairs and for 64; the standings page, whole and unchanged.
faults: the same service, of which a web process is killed, then the worker, then the broker, and PostgreSQL
    is started anew, while 40 tables play.
tables500: the same service with 500 tables, 2,000 players, and 200 visitors.
disk: SQLite on a small disk that is full for a while. Only root can make one.

Whatever is said of a rate, nothing may be lost or doubled: each ends with what `prove_night` finds. The load
comes from this process, which has no more cores than the service has.
"""

import argparse
import signal
import subprocess
import sys

from benchmarks.servers import embedded, on_a_small_disk, whole

LOADS = {
    "embedded": embedded,
    "server": whole,
    "faults": whole,
    "tables500": whole,
    "disk": on_a_small_disk,
}


def main() -> int:
    """The load named, or all in turn, each in a process of its own since each has settings of its own."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("load", nargs="?", choices=LOADS)
    asked.add_argument("--seconds", type=float, default=60, help="How long each load goes on, about.")
    said = asked.parse_args()
    if said.load is None:
        commands = [
            [sys.executable, "-m", "benchmarks.load_night", load, f"--seconds={said.seconds}"]
            for load in LOADS
        ]
        return max(subprocess.run(command).returncode for command in commands)
    with LOADS[said.load]() as service:
        # Reads its settings from the environment that has only now been made.
        from benchmarks import loads

        # A load that is told to end ends what it has started.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        return int(not getattr(loads, said.load)(service, said.seconds))


if __name__ == "__main__":
    sys.exit(main())
