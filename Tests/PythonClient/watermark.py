"""The dispatch watermark of one connection: memory that the consumer shares, and the provider writes."""
import fcntl
import mmap
import os
import socket
import struct

# fcntl(2); older Pythons do not have the names.
ADD_SEALS, SEAL_SHRINK = 1033, 0x0002
KEPT = 1 << 32
PAGE = 4096


class Watermark:
    """`seals` and `size` are for hostile files; a file that is too small is not mapped."""

    def __init__(self, seals: int = SEAL_SHRINK, size: int = PAGE) -> None:
        self.file = os.memfd_create("watermark", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self.file, size)
        self.memory = mmap.mmap(self.file, PAGE) if size >= PAGE else None
        if seals:
            fcntl.fcntl(self.file, ADD_SEALS, seals)

    def send(self, to: socket.socket, hello: bytes) -> None:
        """Passes the memory with the first bytes of HELLO."""
        sent = socket.send_fds(to, [hello], [self.file])
        to.sendall(hello[sent:])

    @property
    def value(self) -> int:
        assert self.memory is not None
        return int(struct.unpack_from("<Q", self.memory)[0])

    @property
    def last(self) -> int | None:
        """The last stream whose handler was started; None if the provider does not keep the watermark."""
        return self.value - KEPT if KEPT <= self.value < 2 * KEPT else None

    def close(self) -> None:
        if self.memory is not None:
            self.memory.close()
        os.close(self.file)
