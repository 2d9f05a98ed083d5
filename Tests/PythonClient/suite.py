"""The whole clinic under a supervisor of its own. Its sockets are an operator's: one for each vertical."""
import pathlib
import re
import shutil
import subprocess
import tempfile

from connection import Connection
from exported import BINARIES, ROOT


class Suite:
    def __init__(self) -> None:
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="colonnade-"))
        launcher = self.home / "clinic-of-tests.yml"
        launcher.write_text(self._launcher())
        try:
            self._supervisor("up", "--detach", "--launcher", str(launcher))
        except subprocess.CalledProcessError as error:
            self.down()
            raise RuntimeError(f"the suite does not come up: {error.stderr}") from error

    def connect(self, vertical: str) -> Connection:
        """An open connection to `clinical-records`, whose messages are in `clinical_records`."""
        connection = Connection(self.home / f"run/operator/{vertical}.sock", vertical.replace("-", "_"), vertical)
        connection.open()
        return connection

    def first_invitation(self) -> str:
        """The code of the first operator, which only whoever runs the suite can read."""
        return (self.home / "state/authentication/operator-invitation").read_text().strip()

    def down(self) -> None:
        subprocess.run([BINARIES / "svc-supervisor", "down", "--home", self.home], capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)

    def _launcher(self) -> str:
        """The clinic's, with passwords that cost as little as they can."""
        text = (ROOT / "deploy/launchers/clinic.yml").read_text().replace("../data/", f"{ROOT}/deploy/data/")
        cheap = "    config: { passwordCost: 4, passwordParallelism: 1 }\n"
        return re.sub(r"(    executable: svc-authentication\n)", r"\1" + cheap, text)

    def _supervisor(self, command: str, *arguments: str) -> None:
        subprocess.run(
            [BINARIES / "svc-supervisor", command, "--home", self.home, *arguments], check=True, capture_output=True, text=True)
