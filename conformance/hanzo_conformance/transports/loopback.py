"""Which addresses are those of this machine alone, where files and servers are shared with it."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from hanzo_conformance.transports.channel import Sharing

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def shared_by(url: str) -> Sharing:
    """What a server at a URL shares with us: all, or nothing."""
    here = is_loopback(urlsplit(url).hostname or "")
    return Sharing(files=here, loopback=here)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine by its name alone; nothing is looked up."""
    if host.lower() in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
