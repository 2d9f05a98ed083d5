"""What the kernel says of a process, and how one is ended that may be gone already."""
import os
import pathlib
import re
import signal

_TICKS: int = os.sysconf("SC_CLK_TCK")


def is_running(pid: int) -> bool:
    """Whether it is there and no zombie."""
    try:
        return _stat(pid)[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def resident(pid: int) -> int:
    """Bytes of memory that it has now."""
    return _status(pid, "VmRSS")


def peak(pid: int) -> int:
    """Bytes of memory that it had at most since `forget_peak`."""
    return _status(pid, "VmHWM")


def forget_peak(pid: int) -> None:
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def sockets(pid: int) -> int:
    """Those of its descriptors that are sockets: connections, not the files that a database opens."""
    folder = f"/proc/{pid}/fd"
    count = 0
    for name in os.listdir(folder):
        try:
            count += os.readlink(f"{folder}/{name}").startswith("socket:")
        except FileNotFoundError:
            pass
    return count


def processor_seconds(pid: int) -> float:
    """Seconds of a processor that it has used, in itself and in the kernel."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / _TICKS


def processor_turns(pid: int) -> tuple[int, int]:
    """Nanoseconds for which its threads ran, and for which they could have run and had to wait for a processor."""
    ran = waited = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            fields = pathlib.Path(f"/proc/{pid}/task/{thread}/schedstat").read_text().split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        ran, waited = ran + int(fields[0]), waited + int(fields[1])
    return ran, waited


def kill(pid: int) -> None:
    """Ends it at once. Its children, where it is a supervisor, end with it."""
    assert pid > 1, "that would end others as well"
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _stat(pid: int) -> list[str]:
    """The fields from the state on: the name before it may hold anything."""
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _status(pid: int, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+) kB$", pathlib.Path(f"/proc/{pid}/status").read_text(), re.M)
    return int(found[1]) * 1024 if found else 0
