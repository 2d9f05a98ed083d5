"""Whether something grows: a line through the second half of what was sampled, when caches are warm."""
import statistics
from dataclasses import dataclass, field

from limits import MIB

#: By how much the line may rise from the beginning of the second half to its end. A leak does so however slowly it drips, if only
#: the soak is long enough; an allocator that has not come to rest, and a page that happened to be touched, do not.
MOST_BYTES: float = 16 * MIB
#: A database opens its readers when they are first needed: eight descriptors for maps, once. A leak at every attack is far beyond.
MOST_DESCRIPTORS: float = 10.0
#: Fewer samples give no line.
_FEWEST: int = 8


@dataclass
class Samples:
    """Of one daemon: seconds since the beginning, bytes and descriptors."""
    times: list[float] = field(default_factory=list)
    resident: list[float] = field(default_factory=list)
    descriptors: list[float] = field(default_factory=list)

    def add(self, time: float, resident: int, descriptors: int) -> None:
        self.times.append(time)
        self.resident.append(resident)
        self.descriptors.append(descriptors)

    def faults(self, name: str, seconds: float) -> list[str]:
        """What has grown over the second half of so many seconds."""
        half = [at for at, time in enumerate(self.times) if time >= seconds / 2]
        if len(half) < _FEWEST:
            return [f"{name}: {len(half)} samples are too few; let the soak run longer"]
        bytes_risen, descriptors_risen = (self._risen(values, half) for values in (self.resident, self.descriptors))
        faults: list[str] = []
        if bytes_risen > MOST_BYTES:
            faults.append(f"{name} has grown by {bytes_risen / MIB:.1f} MiB in the second half, more than {MOST_BYTES / MIB:.0f}")
        if descriptors_risen > MOST_DESCRIPTORS:
            faults.append(f"{name} has {descriptors_risen:.1f} descriptors more than at the second half's beginning")
        return faults

    def line(self, name: str, seconds: float) -> str:
        half = [at for at, time in enumerate(self.times) if time >= seconds / 2]
        if len(half) < _FEWEST:
            return f"{name:22} {len(self.times)} samples"
        hours = (self.times[half[-1]] - self.times[half[0]]) / 3600
        risen = self._risen(self.resident, half)
        return (f"{name:22} {self.resident[half[0]] / MIB:6.1f} MiB to {self.resident[-1] / MIB:6.1f}, line {risen / MIB:+.1f} MiB "
                f"({risen / MIB / hours:+.1f} an hour); descriptors {self.descriptors[half[0]]:.0f} to {self.descriptors[-1]:.0f}, "
                f"line {self._risen(self.descriptors, half):+.1f}; {len(self.times)} samples")

    def _risen(self, values: list[float], half: list[int]) -> float:
        """How much higher the line ends than it begins."""
        times = [self.times[at] for at in half]
        slope, _ = statistics.linear_regression(times, [values[at] for at in half])
        return slope * (times[-1] - times[0])
