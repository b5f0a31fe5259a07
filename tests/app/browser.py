"""A real headless browser: Chromium, controlled through a pipe, with its own profile folder."""

import itertools
import json
import os
import shutil
import signal
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from select import select
from typing import Any

from patience import PATIENCE_S

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)
_KEYS = {" ": "Space"}


def find_browser() -> str | None:
    """The browser's program; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a browser.

    Attributes:
        requests: the addresses of everything requested.
        complaints: errors and warnings of pages.
    """

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back, self._rest = to, back, b""
        self._numbers = itertools.count(1)
        self._session: str | None = None
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._loaded = False
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a request to the browser, and wait for its answer."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != number:
            pass
        assert "error" not in answer, f"{method}: {answer['error']}"
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, path: Path) -> None:
        """Open a file and wait until it is loaded."""
        self._loaded = False
        self.ask("Page.navigate", url=path.as_uri())
        while not self._loaded:
            self._read()

    def size(self, width: int, height: int = 900) -> None:
        """Set the window's size, px."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def media(self, **features: str) -> None:
        """Set media features, such as `color_scheme="dark"`, `reduced_motion="reduce"`."""
        features_list = [
            {"name": f"prefers-{key.replace('_', '-')}", "value": value} for key, value in features.items()
        ]
        self.ask("Emulation.setEmulatedMedia", features=features_list)

    def run(self, expression: str) -> Any:
        """The value of an expression on the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """Press and release a key."""
        code = _KEYS.get(key, key)
        names = {"key": key, "code": code}
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **names, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **names)

    def picture(self, path: Path, whole: bool = False) -> None:
        """Save a screenshot of the visible part, or of the whole page."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=whole, format="png")
        path.write_bytes(b64decode(shot["data"]))

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            assert select([self._back], [], [], PATIENCE_S)[0], "the browser says nothing any more"
            more = os.read(self._back, 1 << 20)
            assert more, "the browser is gone"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note_event(message.get("method", ""), message.get("params", {}))
        return message

    def _note_event(self, method: str, details: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(details["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(details["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
            self.complaints.append(str(details["args"]))
        elif method == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
            self.complaints.append(str(details["entry"]))
        elif method == "Page.loadEventFired":
            self._loaded = True


@contextmanager
def open_browser(program: str, folder: Path, *flags: str) -> Iterator[Browser]:
    """Open a browser, and end it with all its processes.

    Args:
        program: from `find_browser`.
        folder: for its profile.
        flags: of the program, beside the usual ones.
    """
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    command = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
    process = subprocess.Popen(
        ["/bin/bash", "-c", command, program, *FLAGS, *flags, f"--user-data-dir={folder}", "about:blank"],
        pass_fds=(theirs_in, theirs_out),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Browser(ours_out, ours_in)
    finally:
        os.close(ours_out)
        os.close(ours_in)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
