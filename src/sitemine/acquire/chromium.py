"""A Chromium process: where it is found, how it is started without any way into the network, and how it ends.

It speaks through two pipes (`devtools`). All that it loads is handed to it; it may open no connection of its own: names do
not resolve in it, and everything, loopback too, is sent to a proxy that does not exist. So no script, redirect, WebSocket
or prefetch can reach an address that Sitemine did not fetch for it.
"""

import fcntl
import os
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sitemine.acquire.devtools import BrowserGoneError, Connection
from sitemine.errors import MissingBrowserError, UsageError

VARIABLE: Final = "SITEMINE_CHROMIUM"
NAMES: Final = (
    "chromium",
    "chromium-headless-shell",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
PLACES: Final = (
    "/usr/lib/chromium/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
FLAGS: Final = (
    *("--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--mute-audio"),
    *("--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--disable-default-apps"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-breakpad"),
    *(
        "--disable-domain-reliability",
        "--disable-client-side-phishing-detection",
        "--no-pings",
        "--metrics-recording-only",
    ),
    *("--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-hang-monitor"),
    *("--block-new-web-contents", "--hide-scrollbars", "--force-color-profile=srgb", "--font-render-hinting=none"),
    # No connection but through a proxy that is not there, whatever the address; not over UDP either.
    *("--disable-quic", "--proxy-server=http://0.0.0.0:9", "--proxy-bypass-list=<-loopback>"),
    "--host-resolver-rules=MAP * ~NOTFOUND",
    *(
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    ),
    # One process for a page and its frames: one snapshot then holds them all, and one memory limit.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider",
)
PATIENCE: Final = 3.0
"""Seconds that a browser has to end by itself before it is killed."""


def find_chromium() -> str:
    """The path of the browser that is installed, or of the one that SITEMINE_CHROMIUM names."""
    named = os.environ.get(VARIABLE, "")
    if named and not (found := shutil.which(named)):
        raise UsageError(f"{VARIABLE} names {named!r}, which is no program")
    if named and found:
        return found
    for name in (*NAMES, *PLACES):
        if found := shutil.which(name):
            return found
    raise MissingBrowserError


@dataclass(frozen=True, slots=True)
class Process:
    """A browser that runs, and its pipes."""

    pid: int
    profile: Path
    connection: Connection

    def heavy(self, most: int) -> list[int]:
        """The processes that show pages and hold more than so many bytes of memory; none where the system does not tell."""
        return [pid for pid in _members(self.pid) if _resident(pid) > most and _shows_pages(pid)]

    def end(self) -> None:
        """Ends the browser with all its processes, and removes what it wrote."""
        self.connection.close()
        limit = time.monotonic() + PATIENCE
        while not (ended := _has_ended(self.pid)) and time.monotonic() < limit:
            time.sleep(0.01)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if not ended:
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        shutil.rmtree(self.profile, ignore_errors=True)


def _members(group: int) -> list[int]:
    """The processes of a group, by what /proc tells."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            if int(entry.read_text(errors="replace").rpartition(")")[2].split()[2]) == group:
                found.append(int(entry.parent.name))
    return found


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _shows_pages(pid: int) -> bool:
    try:
        return b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _has_ended(pid: int) -> bool:
    try:
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    except ChildProcessError:
        return True


def _far(descriptor: int) -> int:
    """The same pipe under a number that is none of the child's own."""
    far = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return far


def needs_no_sandbox() -> bool:
    """Whether the browser refuses to run with its sandbox: it does so for the superuser."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def start_chromium(*, heap: int, sandbox: bool = True) -> Process:
    """Starts a browser with a profile of its own; `heap` is what scripts may allocate, in bytes."""
    path = find_chromium()
    profile = Path(tempfile.mkdtemp(prefix="sitemine-browser-"))
    hears, says = map(_far, os.pipe())
    listens, tells = map(_far, os.pipe())
    flags = [*FLAGS, f"--user-data-dir={profile}", f"--js-flags=--max-old-space-size={heap >> 20}"]
    if not sandbox or needs_no_sandbox():
        flags.append("--no-sandbox")
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_DUP2, hears, 3),
        (os.POSIX_SPAWN_DUP2, tells, 4),
    ]
    try:
        pid = os.posix_spawn(path, [path, *flags, "about:blank"], os.environ, file_actions=actions, setpgroup=0)
    except OSError as error:
        raise BrowserGoneError(f"{path} cannot be started: {error.strerror}") from error
    finally:
        os.close(hears)
        os.close(tells)
    return Process(pid, profile, Connection(listens, says))
