"""Reading what callgrind writes, and what a call costs by two of its files."""
import unittest

import callgrind
import costs

# Names are given once and referred to by their numbers; a line after `calls=` has the costs of the callee.
HEAD: str = """# callgrind format
version: 1
creator: callgrind-3.19.0
positions: line
events: Ir sysCount sysTime
"""
CALL: str = """
ob=(1) /tmp/svc-echo
fl=(1) ???
fn=(1) serve
0 {own}
cfn=(2) swift_allocObject
calls={allocations} 0
* 990
+3 5
cfn=(3) malloc@@GLIBC_2.2.5
calls={allocations} 0
* 400
fn=(2)
0 70
cfn=(4) swift_slowAlloc
calls={allocations} 0
* 800
fn=(4)
-3 30
cfn=(3)
calls={allocations} 0
* 600
fn=(5) send'2
0 10 {sends} 3
fn=(6) clock_gettime@@GLIBC_2.17
* 20 {clocks} 1
fn=(7) $s8svc_echo9HistogramV8quantileys6UInt64VSdF
* {quantile}
"""


def profile(own: int = 100, allocations: int = 1, sends: int = 1, clocks: int = 1, quantile: int = 40) -> callgrind.Profile:
    text: str = HEAD + CALL.format(own=own, allocations=allocations, sends=sends, clocks=clocks, quantile=quantile)
    return callgrind.parse(text.splitlines(keepends=True), "canned")


class ProfileTests(unittest.TestCase):
    def test_a_function_has_its_own_instructions_only(self) -> None:
        own: dict[str, int] = {"serve": 105, "swift_allocObject": 70, "swift_slowAlloc": 30, "send": 10, "clock_gettime": 20}
        self.assertEqual(profile(quantile=0).instructions, own | {"$s8svc_echo9HistogramV8quantileys6UInt64VSdF": 0})

    def test_calls_are_counted_by_caller_and_callee(self) -> None:
        self.assertEqual(profile(allocations=7).calls["serve", "swift_allocObject"], 7)

    def test_what_callgrind_did_not_write_is_refused(self) -> None:
        with self.assertRaises(callgrind.UnreadableProfile):
            callgrind.parse(["valgrind: cannot execute"], "canned")


class CostTests(unittest.TestCase):
    def test_what_both_runs_have_falls_out(self) -> None:
        self.assertEqual(costs.difference(profile(), profile(), 10).counts(), {"instructions": 0, "allocations": 0, "system calls": 0})

    def test_the_rest_is_divided_by_the_calls(self) -> None:
        counts = costs.difference(profile(own=100), profile(own=350), 10).counts()
        self.assertEqual(counts["instructions"], 25)

    def test_what_the_benchmark_does_at_its_end_does_not_count(self) -> None:
        self.assertEqual(costs.difference(profile(), profile(quantile=9_000), 10).counts()["instructions"], 0)

    def test_an_allocation_counts_once_where_it_is_asked_for(self) -> None:
        # `serve` asks the runtime and malloc, the runtime asks malloc in its turn.
        parts = costs.difference(profile(allocations=1), profile(allocations=11), 10).parts["allocations"]
        self.assertEqual(parts, {"serve": 2})

    def test_reading_the_clock_is_no_system_call(self) -> None:
        counts = costs.difference(profile(sends=1, clocks=1), profile(sends=21, clocks=99), 10).counts()
        self.assertEqual(counts["system calls"], 2)

    def test_the_median_is_taken_count_by_count(self) -> None:
        rounds = [costs.Costs({"instructions": {"a": i}, "allocations": {"a": a}}) for i, a in ((9, 1), (5, 3), (7, 2))]
        self.assertEqual(costs.median(rounds).counts(), {"instructions": 7, "allocations": 2})
