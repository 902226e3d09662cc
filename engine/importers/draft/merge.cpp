// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/merge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/counted.h"
#include "engine/base/say.h"
#include "engine/importers/draft/draft.h"
#include "engine/importers/read/timestamp.h"
#include "engine/metrics/registry.h"
#include "engine/record/sample_means.h"
#include "engine/record/sha256.h"

namespace throughline::importers {
namespace {

Error usage(std::string what) {
    return usage_error(say("merge: %1", what));
}

std::optional<double> start_of(const record::RunData& run) {
    const auto moment = parse_moment(run.started.at);
    return moment ? std::optional(moment->seconds) : std::nullopt;
}

std::string path_of(const ImportedFile& file) {
    const auto& environment = file.study.header.environment;
    const auto path = environment.find("import.path");
    return path == environment.end() ? file.format : spec::setting_text(path->second);
}

std::set<std::string> sampled_keys(const record::RunData& run) {
    std::set<std::string> keys;
    for (const auto& sample : run.samples) {
        for (const auto& [key, value] : sample.metrics) {
            keys.insert(key);
        }
    }
    return keys;
}

bool is_rate(const std::string& key) {
    const auto* const info = metrics::find_metric(key);
    const std::string_view unit = info == nullptr ? "" : info->unit;
    return unit == "bytes/s" || unit == "1/s";
}

constexpr const char* kStepAxis = "step_axis";

class Merger {
public:
    explicit Merger(std::vector<MergePart> parts) : parts_(std::move(parts)) {}

    Result<ImportedFile> merge() {
        drop_step_series();
        remember_logs();
        for (std::size_t i = 1; i < parts_.size(); ++i) {
            if (auto added = add(parts_[i]); !added) {
                return std::move(added).error();
            }
        }
        finish();
        return std::move(parts_.front().file);
    }

private:
    record::RunData& into() { return parts_.front().file.study.runs.front(); }

    /// Whose samples and figures are those of a single process.
    void remember_logs() {
        if (parts_.front().file.format == "fio-log") {
            for (const auto& key : sampled_keys(into())) {
                of_logs_.insert(key);
                log_figures_.insert(key);
            }
        }
    }

    /// Rows that only have an order have no place on a time axis. Without any file with times the
    /// first series stays as it is, over its steps.
    void drop_step_series() {
        const auto steps = [](const MergePart& part) {
            return part.file.study.runs.front().started.settings.contains(kStepAxis);
        };
        const bool timed = std::any_of(parts_.begin(), parts_.end(), [&](const MergePart& part) {
            return !steps(part) && !part.file.study.runs.front().samples.empty();
        });
        bool kept = timed || parts_.size() < 2;
        for (MergePart& part : parts_) {
            if (!steps(part)) {
                continue;
            }
            if (!std::exchange(kept, true) || parts_.size() < 2) {
                continue;
            }
            record::RunData& run = part.file.study.runs.front();
            into().notes.push_back(
                {.run = into().started.run,
                 .code = "merge.no_times",
                 .level = record::Level::Info,
                 .text = say_english(
                     "'%1' counts %2 and has no times: its figures are used, its series is not "
                     "(--assume period_seconds= and start_time= place it in time)",
                     path_of(part.file),
                     spec::setting_text(run.started.settings.at(kStepAxis)))});
            run.samples.clear();
            run.started.settings.erase(kStepAxis);
        }
    }

    Result<void> add(MergePart& part) {
        record::RunData& from = part.file.study.runs.front();
        shift(part, from);
        if (auto shared = check_shared_time(part); !shared) {
            return shared;
        }
        const auto mine = sampled_keys(into());
        const bool is_log = part.file.format == "fio-log";
        for (const auto& key : sampled_keys(from)) {
            if (mine.count(key) == 0) {
                if (is_log) {
                    of_logs_.insert(key);
                    if (!into().metrics.contains(key)) {
                        log_figures_.insert(key);
                    }
                }
                continue;
            }
            if (!is_log || !of_logs_.contains(key) || !is_rate(key)) {
                return usage(say(
                    "'%1' and an earlier file both hold samples of %2", path_of(part.file), key));
            }
            add_rates(from, key);
        }
        for (auto& sample : from.samples) {
            std::erase_if(sample.metrics,
                          [&](const auto& entry) { return mine.count(entry.first) > 0; });
            if (!sample.metrics.empty()) {
                sample.run = into().started.run;
                into().samples.push_back(std::move(sample));
            }
        }
        take_rest(part.file);
        return {};
    }

