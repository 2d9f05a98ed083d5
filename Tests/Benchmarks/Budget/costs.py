"""What one call costs one side: the difference between a long run and a short one, divided by the calls between them.

The start, what is set up at the first use and the end are the same in both runs, and fall out.
"""
import collections
import dataclasses

from callgrind import Profile

INSTRUCTIONS: str = "instructions"
ALLOCATIONS: str = "allocations"
SYSTEM_CALLS: str = "system calls"

LIBC_ALLOCATORS: frozenset[str] = frozenset(
    prefix + name for prefix in ("", "__libc_") for name in ("malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign"))
# Swift's runtime allocates for somebody: whoever calls it is where the allocation comes from.
ALLOCATORS: frozenset[str] = LIBC_ALLOCATORS | {"swift_slowAlloc", "swift_slowAllocTyped", "swift_allocObject"}
# The kernel maps these into the process; Valgrind hides the mapping, so that they enter the kernel here only.
MAPPED_BY_THE_KERNEL: frozenset[str] = frozenset({"clock_gettime", "gettimeofday", "time", "getcpu", "clock_getres"})

# svc-echo's bench looks for its percentiles once, when all calls are made; how long that takes depends on how long the calls took.
AFTER_THE_CALLS: str = "$s8svc_echo9HistogramV8quantile"


@dataclasses.dataclass(frozen=True)
class Costs:
    """Of one side per call. What is counted, and in it the part of each function: its own instructions and system calls, without
    those of the functions that it calls, and the allocations that it asks for."""

    parts: dict[str, dict[str, float]]

    def counts(self) -> dict[str, float]:
        return {name: sum(parts.values()) for name, parts in self.parts.items()}


def difference(short: Profile, long: Profile, calls: int) -> Costs:
    return Costs({
        INSTRUCTIONS: per_call(instructions(short), instructions(long), calls),
        ALLOCATIONS: per_call(allocations(short), allocations(long), calls),
        SYSTEM_CALLS: per_call(system_calls(short), system_calls(long), calls),
    })


def per_call(short: collections.Counter[str], long: collections.Counter[str], calls: int) -> dict[str, float]:
    return {name: (long[name] - short[name]) / calls for name in short | long}


def instructions(profile: Profile) -> collections.Counter[str]:
    return collections.Counter({name: count for name, count in profile.instructions.items() if not name.startswith(AFTER_THE_CALLS)})


def allocations(profile: Profile) -> collections.Counter[str]:
    parts: collections.Counter[str] = collections.Counter()
    for (caller, callee), count in profile.calls.items():
        # One allocator that calls another is one allocation.
        if callee in ALLOCATORS and caller not in ALLOCATORS:
            parts[caller] += count
    return parts


def system_calls(profile: Profile) -> collections.Counter[str]:
    return collections.Counter({name: count for name, count in profile.system_calls.items() if name not in MAPPED_BY_THE_KERNEL})


def median(rounds: list[Costs]) -> Costs:
    """Count by count, that of the round in the middle."""
    return Costs({name: sorted((costs.parts[name] for costs in rounds), key=total)[len(rounds) // 2] for name in rounds[0].parts})


def least(rounds: list[Costs]) -> Costs:
    """Count by count, that of the cheapest round."""
    return Costs({name: min((costs.parts[name] for costs in rounds), key=total) for name in rounds[0].parts})


def total(parts: dict[str, float]) -> float:
    return sum(parts.values())
