// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/merge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/importers/file_hash.h"
#include "engine/importers/timestamp.h"
#include "engine/metrics/registry.h"
#include "engine/run/derive.h"

namespace throughline::importers {
namespace {

Error usage(std::string what) {
    return Error{.code = ErrorCode::Usage, .what = "merge: " + std::move(what)};
}

std::optional<double> start_of(const run::RunData& run) {
    const auto moment = parse_moment(run.started.at);
    return moment ? std::optional(moment->seconds) : std::nullopt;
}

std::string path_of(const ImportedFile& file) {
    const auto& environment = file.study.header.environment;
    const auto path = environment.find("import.path");
    return path == environment.end() ? file.format : run::setting_text(path->second);
}

std::set<std::string> sampled_keys(const run::RunData& run) {
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
        for (std::size_t i = 1; i < parts_.size(); ++i) {
            if (auto added = add(parts_[i]); !added) {
                return std::move(added).error();
            }
        }
        finish();
        return std::move(parts_.front().file);
    }

private:
    run::RunData& into() { return parts_.front().file.study.runs.front(); }

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
            run::RunData& run = part.file.study.runs.front();
            into().notes.push_back(
                {.run = into().started.run,
                 .code = "merge.no_times",
                 .level = run::Level::Info,
                 .text = "'" + path_of(part.file) + "' counts " +
                         run::setting_text(run.started.settings.at(kStepAxis)) +
                         " and has no times: its figures are taken, its series is not "
                         "(--assume period_seconds= and start_time= place it)"});
            run.samples.clear();
            run.started.settings.erase(kStepAxis);
        }
    }

    Result<void> add(MergePart& part) {
        run::RunData& from = part.file.study.runs.front();
        shift(part, from);
        if (auto shared = check_shared_time(part); !shared) {
            return shared;
        }
        const auto mine = sampled_keys(into());
        const bool both_logs =
            parts_.front().file.format == "fio-log" && part.file.format == "fio-log";
        for (const auto& key : sampled_keys(from)) {
            if (mine.count(key) == 0) {
                continue;
            }
            if (!both_logs || !is_rate(key)) {
                return usage("'" + path_of(part.file) +
                             "' and a file before it both hold samples of " + key);
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
        const run::RunData& from = part.file.study.runs.front();
        const auto by_time = [](const run::Sample& a, const run::Sample& b) {
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
        return usage("'" + path_of(part.file) + "' shares no time with the files before it, " +
                     std::to_string(std::llround(gap_s)) +
                     " s lie between them; say by how much its clock was ahead if they are of one "
                     "run");
    }

    /// Onto the time axis of the first file.
    void shift(const MergePart& part, run::RunData& from) {
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

    /// Adds what another process did in the same window; what it did in windows of its own is kept.
    void add_rates(run::RunData& from, const std::string& key) {
        const auto window = [](const run::Sample& sample) {
            return std::llround(sample.t_s / std::max(sample.dt_s, 1e-9));
        };
        std::map<long long, run::Sample> rates;
        for (const auto& sample : from.samples) {
            if (const auto value = sample.metrics.find(key); value != sample.metrics.end()) {
                const auto [rate, is_new] = rates.try_emplace(window(sample), sample);
                const double before = is_new ? 0.0 : rate->second.metrics.at(key);
                rate->second.metrics = {{key, before + value->second}};
            }
        }
        for (auto& sample : into().samples) {
            const auto value = sample.metrics.find(key);
            const auto other = rates.find(window(sample));
            if (value != sample.metrics.end() && other != rates.end()) {
                value->second += other->second.metrics.at(key);
                rates.erase(other);
            }
        }
        for (auto& [at, rate] : rates) {
            rate.run = into().started.run;
            into().samples.push_back(std::move(rate));
        }
        // Made anew of the sums.
        into().metrics.erase(key);
        from.metrics.erase(key);
    }

    void take_rest(ImportedFile& file) {
        run::Study& study = parts_.front().file.study;
        run::RunData& from = file.study.runs.front();
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
        first.questions.insert(first.questions.end(), file.questions.begin(), file.questions.end());
        uuids_ += file.study.header.study;
    }

    void finish() {
        auto& samples = into().samples;
        std::stable_sort(samples.begin(), samples.end(), [](const auto& a, const auto& b) {
            return a.t_s < b.t_s;
        });
        for (const auto& [key, summary] : run::summarise_samples(into())) {
            into().metrics.emplace(key, summary);
        }
        for (const auto& [key, summary] : into().metrics) {
            into().absent.erase(key);
        }
        for (const auto& [key, value] : into().started.settings) {
            into().absent.erase(key);  // another file says it
        }
        run::Header& header = parts_.front().file.study.header;
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
        header.study = uuid_from_hash(sha256_hex(header.study + uuids_ + offsets));
    }

    std::vector<MergePart> parts_;
    std::string uuids_{};
    int files_ = 1;
};

}  // namespace

Result<ImportedFile> merge_files(std::vector<MergePart> parts) {
    if (parts.empty()) {
        return usage("no file was imported");
    }
    for (const MergePart& part : parts) {
        if (part.file.study.runs.size() != 1) {
            return usage("'" + path_of(part.file) + "' holds " +
                         std::to_string(part.file.study.runs.size()) +
                         " runs; each file must hold one");
        }
    }
    return Merger(std::move(parts)).merge();
}

}  // namespace throughline::importers
