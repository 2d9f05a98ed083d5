"""Peers of `svc-supervisor metrics --listen`: one that scrapes, and others that should get nothing, or little.

usage: metrics_peer.py SUPERVISOR HOME
"""

import signal
import socket
import subprocess
import sys
import time

from prometheus_client.openmetrics.parser import text_string_to_metric_families

GOOD = b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def connect(port, patience=30):
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=patience)
        except ConnectionRefusedError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)


def ask(port, request):
    with connect(port) as peer:
        peer.sendall(request)
        answer = b""
        while piece := peer.recv(65536):
            answer += piece
    head, _, body = answer.partition(b"\r\n\r\n")
    return head.split(b"\r\n")[0].decode(), head.decode().lower(), body.decode()


def main(supervisor, home):
    port = free_port()
    server = subprocess.Popen([supervisor, "metrics", "--home", home, "--listen", f"127.0.0.1:{port}"], stderr=subprocess.DEVNULL,
        # A test's thread may block signals, and its children would.
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, []))
    try:
        status, head, body = ask(port, GOOD)
        assert status == "HTTP/1.1 200 OK", status
        assert "application/openmetrics-text; version=1.0.0" in head, head
        names = {family.name for family in text_string_to_metric_families(body)}
        assert "colonnade_calls" in names, names
        refused = {
            b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n": "404",
            b"POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n": "405",
            b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n": "421",
            b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n": "421",
            b"GET /metrics HTTP/1.1\r\n\r\n": "421",
            b"\x00\xff\r\n\r\n": "400",
            b"GET /metrics HTTP/1.1\r\nX: " + b"a" * 9000: "431",
        }
        for request, code in refused.items():
            status, _, body = ask(port, request)
            assert status.split(" ")[1] == code, (request[:60], status)
            assert "colonnade_" not in body
        # Who says nothing holds its place for some seconds only, and more of them than there are places hold nobody up for longer.
        silent = [connect(port) for _ in range(20)]
        gone = [connect(port) for _ in range(20)]
        for peer in gone:
            peer.sendall(GOOD)
            peer.shutdown(socket.SHUT_WR)
            peer.close()
        begun = time.monotonic()
        status, _, _ = ask(port, GOOD)
        assert status == "HTTP/1.1 200 OK", status
        assert time.monotonic() - begun < 30
        for peer in silent:
            assert peer.recv(1) == b"", "a silent peer is sent away"
            peer.close()
        again = subprocess.run([supervisor, "metrics", "--home", home, "--listen", f"127.0.0.1:{port}"], capture_output=True, timeout=60)
        assert again.returncode == 1 and b"Name another port" in again.stderr, again
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
    finally:
        server.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
