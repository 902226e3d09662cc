// SPDX-License-Identifier: Apache-2.0
// What a study measured of the three ways; what is answered from that stands in ways_answer.cpp.
#include "engine/whatif/ways_study.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/analysis/disturbance.h"
#include "engine/base/median.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/touched.h"
#include "engine/spec/choices.h"
#include "engine/spec/settings.h"
#include "engine/whatif/ways_limits.h"

namespace throughline::whatif {
namespace {

using record::RunData;

// Beyond this a mean is that of a few requests, and tells nothing of the others.
constexpr double kFirstByteC2Most = 4.0;

std::optional<double> figure_of(const RunData& run, const std::string& key) {
    const auto found = run.metrics.find(key);
    return found == run.metrics.end() ? std::nullopt : std::optional(found->second.value);
}

std::optional<double> of_epoch(const RunData& run, const char* id, std::size_t epoch) {
    return figure_of(run, metrics::labelled(id, "epoch", std::to_string(epoch)));
}

/// Of the epochs from `first` on. None: there is none of them.
std::optional<double> median_epoch_s(const RunData& run, std::size_t first) {
    std::vector<double> seconds;
    for (std::size_t epoch = first;; ++epoch) {
        const auto value = of_epoch(run, "epoch_seconds", epoch);
        if (!value) {
            break;
        }
        seconds.push_back(*value);
    }
    return seconds.empty() ? std::nullopt : std::optional(median_of(std::move(seconds)));
}

std::optional<Way> way_of_run(const RunData& run) {
    const std::string kind = spec::text_or_empty(run.started.settings, "cache.kind");
    if (kind == "none" || kind.empty()) {
        return Way::Streamed;
    }
    if (kind != "disk" && kind != "memory") {
        return std::nullopt;
    }
    return spec::text_or_empty(run.started.settings, "cache.fill") == "before" ? Way::Copied
                                                                               : Way::Cached;
}

Error no_ways(const std::string& title) {
    return usage_error(
        say("'%1' does not compare copying first with streaming over whole epochs: "
            "'throughline-engine run --ways' measures that",
            title));
}

/// Whether two runs read the same data in the same way but for the cache.
bool differ_in_cache_alone(const RunData& one, const RunData& other) {
    const auto rest = [](const RunData& run) {
        spec::Settings settings = run.started.settings;
        std::erase_if(settings,
                      [](const auto& entry) { return entry.first.starts_with("cache."); });
        return settings;
    };
    return rest(one) == rest(other);
}

/// Share of the run in which its readers did not wait for what takes the images.
double reading_share(const RunData& run) {
    constexpr double kPercent = 100.0;
    const auto blocked = figure_of(run, metrics::labelled("stage_blocked", "stage", "storage"));
    return 1.0 - std::clamp(blocked.value_or(0.0) / kPercent, 0.0, 1.0);
}

/// Over all epochs of the run together; 0 where there are none.
double sum_of_epochs(const RunData& run, const char* id) {
    double sum = 0.0;
    for (std::size_t epoch = 1;; ++epoch) {
        const auto value = of_epoch(run, id, epoch);
        if (!value) {
            return sum;
        }
        sum += *value;
    }
}

/// Requests that the store answered, and did not refuse, per byte that it sent.
std::optional<double> requests_per_byte_of(const RunData& run) {
    const auto rate = figure_of(run, "http_requests_per_second");
    const double refused = figure_of(run, "http_throttled_per_second").value_or(0.0);
    const double each = (rate.value_or(0.0) - refused) * sum_of_epochs(run, "epoch_seconds") /
                        sum_of_epochs(run, "epoch_fetched_bytes");
    return rate && kWaysRequestsPerByte.holds(each) ? std::optional(each) : std::nullopt;
}

/// How a store answered, where it told all of it.
void take_requests(const RunData& run, const WaysStudy& ways, model::WaysInputs& in) {
    const auto first = figure_of(run, "http_first_byte_mean");
    const auto middle = figure_of(run, "http_first_byte_p50");
    const auto body = figure_of(run, "http_body_mean");
    const auto depth = spec::number_at(run.started.settings, "storage.queue_depth");
    const auto threads = spec::number_at(run.started.settings, "storage.threads");
    if (!ways.requests_per_byte || !first || !middle || !body || !depth || *first <= 0.0 ||
        *middle <= 0.0) {
        return;
    }
    in.requests = *ways.requests_per_byte * ways.data_bytes;
    in.at_once = std::max(1.0, *depth * threads.value_or(1.0));
    in.first_byte_share = std::clamp(*first / (*first + std::max(*body, 0.0)), 0.0, 1.0);
    // Of a log-normal time the mean is exp(sigma^2 / 2) times the median.
    in.first_byte_c2 = std::clamp(std::pow(*first / *middle, 2.0) - 1.0, 0.0, kFirstByteC2Most);
}

/// "aws-s3" of "aws-s3:latency=10ms".
std::string emulated_store_of(const RunData& run) {
    const std::string wish = spec::text_or_empty(run.started.settings, "storage.store");
    return wish.substr(0, wish.find(':'));
}

struct WayRun {
    Way way = Way::Streamed;
    const RunData* run = nullptr;
};

/// Results with all stages, which alone are ways of training, in their order.
std::vector<WayRun> runs_of_ways(const record::Study& study) {
    std::vector<WayRun> runs;
    for (const RunData& run : study.runs) {
        if (!spec::is_full(run.started.settings) || !record::is_result(run)) {
            continue;
        }
        if (const auto way = way_of_run(run)) {
            runs.push_back({.way = *way, .run = &run});
        }
    }
    return runs;
}

const RunData* first_of(const std::vector<WayRun>& runs, Way way) {
    const auto found =
        std::find_if(runs.begin(), runs.end(), [way](const WayRun& one) { return one.way == way; });
    return found == runs.end() ? nullptr : found->run;
}

/// Share of the data that the cache of a run holds.
double cached_share(const RunData& run, double data_bytes) {
    const double budget = spec::number_at(run.started.settings, "cache.budget_bytes").value_or(0.0);
    return budget > 0.0 ? budget / data_bytes : 1.0;
}

model::TierPolicy policy_of(const RunData& run) {
    const std::string policy = spec::text_or_empty(run.started.settings, "cache.policy");
    return policy == "lru"    ? model::TierPolicy::Lru
           : policy == "fifo" ? model::TierPolicy::Fifo
                              : model::TierPolicy::Keep;
}

/// What the first epochs alone say.
model::WaysInputs first_epochs(const WaysStudy& study,
                               const RunData& copied,
                               const RunData& streamed) {
    model::WaysInputs in = study.measured;
    in.stream_s = of_epoch(streamed, "epoch_seconds", 1).value_or(in.stream_s);
    in.local_s = of_epoch(copied, "epoch_seconds", 1).value_or(in.local_s);
    return in;
}

/// None: it has no second epoch, or the program stood still in it.
std::optional<WaysTest> test_of(const WayRun& one, model::WaysInputs in, double data_bytes) {
    const RunData& run = *one.run;
    WaysTest test{.way = one.way, .run = run.started.run};
    const auto first = of_epoch(run, "epoch_seconds", 1);
    const auto first_end = of_epoch(run, "time_to_epoch_end", 1);
    if (!first || !first_end) {
        return std::nullopt;
    }
    model::WayTimes times;
    if (one.way == Way::Cached) {
        in.fill_s = *first;
        in.cached = cached_share(run, data_bytes);
        in.policy = policy_of(run);
        times = model::predict_ways(in).cached;
    } else if (one.way == Way::Copied) {
        in.copy_s = std::max(0.0, *first_end - *first);
        in.local_s = *first;
        times = model::predict_ways(in).copied;
    } else {
        in.stream_s = *first;
        times = model::predict_ways(in).streamed;
    }
    std::size_t epoch = 1;
    double before_s = 0.0;
    for (auto end = first_end; end && *end > before_s;
         end = of_epoch(run, "time_to_epoch_end", epoch)) {
        test.ends_s.push_back(
            {.measured = *end, .predicted = times.until_s(static_cast<double>(epoch))});
        before_s = *end;
        ++epoch;
    }
    if (test.ends_s.size() < 2) {
        return std::nullopt;
    }
    const auto hits = of_epoch(run, "epoch_hit_share", test.ends_s.size());
    if (one.way == Way::Cached && hits) {
        constexpr double kPercent = 100.0;
        const auto shares = model::tier_hit_ratios(in.policy, in.cached);
        test.hit_ratio = {.measured = *hits / kPercent,
                          .predicted = shares[std::min(test.ends_s.size(), shares.size()) - 1]};
    }
    return test;
}

void test_all(const std::vector<WayRun>& runs, const RunData& copied, WaysStudy& ways) {
    const RunData* const streamed = first_of(runs, Way::Streamed);
    const model::WaysInputs in = first_epochs(ways, copied, *streamed);
    for (const WayRun& one : runs) {
        if (!differ_in_cache_alone(*one.run, *streamed)) {
            continue;
        }
        if (auto test = test_of(one, in, ways.data_bytes)) {
            ways.tests.push_back(*std::move(test));
        }
    }
}

}  // namespace

Result<WaysStudy> ways_in(const record::Study& study) {
    const std::vector<WayRun> runs = runs_of_ways(study);
    const RunData* const copied = first_of(runs, Way::Copied);
    const RunData* const streamed = first_of(runs, Way::Streamed);
    const std::string& title = study.header.title;
    if (copied == nullptr || streamed == nullptr) {
        return no_ways(title);
    }
    const auto stream_s = median_epoch_s(*streamed, 1);
    const auto local_s = median_epoch_s(*copied, 1);
    const auto end_s = of_epoch(*copied, "time_to_epoch_end", 1);
    const auto first_s = of_epoch(*copied, "epoch_seconds", 1);
    const auto bytes = of_epoch(*streamed, "epoch_fetched_bytes", 1);
    const auto stream_first_s = figure_of(*streamed, "time_to_first_batch");
    const auto local_first_s = figure_of(*copied, "time_to_first_batch");
    if (!stream_s || !local_s || !end_s || !first_s || !bytes || *bytes <= 0.0 || !stream_first_s ||
        !local_first_s) {
        return no_ways(title);
    }
    WaysStudy ways{.uuid = study.header.study,
                   .title = title,
                   .emulated = analysis::emulated_in(study),
                   .data_bytes = *bytes,
                   .requests_per_byte = requests_per_byte_of(*streamed),
                   .store = emulated_store_of(*streamed)};
    model::WaysInputs& in = ways.measured;
    in.stream_s = *stream_s;
    in.local_s = *local_s;
    in.copy_s = std::max(0.0, *end_s - *first_s);
    in.fill_s = *stream_s;
    in.stream_first_s = *stream_first_s;
    in.local_first_s = std::max(0.0, *local_first_s - in.copy_s);
    take_requests(*streamed, ways, in);
    in.stream_reads = reading_share(*streamed);
    in.local_reads = reading_share(*copied);
    ways.disturbed = analysis::is_disturbed(*copied) || analysis::is_disturbed(*streamed);
    if (const RunData* const cached = first_of(runs, Way::Cached)) {
        ways.has_cache = true;
        in.fill_s = of_epoch(*cached, "epoch_seconds", 1).value_or(*stream_s);
        ways.disturbed = ways.disturbed || analysis::is_disturbed(*cached);
    }
    if (const auto odd = odd_figure_of(ways.data_bytes, ways.measured)) {
        return usage_error(say("'%1' cannot be asked which way is the fastest: %2", title, *odd));
    }
    test_all(runs, *copied, ways);
    return ways;
}

Foretold WaysTest::between_s(std::size_t epoch, std::size_t later) const {
    const Foretold& from = ends_s.at(epoch - 1);
    const Foretold& until = ends_s.at(later - 1);
    return {.measured = until.measured - from.measured,
            .predicted = until.predicted - from.predicted};
}

namespace {

/// Of the first run of each way that has so many epochs; none: one has not.
std::optional<bool> is_right_choice(const WaysStudy& study, std::size_t epochs) {
    std::array<const Foretold*, kWays.size()> ends{};
    for (const WaysTest& test : study.tests) {
        auto& end = ends[static_cast<std::size_t>(test.way)];
        if (end == nullptr && test.ends_s.size() >= epochs) {
            end = &test.ends_s[epochs - 1];
        }
    }
    if (std::find(ends.begin(), ends.end(), nullptr) != ends.end()) {
        return std::nullopt;
    }
    const auto* const chosen =
        *std::min_element(ends.begin(), ends.end(), [](const auto* one, const auto* other) {
            return one->predicted < other->predicted;
        });
    return std::all_of(ends.begin(), ends.end(), [chosen](const Foretold* end) {
        return chosen->measured <= end->measured;
    });
}

}  // namespace

std::optional<WaysScore> score_of(const WaysStudy& study) {
    std::vector<double> errors;
    std::size_t most = 0;
    for (const WaysTest& test : study.tests) {
        most = std::max(most, test.ends_s.size());
        for (std::size_t epochs = 2; epochs <= test.ends_s.size(); ++epochs) {
            errors.push_back(std::fabs(test.between_s(1, epochs).error_pct()));
        }
    }
    if (errors.empty()) {
        return std::nullopt;
    }
    WaysScore score{.figures = errors.size(),
                    .worst_error_pct = *std::max_element(errors.begin(), errors.end())};
    score.median_error_pct = median_of(std::move(errors));
    for (std::size_t epochs = 2; epochs <= most; ++epochs) {
        if (const auto right = is_right_choice(study, epochs)) {
            ++score.choices;
            score.right += *right ? 1U : 0U;
        }
    }
    return score;
}

std::optional<double> chance_pct_of(const WaysStudy& study) {
    constexpr double kPercent = 100.0;
    const model::WaysInputs& in = study.measured;
    if (in.requests < 1.0) {
        return std::nullopt;
    }
    return kPercent * in.stream_reads * in.first_byte_share *
           std::sqrt(2.0 * in.first_byte_c2 / in.requests);
}

}  // namespace throughline::whatif
