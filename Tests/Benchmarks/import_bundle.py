"""How clinical-records takes the largest bundle: time, peak memory, and how quick other calls stay meanwhile.

    python3 Tests/Benchmarks/import_bundle.py [MEGABYTES]

Needs a release build of svc-clinical-records and of svc-authentication, or COLONNADE_BINARIES.
"""
import os
import pathlib
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
os.environ.setdefault("COLONNADE_BINARIES", str(ROOT / ".build/release"))
sys.path.insert(0, str(ROOT / "Tests/PythonClient"))

from connection import END, Connection, frame  # noqa: E402
from daemon import Daemon  # noqa: E402
from lock import Lock  # noqa: E402

RECORDS = Lock("Shared/IOInterface/ClinicalRecordsIO/ClinicalRecords.contract.json")
AUTHENTICATION = Lock("Shared/IOInterface/AuthenticationIO/Authentication.contract.json")
CHUNK = 65_536

OBSERVATION = (
    '{{"fullUrl":"urn:uuid:o{0}","resource":{{"resourceType":"Observation","id":"o{0}","status":"final","category":[{{"coding":'
    '[{{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"vital-signs","display":"vital-signs"}}]}}],'
    '"code":{{"coding":[{{"system":"http://loinc.org","code":"8302-2","display":"Body Height"}}],"text":"Body Height"}},"subject":'
    '{{"reference":"urn:uuid:p"}},"effectiveDateTime":"20{1:02}-10-20T19:19:03+00:00","issued":"2020-10-20T19:19:03.621+00:00",'
    '"valueQuantity":{{"value":{0}.69203,"unit":"cm","system":"http://unitsofmeasure.org","code":"cm"}},"meta":{{"tag":[{{"system":'
    '"https://smarthealthit.org/tags","code":"synthea-5-2019"}}]}}}},"request":{{"method":"POST","url":"Observation"}}}}')
PATIENT = '{"fullUrl":"urn:uuid:p","resource":{"resourceType":"Patient","id":"p","birthDate":"1980-01-01"}}'


def bundle(size):
    """A bundle of at most `size` bytes, in chunks."""
    pending = '{"resourceType":"Bundle","type":"transaction","entry":[' + PATIENT
    written, number = 0, 0
    while written + len(pending) + 1_000 < size:
        pending += "," + OBSERVATION.format(number, number % 24)
        number += 1
        if len(pending) >= CHUNK:
            yield pending[:CHUNK].encode()
            written += CHUNK
            pending = pending[CHUNK:]
    yield (pending + "]}").encode()


def memory(pid, name):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name + ":")).split()[1]) / 1024


def ask(daemon, board, value, token=None):
    """One answer of authentication."""
    connection = Connection(daemon.path, AUTHENTICATION, "authentication")
    connection.open()
    metadata = {"session": token} if token else None
    stream = connection.activate(board, AUTHENTICATION.input(board, value), END, metadata)
    return AUTHENTICATION.output(board, connection.expect("OUTPUT", stream=stream).body)


def staff(daemon):
    """The token of somebody who may import, and see everyone."""
    password = "a sentence that nobody guesses"
    code = (daemon.folder / "state/operator-invitation").read_text().strip()
    chief = ask(daemon, "signUp", {"code": code, "password": password})["token"]
    code = ask(daemon, "invite", {"name": "staff", "role": "staff"}, chief)["code"]
    return ask(daemon, "signUp", {"code": code, "password": password})["token"]


def connect(daemon):
    connection = Connection(daemon.path, RECORDS, "clinical-records")
    connection.open()
    connection.socket.settimeout(600)
    return connection


def send(connection, chunks, token):
    """Imports, and gives the summary or what came instead."""
    stream = connection.activate("importBundle", RECORDS.input("importBundle", {}), metadata={"session": token})
    credit, waiting, summary = 0, iter(chunks), None
    chunk = next(waiting, None)
    while True:
        while chunk is not None and credit:
            connection.send(frame("COMMAND", RECORDS.command("importBundle", chunk), stream=stream))
            credit -= 1
            chunk = next(waiting, None)
            if chunk is None:
                connection.send(frame("FINISH", flags=END, stream=stream))
        got = connection.receive()
        if got.type == "CREDIT" and got.stream == stream:
            credit += got.message["count"]
        elif got.type == "OUTPUT":
            summary = RECORDS.output("importBundle", got.body)
            connection.send(frame("CREDIT", b"\x08\x01", stream=stream))
        if got.is_terminal:
            return summary if got.type == "COMPLETE" else RECORDS.refusal(got.body) if got.type == "REFUSE" else got.message


def watch(daemon, done, latencies, token):
    """Asks for a summary again and again."""
    connection = connect(daemon)
    while not done.is_set():
        start = time.monotonic()
        stream = connection.activate("summary", RECORDS.input("summary", {"patient": "first"}), END, {"session": token})
        connection.expect("OUTPUT", stream=stream)
        latencies.append((time.monotonic() - start) * 1_000)
        time.sleep(0.002)


def main():
    size = int(float(sys.argv[1]) * (1 << 20)) if len(sys.argv) > 1 else 64 << 20
    authentication = Daemon("svc-authentication", "--state", "{folder}/state")
    token = staff(authentication)
    daemon = Daemon("svc-clinical-records", "--state", "{folder}/state", "--connect", f"authentication={authentication.path}")
    try:
        first = PATIENT.replace('"id":"p"', '"id":"first"').replace("urn:uuid:p", "urn:uuid:first")
        send(connect(daemon), [('{"resourceType":"Bundle","type":"transaction","entry":[' + first + "]}").encode()], token)
        idle = memory(daemon.process.pid, "VmRSS")
        chunks = list(bundle(size))
        for title in ("first", "again"):
            done, latencies = threading.Event(), []
            watcher = threading.Thread(target=watch, args=(daemon, done, latencies, token))
            watcher.start()
            start = time.monotonic()
            summary = send(connect(daemon), chunks, token)
            seconds = time.monotonic() - start
            done.set()
            watcher.join()
            latencies.sort()
            print(f"{title}: {sum(map(len, chunks)) / (1 << 20):.1f} MB in {seconds:.1f} s: {summary}")
            print(f"  resident: idle {idle:.0f} MB, peak {memory(daemon.process.pid, 'VmHWM'):.0f} MB")
            print(f"  {len(latencies)} summaries meanwhile: median {latencies[len(latencies) // 2]:.2f} ms, "
                  f"99 in 100 under {latencies[len(latencies) * 99 // 100]:.2f} ms, slowest {latencies[-1]:.2f} ms")
    finally:
        for process in (daemon, authentication):
            process.stop()
            process.remove()


if __name__ == "__main__":
    main()
