# SPDX-License-Identifier: Apache-2.0
"""The interval of a median, without an assumption about how the values are spread."""
import collections
import math

Interval = collections.namedtuple("Interval", "low high coverage")
KIND = "sign test: order statistics of the pairs, at least 90 % two-sided"


def median_interval(values, at_least=0.90):
    """The narrowest pair of order statistics, equally far from both ends, that holds the median
    with at least this probability; None where even the whole range does not (fewer than 5 values).

    Each value lies below the median with probability 1/2, so the k-th smallest lies above it with
    probability P(B < k), B binomial(n, 1/2). Five pairs give their whole range, at 93.75 %.
    Source: the sign test; W. J. Conover, Practical Nonparametric Statistics, section 3.2.
    """
    ordered = sorted(values)
    n = len(ordered)
    best = None
    for k in range(1, n // 2 + 1):
        coverage = 1 - 2 * sum(math.comb(n, i) for i in range(k)) / 2 ** n
        if coverage < at_least:
            break
        best = Interval(ordered[k - 1], ordered[n - k], coverage)
    return best
