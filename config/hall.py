"""Serving a hall: plain http on the club's own Wi-Fi, where nobody has a name server or a certificate."""

import socket


def own_addresses() -> list[str]:
    """The names and addresses by which phones in the hall can reach this machine."""
    name = socket.gethostname()
    found = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local"]
    # Connecting a datagram socket sends nothing; it only asks the system which of its addresses it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found.append(probe.getsockname()[0])
        except OSError:
            return found  # no network at all: the laptop itself is still served
    return found
