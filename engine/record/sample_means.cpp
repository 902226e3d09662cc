// SPDX-License-Identifier: Apache-2.0
#include "engine/record/sample_means.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>

#include "engine/record/per_request.h"

namespace throughline::record {
namespace {

/// How many requests an interval's figures are means over. They may stand in another sample of the
/// same time than the figure: Prometheus gives each series apart.
class RequestsByTime {
public:
    explicit RequestsByTime(const RunData& run) {
        std::set<std::string, std::less<>> per_request;
        for (const auto& sample : run.samples) {
            for (const auto& [key, value] : sample.metrics) {
                if (counts_requests(key)) {
                    counts_[sample.t_s].insert_or_assign(key, value);
                } else if (is_per_request(key)) {
                    per_request.insert(key);
                }
            }
        }
        for (const auto& key : per_request) {
            const bool counted = std::any_of(counts_.begin(), counts_.end(), [&](const auto& at) {
                return requests_behind(key, at.second).has_value();
            });
            if (counted) {
                counted_.insert(key);
            }
        }
    }

    /// 1 for what is not a mean over requests, or of which nobody counted the requests.
    double behind(const std::string& key, double t_s) const {
        if (!counted_.contains(key)) {
            return 1.0;
        }
        const auto at = counts_.find(t_s);
        return at == counts_.end() ? 0.0 : requests_behind(key, at->second).value_or(0.0);
    }

private:
    std::map<double, metrics::MetricValues> counts_{};
    std::set<std::string, std::less<>> counted_{};
};

}  // namespace

Summaries summarise_samples(const RunData& run) {
    struct Weighted {
        double value_weights = 0.0;
        double weights = 0.0;
    };
    const RequestsByTime requests(run);
    std::map<std::string, Weighted, std::less<>> sums;
    for (const auto& sample : run.samples) {
        if (sample.phase != Phase::Measured || sample.dt_s <= 0.0) {
            continue;
        }
        for (const auto& [key, value] : sample.metrics) {
            const double weight = sample.dt_s * requests.behind(key, sample.t_s);
            auto& sum = sums[key];
            sum.value_weights += value * weight;
            sum.weights += weight;
        }
    }
    Summaries summaries;
    for (const auto& [key, sum] : sums) {
        if (sum.weights > 0.0) {
            summaries.emplace(key, Summary{.value = sum.value_weights / sum.weights});
        }
    }
    return summaries;
}

}  // namespace throughline::record
