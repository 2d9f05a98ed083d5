"""What is measured: the modes, and which number of each is compared."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Mode:
    name: str
    title: str
    # The number that is compared with the limit's, and the one that the picture shows.
    metric: str
    unit: str
    # Fewer are better where it is a time.
    is_time: bool
    # How many calls the quickest peers need at least for a count of costs that means something.
    cost_calls: int


MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode("rtt64", "64 bytes there and back, one call in flight", "p50_us", "µs (p50)", True, 2_000),
        Mode("pipe64", "64 bytes there and back, 256 calls in flight on one connection", "calls_per_s", "calls/s", False, 20_000),
        Mode("conc64", "64 bytes there and back, one call in flight on each of 64 connections", "calls_per_s", "calls/s", False, 6_400),
        Mode("big1m", "1 MiB there and back, one call in flight", "mb_per_s", "MB/s", False, 50),
        Mode("stream", "one call with a million outputs of 64 bytes", "calls_per_s", "outputs/s", False, 20_000),
        Mode("fan", "64 bytes to a vertical that asks three others, one call in flight", "p50_us", "µs (p50)", True, 1_000),
    )
}
