"""What is above a ceiling fails, what is far below asks for a lower one, and the rest passes."""
import pathlib
import tempfile
import unittest

import ceilings
import measurement
import verdict
from ceilings import Ceilings, Count, NoCeiling, Outcome, Sides
from costs import Costs

TOOLS: dict[str, str] = {"Valgrind": "3.19.0", "Swift": "6.3.1"}
SIDE: str = "rtt64 server"


def sides(instructions: float = 20_000, allocations: float = 6, system_calls: float = 3) -> Sides:
    return {SIDE: Costs({
        "instructions": {"parse": instructions - 5_000, "copy": 5_000},
        "allocations": {"parse": allocations},
        "system calls": {"send": system_calls},
    })}


BUDGET: Ceilings = ceilings.of(sides(), TOOLS)


def outcomes(measured: Sides, budget: Ceilings = BUDGET) -> dict[str, Outcome]:
    return {count.name: count.outcome for count in budget.compare(measured)}


def text(measured: Sides, tools: dict[str, str] = TOOLS) -> str:
    counts: list[Count] = BUDGET.compare(measured)
    return verdict.text(counts, measured, BUDGET, tools)


class OutcomeTests(unittest.TestCase):
    def test_what_was_measured_is_within(self) -> None:
        self.assertEqual(set(outcomes(sides()).values()), {Outcome.WITHIN})

    def test_a_little_more_or_less_is_within(self) -> None:
        for instructions in (20_590, 17_010):
            self.assertEqual(outcomes(sides(instructions=instructions))["instructions"], Outcome.WITHIN)

    def test_above_the_ceiling_is_above(self) -> None:
        self.assertEqual(outcomes(sides(instructions=21_010))["instructions"], Outcome.ABOVE)

    def test_one_more_allocation_or_system_call_is_above(self) -> None:
        measured = outcomes(sides(allocations=7, system_calls=4))
        self.assertEqual((measured["allocations"], measured["system calls"]), (Outcome.ABOVE, Outcome.ABOVE))

    def test_far_below_is_fallen(self) -> None:
        measured = outcomes(sides(instructions=16_900, allocations=5))
        self.assertEqual((measured["instructions"], measured["allocations"]), (Outcome.FALLEN, Outcome.FALLEN))

    def test_a_count_of_none_has_a_ceiling_under_one(self) -> None:
        budget = ceilings.of(sides(allocations=0), TOOLS)
        self.assertEqual(outcomes(sides(allocations=0.001), budget)["allocations"], Outcome.WITHIN)
        self.assertEqual(outcomes(sides(allocations=1), budget)["allocations"], Outcome.ABOVE)

    def test_a_side_without_a_ceiling_is_said(self) -> None:
        with self.assertRaisesRegex(NoCeiling, "big1m client; write it: make budget-update"):
            BUDGET.compare({"big1m client": sides()[SIDE]})


    def test_ceilings_cover_what_they_have_rows_for(self) -> None:
        self.assertTrue(BUDGET.covers(BUDGET))
        self.assertFalse(BUDGET.covers(ceilings.of({"big1m client": sides()[SIDE]}, TOOLS)))


class VerdictTests(unittest.TestCase):
    def test_nothing_is_said_within_the_budget(self) -> None:
        self.assertEqual(text(sides()), "")

    def test_it_says_what_grew_where_and_the_next_step(self) -> None:
        said: str = text(sides(instructions=30_000))
        self.assertIn("rtt64 server: instructions per call went from 20,000 to 30,000 (+50.0 %); the ceiling is 21,000", said)
        self.assertRegex(said, r"15,000 -> +25,000 +parse")
        self.assertNotIn("copy", said)
        self.assertIn("make budget-update", said)

    def test_other_tools_are_said(self) -> None:
        self.assertIn("this is Valgrind 3.24.0", text(sides(instructions=30_000), {"Valgrind": "3.24.0"}))

    def test_what_fell_asks_for_a_lower_ceiling(self) -> None:
        said: str = text(sides(instructions=10_000))
        self.assertIn("went from 20,000 to 10,000 (-50.0 %)", said)
        self.assertIn("make budget-update", said)
        self.assertNotIn("error", said)


class RoundTests(unittest.TestCase):
    def taking(self, *rounds: Sides) -> Sides:
        self.left: list[Sides] = list(rounds)
        return measurement.sufficient(lambda: self.left.pop(0), BUDGET)

    def test_one_round_within_the_budget_is_enough(self) -> None:
        self.taking(sides(), sides(instructions=99_000))
        self.assertEqual(len(self.left), 1)

    def test_one_round_outside_is_no_failure(self) -> None:
        measured = self.taking(sides(instructions=99_000), sides(), sides(instructions=20_100))
        self.assertEqual(outcomes(measured)["instructions"], Outcome.WITHIN)

    def test_two_rounds_outside_are_no_failure_either(self) -> None:
        measured = self.taking(sides(instructions=99_000), sides(instructions=98_000), sides())
        self.assertEqual(outcomes(measured)["instructions"], Outcome.WITHIN)

    def test_all_rounds_outside_are_a_failure(self) -> None:
        measured = self.taking(sides(instructions=99_000), sides(instructions=97_000), sides(instructions=98_000))
        self.assertEqual(outcomes(measured)["instructions"], Outcome.ABOVE)


class FileTests(unittest.TestCase):
    def test_what_is_saved_is_loaded(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            ceilings.save(BUDGET, pathlib.Path(name))
            self.assertEqual(ceilings.load(pathlib.Path(name)), BUDGET)

    def test_ceilings_that_cannot_be_read_are_said(self) -> None:
        with tempfile.TemporaryDirectory() as name, self.assertRaisesRegex(NoCeiling, "make budget-update"):
            ceilings.load(pathlib.Path(name))
