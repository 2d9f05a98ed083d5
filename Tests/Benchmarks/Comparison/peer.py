"""Who is measured, and how each is started. All are called in the same way but for svc-echo's own options."""
import os
from dataclasses import dataclass

NEIGHBOURS: tuple[str, ...] = ("first", "second", "third")

# The loop and a Swift task for each message, without Colonnade.
FLOOR: str = "--floor"
SPIN: tuple[str, ...] = ("--spin", "100")


@dataclass(frozen=True)
class Peer:
    name: str
    title: str
    binary: str
    # Whether calls have types, which is what svc-echo is to be quicker than.
    is_typed: bool
    # What is to be installed, where its binary was not built.
    packages: str = ""
    # What both of its ends are told beside where and what.
    options: tuple[str, ...] = ()

    @property
    def is_installed(self) -> bool:
        return os.access(self.binary, os.X_OK)

    @property
    def is_swift(self) -> bool:
        return self.name.startswith("svc-echo")

    def serving(self, folder: str, socket: str, neighbours: list[str]) -> list[str]:
        if FLOOR in self.options:
            return [self.binary, *self.options, "--socket", socket]
        if not self.is_swift:
            return [self.binary, "serve", socket, *neighbours]
        named = [word for name, path in zip(NEIGHBOURS, neighbours) for word in ("--connect", f"{name}={path}")]
        return [self.binary, "--socket", socket, "--state", f"{folder}/{self.name}", "--log-level", "error", *self.options, *named]

    def calling(self, socket: str, mode: str, length: list[str]) -> list[str]:
        return [self.binary, "bench", "--socket", socket, "--mode", mode, *length, "--json", *self.options]


def known(swift: str, folder: str) -> list[Peer]:
    """The limit first, svc-echo second, then the others from the plainest to the richest."""

    def peer(name: str, title: str, is_typed: bool, packages: str) -> Peer:
        return Peer(name, title, os.path.abspath(f"{folder}/{name}"), is_typed, packages)

    return [
        peer("limit", "C, blocking (the limit)", False, "gcc"),
        Peer("svc-echo", "Colonnade", os.path.abspath(swift), True),
        Peer("svc-echo-spin", "Colonnade, spin", os.path.abspath(swift), True, options=SPIN),
        Peer("floor", "Swift task (the floor)", os.path.abspath(swift), False, options=(FLOOR,)),
        Peer("floor-spin", "Swift task, spin", os.path.abspath(swift), False, options=(FLOOR, *SPIN)),
        peer("libuv", "C, libuv", False, "libuv1-dev"),
        peer("thrift", "Thrift C++", True, "libthrift-dev thrift-compiler libboost-dev"),
        peer("sd-bus", "sd-bus, no broker", True, "libsystemd-dev"),
        peer("capnproto", "Cap'n Proto C++", True, "libcapnp-dev capnproto"),
        peer("grpc", "gRPC C++", True, "libgrpc++-dev libprotobuf-dev protobuf-compiler protobuf-compiler-grpc"),
    ]