    /// Files whose times are known and have nothing in common are not of one run.
    Result<void> check_shared_time(const MergePart& part) {
        const record::RunData& from = part.file.study.runs.front();
        const auto by_time = [](const record::Sample& a, const record::Sample& b) {
            return a.t_s < b.t_s;
        };
        if (!start_of(into()) || !start_of(from) || into().samples.empty() ||
            from.samples.empty()) {
            return {};
        }
        const auto [first, last] =
            std::minmax_element(into().samples.begin(), into().samples.end(), by_time);
        const auto [begin, end] =
            std::minmax_element(from.samples.begin(), from.samples.end(), by_time);
        const double gap_s =
            std::max(begin->t_s - begin->dt_s - last->t_s, first->t_s - first->dt_s - end->t_s);
        if (gap_s <= 0.0) {
            return {};
        }
        return usage(
            say("'%1' does not overlap in time with the files before it: %2 s lie between them; if "
                "they are "
                "of one run, state by how much its clock was ahead",
                path_of(part.file),
                std::to_string(std::llround(gap_s))));
    }

    /// Onto the time axis of the first file.
    void shift(const MergePart& part, record::RunData& from) {
        const auto begin = start_of(from);
        if (!start_of(into()) && begin) {
            // The files before it begin when the run began, which this one says.
            into().started.at = iso_of(*begin - part.clock_ahead_s + parts_.front().clock_ahead_s);
            parts_.front().file.study.header.started_at = into().started.at;
        }
        const auto base = start_of(into());
        const double later = base && begin ? *begin - *base : 0.0;
        for (auto& sample : from.samples) {
            sample.t_s += later - part.clock_ahead_s + parts_.front().clock_ahead_s;
        }
    }

    /// Adds what another process did in the same window. A window that only some of them have would
    /// be a dip that never was: it is left out.
    void add_rates(record::RunData& from, const std::string& key) {
        std::vector<std::pair<double, double>> others;
        for (const auto& sample : from.samples) {
            if (const auto value = sample.metrics.find(key); value != sample.metrics.end()) {
                others.emplace_back(sample.t_s, value->second);
            }
        }
        std::sort(others.begin(), others.end());
        std::vector<bool> used(others.size());
        std::size_t added = 0;
        auto& samples = into().samples;
        for (auto& sample : samples) {
            const auto value = sample.metrics.find(key);
            if (value == sample.metrics.end()) {
                continue;
            }
            const std::size_t other = nearest(others, sample.t_s);
            const bool shared = other < others.size() && !used[other] &&
                                std::abs(others[other].first - sample.t_s) <= sample.dt_s / 2;
            if (!shared) {
                sample.metrics.erase(value);
                ++left_out_;
                continue;
            }
            value->second += others[other].second;
            used[other] = true;
            ++added;
        }
        left_out_ += others.size() - added;
        std::erase_if(samples, [](const record::Sample& sample) { return sample.metrics.empty(); });
        from.metrics.erase(key);
        if (log_figures_.erase(key) > 0) {
            into().metrics.erase(key);  // made anew of the sums, or fio's own figure of them all
        }
        if (added == 0) {
            into().absent.insert_or_assign(
                key, say("the logs of the processes have no window in common"));
        }
    }

    /// The one nearest in time, since windows of processes drift apart by milliseconds.
    static std::size_t nearest(const std::vector<std::pair<double, double>>& sorted, double t) {
        auto at = std::lower_bound(sorted.begin(), sorted.end(), std::pair(t, -HUGE_VAL));
        if (at != sorted.begin() &&
            (at == sorted.end() || t - std::prev(at)->first < at->first - t)) {
            --at;
        }
        return static_cast<std::size_t>(at - sorted.begin());
    }

