// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/folded_samples.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "engine/base/median.h"

namespace throughline::ui {

namespace {

/// The times of all, each once, ascending. Nodes that measured together have the same ones.
std::vector<double> timesOfAll(const std::vector<const SampleSeries*>& all) {
    std::vector<double> times;
    for (const SampleSeries* one : all) {
        if (one->t_s != times) {
            std::vector<double> both;
            std::ranges::set_union(times, one->t_s, std::back_inserter(both));
            times = std::move(both);
        }
    }
    return times;
}

void takePlace(SampleSeries& to, const SampleSeries& from, std::size_t at) {
    if (at < from.phases.size()) {
        to.phases.push_back(from.phases[at]);
    }
    if (at < from.repeats.size()) {
        to.repeats.push_back(from.repeats[at]);
    }
}

/// At `time`, from which on `at` is the first sample: between two samples of a repeat what lies
/// between them, as some are read in more detail than others while a chart is zoomed. NaN: none.
double valueAt(const SampleSeries& one, std::size_t at, double time) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (at >= one.t_s.size() || at >= one.values.size()) {
        return kNone;
    }
    if (one.t_s[at] == time) {
        return one.values[at];
    }
    const bool joined =
        at > 0 && (at >= one.repeats.size() || one.repeats[at - 1] == one.repeats[at]);
    return joined ? std::lerp(one.values[at - 1],
                              one.values[at],
                              (time - one.t_s[at - 1]) / (one.t_s[at] - one.t_s[at - 1]))
                  : kNone;
}

}  // namespace

std::array<SampleSeries, kFoldedCurves> foldSamples(const std::vector<const SampleSeries*>& all) {
    std::array<SampleSeries, kFoldedCurves> curves;
    std::vector<std::size_t> places(all.size(), 0);
    std::vector<double> values;
    for (const double time : timesOfAll(all)) {
        values.clear();
        const SampleSeries* first = nullptr;
        std::size_t first_at = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const SampleSeries& one = *all[i];
            std::size_t& at = places[i];
            while (at < one.t_s.size() && one.t_s[at] < time) {
                ++at;
            }
            const double value = valueAt(one, at, time);
            if (!std::isfinite(value)) {
                continue;
            }
            values.push_back(value);
            if (first == nullptr && one.t_s[at] == time) {
                first_at = at;
                first = &one;
            }
        }
        if (first == nullptr) {
            continue;
        }
        std::ranges::sort(values);
        const std::array<double, kFoldedCurves> folded{
            values.front(), median_of_sorted(values), values.back()};
        for (std::size_t i = 0; i < curves.size(); ++i) {
            curves.at(i).t_s.push_back(time);
            curves.at(i).values.push_back(folded.at(i));
            takePlace(curves.at(i), *first, first_at);
        }
    }
    for (SampleSeries& curve : curves) {
        const auto failed = std::ranges::find_if(
            all, [](const SampleSeries* one) { return !one->error.isEmpty(); });
        curve.error = failed == all.end() ? QString() : (*failed)->error;
        curve.leftOut = all.empty() ? 0 : all.front()->leftOut;
    }
    return curves;
}

}  // namespace throughline::ui
