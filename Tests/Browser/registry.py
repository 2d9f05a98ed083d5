"""The trials that there are. A file of trials is known once it is imported."""

TRIALS = []


def trial(function):
    TRIALS.append(function)
    return function
