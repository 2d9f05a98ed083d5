"""The tests of the checks in this folder."""
import pathlib
import unittest


def can_fail() -> bool:
    """Whether each finds what it is there for."""
    suite = unittest.TestLoader().discover(str(pathlib.Path(__file__).parent), pattern="test_*.py")
    return unittest.TextTestRunner(verbosity=0).run(suite).wasSuccessful()
