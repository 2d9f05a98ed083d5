"""Two minutes with the clinic suite: what is promised, done with real processes and checked. Fails if something does not hold."""
import argparse
import json
import pathlib
import sys
import time

import next_maps
import recording
from chapters import ALL, Demo
from story import Story, Unmet
from suite import ROOT, Suite


def main() -> int:
    options = _options()
    breaking, additive = next_maps.both(options.scratch, options.swift, options.interface, _progress)
    if options.build_only:
        return 0
    story = Story(None if options.json else sys.stdout)
    story.title("Colonnade: an app whose parts are daemons")
    begun = time.monotonic()
    with Suite(options.binaries) as suite:
        demo = Demo(suite, story, breaking, additive)
        failure: str | None = None
        try:
            for chapter in ALL:
                chapter(demo)
        except (Unmet, RuntimeError) as error:
            failure = str(error)
            print(f"error: {failure}", file=sys.stderr)
            if not options.json:
                print(suite.log(), file=sys.stderr)
    seconds = time.monotonic() - begun
    if failure is None:
        story.end(f"All of it held, in {seconds:.0f} s.")
    if options.json:
        print(json.dumps(demo.figures | {"seconds": round(seconds, 1), "failure": failure}))
    if options.recording and failure is None:
        options.recording.parent.mkdir(parents=True, exist_ok=True)
        options.recording.write_text(recording.svg(story.lines))
    if options.report:
        options.report.parent.mkdir(parents=True, exist_ok=True)
        options.report.write_text(json.dumps({"passed": story.kept, "failed": int(failure is not None)}) + "\n")
    return 0 if failure is None else 1


def _progress(text: str) -> None:
    print(f"==> {text}", file=sys.stderr, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=pathlib.Path, default=ROOT / ".build/debug", help="where the programs stand, with demo-load")
    parser.add_argument("--interface", type=pathlib.Path, default=ROOT / ".build/debug/svc-interface", help="the generator")
    parser.add_argument("--scratch", type=pathlib.Path, default=ROOT / ".build/demo", help="where the next versions of maps are built")
    parser.add_argument("--swift", default="swift", help="the compiler's driver")
    parser.add_argument("--build-only", action="store_true", help="build the next versions of maps, and do no more")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object, and no story")
    parser.add_argument("--recording", type=pathlib.Path, metavar="FILE", help="write the story to a file, as an SVG that moves")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE", help="a file for the counts, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
