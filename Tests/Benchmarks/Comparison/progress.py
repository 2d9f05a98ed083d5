"""Where the driver is: on standard error, so that standard output holds the result alone."""
import sys


def say(text: str) -> None:
    print(f"==> {text}", file=sys.stderr, flush=True)


def stop(text: str) -> None:
    sys.exit(f"error: {text}")
