"""A real nginx before a test's broker, with the files of the guide to a hall: TLS, pages, WebSockets."""

import base64
import hashlib
import os
import pwd
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from patience import PATIENCE_S

from toc_pi.cli.hall import certificate_fingerprint

SHIPPED = Path(__file__).parents[2] / "docs" / "hall"
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH')}:/usr/sbin")
MODULES = [Path(f"/usr/lib/nginx/modules/ngx_{name}_module.so") for name in ("stream", "stream_js")]
WITHOUT_FRONT = NGINX is None or not all(map(Path.exists, MODULES)) or shutil.which("openssl") is None
NO_FRONT = "nginx or openssl is missing (apt install nginx libnginx-mod-stream-js openssl)"
CERTIFICATE, KEY, PAGES = "hall.crt", "hall.key", "www"
PLACES = {
    "/etc/nginx/toc-pi/limit.js": SHIPPED / "nginx-limit.js",
    "/etc/mosquitto/toc-pi/": "",
    "/etc/nginx/toc-pi/": "",
    "/var/lib/toc-pi-hall/www": PAGES,
}
"""The places of the guide, and where a test has the same, in its folder or among the guide's files."""
RATE = "proxy_upload_rate 16k;"
"""The guide's limit of each connection, on average since it began."""


def shipped(name: str, folder: Path, ports: dict[int, int]) -> str:
    """A file of the guide, with a test's folder and ports in the place of the real ones."""
    text = (SHIPPED / name).read_text()
    for place, here in PLACES.items():
        text = text.replace(place, f"{folder}/{here}" if isinstance(here, str) else str(here))
    for port, here_port in ports.items():
        assert f"{port}" in text
        text = text.replace(f"listen {port} ", f"listen 127.0.0.1:{here_port} ")
        text = text.replace(f"127.0.0.1:{port}", f"127.0.0.1:{here_port}")
        text = text.replace(f"listener {port} ", f"listener {here_port} ")
    return text


@dataclass
class Front:
    """An nginx.

    Attributes:
        folder: the broker's.
        tables, pages: the ports to which the guide's are changed; inner ones are those of the broker.
        running: it does.
        rested: every connection may send at once what it would have been allowed to for hours.
    """

    folder: Path
    ports: dict[int, int] = field(default_factory=dict)
    running: subprocess.Popen[bytes] | None = None
    rested: bool = False

    def start(self) -> None:
        """Start it, in the foreground of a process that ends with the test."""
        assert NGINX is not None
        folder = self.folder
        stream, pages = (
            shipped(f"nginx-{name}.conf", folder, self._of(name)) for name in ("stream", "pages")
        )
        if self.rested:
            assert RATE in stream
            stream = stream.replace(RATE, "")
        modules = "".join(f"load_module {module};\n" for module in MODULES)
        kept = "".join(
            f"{name}_temp_path {folder}/{name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (folder / "nginx.conf").write_text(
            f"{modules}user {pwd.getpwuid(os.geteuid()).pw_name};\nworker_processes 1;\n"
            f"pid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\nevents {{}}\n{stream}\n"
            f"http {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{kept}{pages}}}\n"
        )
        words = ["-c", folder / "nginx.conf", "-e", folder / "nginx.log", "-g", "daemon off;"]
        self.running = subprocess.Popen([NGINX, *words])

    def stop(self) -> None:
        """End it."""
        if self.running is not None:
            self.running.terminate()
            self.running.wait(PATIENCE_S)
            self.running = None

    def _of(self, name: str) -> dict[int, int]:
        inner = {"stream": (8883, 8443, 1883, 8080), "pages": (8080, 9001)}[name]
        return {port: self.ports[port] for port in inner}


def certify(folder: Path, host: str = "localhost") -> str:
    """Make a certificate of one's own for a name, as the guide does; returns its fingerprint."""
    words = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={host}"
    files = ["-keyout", folder / KEY, "-out", folder / CERTIFICATE]
    name = ["-addext", f"subjectAltName=DNS:{host}"]
    subprocess.run(["openssl", *words.split(), *name, *files], check=True, capture_output=True)
    return certificate_fingerprint(folder / CERTIFICATE)


def browser_trusts(folder: Path) -> str:
    """The flag by which Chromium trusts the key of this certificate, and no other."""
    reading = ["openssl", "x509", "-in", folder / CERTIFICATE, "-pubkey", "-noout"]
    pem = subprocess.run(reading, check=True, capture_output=True, text=True).stdout
    key = base64.b64decode("".join(pem.splitlines()[1:-1]))
    spki = base64.b64encode(hashlib.sha256(key).digest()).decode()
    return f"--ignore-certificate-errors-spki-list={spki}"