    void take_rest(ImportedFile& file) {
        record::Study& study = parts_.front().file.study;
        record::RunData& from = file.study.runs.front();
        into().metrics.insert(from.metrics.begin(), from.metrics.end());
        into().started.settings.insert(from.started.settings.begin(), from.started.settings.end());
        into().absent.insert(from.absent.begin(), from.absent.end());
        for (auto* const notes : {&from.notes, &file.study.notes}) {
            for (auto& note : *notes) {
                note.run = into().started.run;
                into().notes.push_back(std::move(note));
            }
        }
        for (auto& histogram : from.histograms) {
            histogram.run = into().started.run;
            into().histograms.push_back(std::move(histogram));
        }
        const std::string prefix = "file" + std::to_string(++files_) + ".";
        for (auto& [key, value] : file.study.header.environment) {
            study.header.environment.emplace(prefix + key, std::move(value));
        }
        for (auto& use : file.study.header.metrics) {
            const auto known = std::any_of(study.header.metrics.begin(),
                                           study.header.metrics.end(),
                                           [&](const auto& other) { return other.id == use.id; });
            if (!known) {
                study.header.metrics.push_back(std::move(use));
            }
        }
        ImportedFile& first = parts_.front().file;
        first.rows_taken += file.rows_taken;
        first.rows_dropped += file.rows_dropped;
        for (Question& question : file.questions) {
            const bool asked = std::any_of(
                first.questions.begin(), first.questions.end(), [&](const Question& other) {
                    return other.key == question.key;
                });
            if (!asked) {
                first.questions.push_back(std::move(question));
            }
        }
        uuids_ += file.study.header.study;
    }

    bool is_of_windows(const std::string& key) {
        return key.ends_with("_mean") && into().metrics.contains(window_mean_of(key));
    }

    void finish() {
        auto& samples = into().samples;
        std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) {
            return a.t_s < b.t_s;
        });
        for (const auto& [key, summary] : record::summarise_samples(into())) {
            // Of a log of windows the mean over them has its own name.
            if (!into().absent.contains(key) || !is_of_windows(key)) {
                into().metrics.emplace(key, summary);
            }
        }
        for (const auto& [key, summary] : into().metrics) {
            into().absent.erase(key);
        }
        for (const auto& [key, value] : into().started.settings) {
            into().absent.erase(key);  // another file says it
        }
        if (left_out_ > 0) {
            into().notes.push_back({.run = into().started.run,
                                    .code = "merge.windows",
                                    .level = record::Level::Info,
                                    .text = say_count(left_out_,
                                                      "%1 window that is not in all of the logs "
                                                      "was left out: only in the others did "
                                                      "all of the processes run",
                                                      "%1 windows that are not in all of the logs "
                                                      "were left out: only in the others did "
                                                      "all of the processes run")});
        }
        record::Header& header = parts_.front().file.study.header;
        const double ahead = parts_.front().clock_ahead_s;
        if (const auto start = start_of(into()); start && ahead != 0.0) {
            into().started.at = iso_of(*start - ahead);
            header.started_at = into().started.at;
        }
        std::string offsets;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            offsets += " " + std::to_string(parts_[i].clock_ahead_s);
            if (parts_[i].clock_ahead_s != 0.0) {
                const std::string prefix = i == 0 ? "" : "file" + std::to_string(i + 1) + ".";
                header.environment[prefix + "import.clock_ahead_s"] = parts_[i].clock_ahead_s;
            }
        }
        if (parts_.size() > 1) {
            header.title += parts_.size() == 2
                                ? " + " + parts_[1].file.study.header.title
                                : " + " + std::to_string(parts_.size() - 1) + " more files";
        }
        header.study = record::uuid_from_hash(record::sha256_hex(header.study + uuids_ + offsets));
    }

    std::vector<MergePart> parts_;
    std::string uuids_{};
    int files_ = 1;
    std::set<std::string, std::less<>> of_logs_{};      ///< sampled by fio's logs alone
    std::set<std::string, std::less<>> log_figures_{};  ///< of those, figures of one process
    std::size_t left_out_ = 0;                          ///< windows that not all logs have
};

}  // namespace

Result<ImportedFile> merge_files(std::vector<MergePart> parts) {
    const Speaking english(Language::English);  // what becomes a record is

    if (parts.empty()) {
        return usage(say("no file was imported"));
    }
    for (const MergePart& part : parts) {
        if (part.file.study.runs.size() != 1) {
            return usage(say("'%1' holds %2 runs; each file must hold one",
                             path_of(part.file),
                             std::to_string(part.file.study.runs.size())));
        }
    }
    return Merger(std::move(parts)).merge();
}

}  // namespace throughline::importers
