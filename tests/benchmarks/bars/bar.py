# SPDX-License-Identifier: Apache-2.0
"""What a bar is, and when it is met."""
import dataclasses
import statistics

from bars.interval import median_interval


class Absent(Exception):
    """A bar could not be measured here; the text says why."""


@dataclasses.dataclass(frozen=True)
class Bar:
    name: str
    title: str  # what is divided by what
    must: float
    aim: float
    higher_is_better: bool
    noisy_disk: bool = False  # a rate on a disk that may be throttled: see verdict()
    unit: str = ""

    def reached_by(self, value):
        return value >= self.must if self.higher_is_better else value <= self.must


@dataclasses.dataclass
class Outcome:
    bar: Bar
    values: list = dataclasses.field(default_factory=list)  # one a pair
    absent: str = ""

    def verdict(self):
        """met: the median reaches the bar. met_by_interval: only the better end of the 90 %
        interval of the median does, which counts for rates on a noisy disk and for nothing else."""
        if self.absent:
            return "absent"
        if self.bar.reached_by(statistics.median(self.values)):
            return "met"
        interval = median_interval(self.values)
        if self.bar.noisy_disk and interval:
            end = interval.high if self.bar.higher_is_better else interval.low
            if self.bar.reached_by(end):
                return "met_by_interval"
        return "missed"

    def as_json(self):
        out = {"name": self.bar.name, "title": self.bar.title, "unit": self.bar.unit,
               "must": self.bar.must, "aim": self.bar.aim,
               "better": "higher" if self.bar.higher_is_better else "lower",
               "noisy_disk": self.bar.noisy_disk, "verdict": self.verdict()}
        if self.absent:
            return {**out, "absent": self.absent}
        interval = median_interval(self.values)
        return {**out, "n": len(self.values), "values": self.values,
                "median": statistics.median(self.values),
                "lowest": min(self.values), "highest": max(self.values),
                "interval": interval._asdict() if interval else None}
