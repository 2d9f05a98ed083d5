"""What a killed provider had begun, and what files that are no such memory do to a provider."""
import ctypes
import os
import socket
import time
import unittest
from typing import Any

from connection import END, WAIT, Connection
from daemon import Daemon
from echo_case import EchoTestCase, echo, payload
from watermark import KEPT, PAGE, Watermark

SEAL_SEAL, SEAL_GROW = 0x0001, 0x0004


def pause(milliseconds: int) -> Any:
    return echo.PauseRequest(duration=milliseconds * 1_000_000, bytes=0)


class WatermarkTests(EchoTestCase):
    def shared(self, **changes: int) -> tuple[Watermark, Connection]:
        watermark = Watermark(**changes)
        self.addCleanup(watermark.close)
        connection = self.connect()
        watermark.send(connection.socket, connection.hello())
        connection.expect("WELCOME")
        return watermark, connection

    def test_it_follows_the_handlers(self) -> None:
        watermark, connection = self.shared()
        self.assertEqual(watermark.value, KEPT)
        for stream in range(1, 4):
            connection.call(echo.ECHO_BOARD_ECHO, payload(b"x"))
            self.assertEqual(watermark.last, stream)

    def test_it_is_there_after_a_kill(self) -> None:
        daemon = Daemon("svc-echo")
        self.addCleanup(daemon.remove)
        self.addCleanup(daemon.stop)
        watermark = Watermark()
        self.addCleanup(watermark.close)
        connection = Connection(daemon.path, "echo", "echo")
        self.addCleanup(connection.close)
        watermark.send(connection.socket, connection.hello())
        connection.expect("WELCOME")
        for _ in range(5):
            connection.activate(echo.ECHO_BOARD_PAUSE, pause(60_000), END)
        deadline = time.monotonic() + WAIT
        while watermark.last != 5 and time.monotonic() < deadline:
            # Nobody says when a handler starts: that is what the memory is for.
            time.sleep(0.01)
        daemon.process.kill()
        daemon.wait()
        self.assertEqual(connection.until_end(), [])
        self.assertEqual(watermark.last, 5)

    def test_memory_that_could_go_away_is_not_used(self) -> None:
        for changes in ({"seals": 0}, {"seals": SEAL_SEAL}, {"seals": SEAL_GROW}):
            watermark, connection = self.shared(**changes)
            connection.call(echo.ECHO_BOARD_ECHO, payload(b"x"))
            self.assertIsNone(watermark.last, changes)
            if changes["seals"] != SEAL_SEAL:
                os.ftruncate(watermark.file, 0)
            self.assert_echoes(connection)

    def test_memory_that_is_too_small_is_not_used(self) -> None:
        for size in (0, 7):
            _, connection = self.shared(size=size)
            self.assert_echoes(connection)

    def test_a_small_file_is_enough(self) -> None:
        watermark = Watermark(size=8)
        self.addCleanup(watermark.close)
        connection = self.connect()
        watermark.send(connection.socket, connection.hello())
        connection.expect("WELCOME")
        self.assert_echoes(connection)
        self.assertEqual(int.from_bytes(os.pread(watermark.file, 8, 0), "little"), KEPT + 1)

    def test_a_hole_in_the_memory_ends_nobody(self) -> None:
        watermark, connection = self.shared()
        for _ in range(3):
            # Takes the page away without shrinking the file.
            self.assertEqual(punch(watermark.file), 0)
            self.assert_echoes(connection)
        self.assertEqual(watermark.last, 3)

    def test_other_files_are_ignored(self) -> None:
        for opened in (os.pipe(), (os.open("/dev/null", os.O_RDWR),), (os.open("/", os.O_RDONLY),)):
            connection = self.connect()
            socket.send_fds(connection.socket, [connection.hello()], [opened[0]] * 10)
            for number in opened:
                os.close(number)
            connection.expect("WELCOME")
            self.assert_echoes(connection)

    def test_no_descriptor_stays_open_in_the_daemon(self) -> None:
        self.shared()
        folder = f"/proc/{self.daemon.process.pid}/fd"
        before = len(os.listdir(folder))
        held = [self.shared() for _ in range(20)]
        for _, connection in held:
            self.assert_echoes(connection)
        self.assertLessEqual(len(os.listdir(folder)) - before, len(held) + 2, "one for each connection")


def punch(file: int) -> int:
    """fallocate(2) with FALLOC_FL_PUNCH_HOLE and FALLOC_FL_KEEP_SIZE."""
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.fallocate(file, 0x02 | 0x01, ctypes.c_long(0), ctypes.c_long(PAGE)))


if __name__ == "__main__":
    unittest.main()
