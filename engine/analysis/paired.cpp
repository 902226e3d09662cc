// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/paired.h"

#include <map>
#include <string>
#include <vector>

#include "engine/analysis/run_lookup.h"

namespace throughline::analysis {
namespace {

/// Images/s by repeat, from the measured samples: counts over times.
std::map<int, double> rates_by_repeat(const record::RunData& run) {
    struct Sum {
        double images = 0.0;
        double seconds = 0.0;
    };
    std::map<int, Sum> sums;
    for (const record::Sample& sample : run.samples) {
        const auto rate = sample.metrics.find("images_per_second");
        if (sample.phase == record::Phase::Measured && rate != sample.metrics.end()) {
            Sum& sum = sums[sample.repeat];
            sum.images += rate->second * sample.dt_s;
            sum.seconds += sample.dt_s;
        }
    }
    std::map<int, double> rates;
    for (const auto& [repeat, sum] : sums) {
        if (sum.images > 0.0 && sum.seconds > 0.0) {
            rates[repeat] = sum.images / sum.seconds;
        }
    }
    return rates;
}

}  // namespace

std::optional<metrics::MeanInterval> paired_difference(const record::RunData& first,
                                                       const record::RunData& run) {
    const std::string order = "repeat_order";
    if (setting_or_empty(first, order) != "rounds" || setting_or_empty(run, order) != "rounds") {
        return std::nullopt;
    }
    const std::map<int, double> before = rates_by_repeat(first);
    std::vector<double> differences;
    for (const auto& [repeat, rate] : rates_by_repeat(run)) {
        if (const auto pair = before.find(repeat); pair != before.end()) {
            differences.push_back(100.0 * (rate / pair->second - 1.0));
        }
    }
    return differences.size() < 2 ? std::nullopt
                                  : std::optional(metrics::mean_interval_95(differences));
}

}  // namespace throughline::analysis
