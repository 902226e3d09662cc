// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/draft.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"
#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

constexpr std::uint64_t kDropNotesMax = 10;

std::string key_for_images(std::string_view key) {
    return "images" + std::string(key.substr(std::string_view("samples").size()));
}

}  // namespace

RunDraft& Draft::add_run() {
    runs_.emplace_back(static_cast<int>(runs_.size()) + 1);
    runs_.back().status(record::RunStatus::Done);
    return runs_.back();
}

void Draft::interrupt_last_run() {
    if (has_runs()) {
        runs_.back().status(record::RunStatus::Interrupted);
    }
}

void Draft::tool(std::string_view name, std::string_view version) {
    tool_ = name;
    tool_version_ = version;
}

void Draft::environment(std::string_view key, std::string_view text) {
    if (text = trim(text); !text.empty()) {
        environment_.insert_or_assign(std::string(key), std::string(text));
    }
}

void Draft::environment(std::string_view key, std::optional<double> number) {
    if (number) {
        environment_.insert_or_assign(std::string(key), *number);
    }
}

std::optional<std::string_view> Draft::assumed(std::string_view key) {
    asked_.emplace(key);
    for (const Assumptions* const known :
         std::array<const Assumptions*, 2>{&options_.assume, &mapped_columns_}) {
        const auto found = known->find(key);
        if (found != known->end()) {
            return found->second;
        }
    }
    return std::nullopt;
}

void Draft::map_column(std::string_view name, std::string_view target) {
    std::string key = "column." + std::string(name);
    if (options_.assume.find(key) == options_.assume.end()) {
        mapped_columns_.emplace(std::move(key), target);
    }
}

std::optional<double> Draft::assumed_number(std::string_view key) {
    const auto text = assumed(key);
    if (!text) {
        return std::nullopt;
    }
    const auto number = assumption_number(key, *text);
    if (!number) {
        usage_error_ = usage_error_ ? usage_error_ : number.error();
        return std::nullopt;
    }
    if (*number <= 0.0) {
        refuse(key, *text, say("a number above 0 is needed"));
    }
    return *number;
}

const metrics::MetricInfo* Draft::assumed_metric(std::string_view key) {
    const auto id = assumed(key);
    if (!id) {
        return nullptr;
    }
    const auto* const info = metrics::find_metric(*id);
    if (info != nullptr && info->kind == metrics::Kind::Measured) {
        return info;
    }
    refuse(key, *id, say("no measured metric of that id"));
    return nullptr;
}

void Draft::refuse(std::string_view key, std::string_view answer, std::string_view why) {
    if (!usage_error_) {
        usage_error_ = usage_error(say("assumption %1=%2: %3", key, answer, why));
    }
}

void Draft::ask(std::string_view key, std::string_view why) {
    const bool known = assumed(key).has_value() ||
                       std::any_of(questions_.begin(), questions_.end(), [&](const auto& question) {
                           return question.key == key;
                       });
    if (!known) {
        questions_.push_back({std::string(key), std::string(why)});
    }
}

double Draft::utc_of(double local_seconds) {
    if (const auto zone = assumed("time_zone")) {
        if (const auto east = parse_zone(*zone)) {
            return local_seconds - *east;
        }
        refuse("time_zone", *zone, say("write it as +02:00 or Z"));
    } else if (!local_time_noted_) {
        local_time_noted_ = true;
        info("import.local_time", say("Times in the file carry no zone and are taken as UTC."));
    }
    return local_seconds;
}

double Draft::utc_of(const Moment& moment) {
    return moment.has_zone ? moment.seconds : utc_of(moment.seconds);
}

void Draft::drop_row(std::uint64_t line, std::string_view why) {
    if (++rows_dropped_ <= kDropNotesMax) {
        warn("import.dropped", say("line %1 left out: %2", std::to_string(line), why));
    }
}

void Draft::note(std::string_view code, record::Level level, std::string_view text) {
    notes_.push_back(
        {.run = {}, .code = std::string(code), .level = level, .text = std::string(text)});
}

void Draft::info_once(std::string_view code, std::string_view text) {
    const bool said = std::any_of(notes_.begin(), notes_.end(), [&](const record::Note& note) {
        return note.code == code && note.text == text;
    });
    if (!said) {
        info(code, text);
    }
}

void Draft::assume_start(RunDraft& run) {
    const auto text = assumed("start_time");
    if (!text || run.absolute_ || run.started_at_) {
        return;  // the file says it
    }
    if (const auto moment = parse_moment(*text)) {
        run.started_at(utc_of(*moment));
    } else {
        refuse("start_time", *text, say("write it as 2024-03-14T17:53:14Z"));
    }
}

void Draft::place_steps(RunDraft& run) {
    if (!run.has_condition("step_axis")) {
        return;
    }
    if (const auto period = assumed_number("period_seconds")) {
        for (auto& sample : run.data_.samples) {
            sample.t_s *= *period;
            sample.dt_s *= *period;
        }
        run.data_.started.settings.erase("step_axis");
    }
}

void Draft::assume_conditions(RunDraft& run) {
    for (const auto& [key, answer] : options_.assume) {
        if (is_reading_help(key)) {
            continue;
        }
        const auto& settings = run.data_.started.settings;
        const auto before = settings.find(key);
        const std::string said =
            before == settings.end() ? std::string() : spec::setting_text(before->second);
        if (std::string_view(metrics::find_metric(key)->unit) == "text") {
            run.set(key, std::string_view(answer));
        } else if (const auto number = assumption_number(key, answer); !number) {
            usage_error_ = usage_error_ ? usage_error_ : number.error();
        } else if (*number < 0.0) {
            refuse(key, answer, say("a number of at least 0 is needed"));
        } else {
            run.set(key, *number);
        }
        const auto after = settings.find(key);
        if (!said.empty() && after != settings.end() && spec::setting_text(after->second) != said) {
            run.note("import.overruled",
                     record::Level::Warning,
                     say("%1 is %2, as given at the import; the file says %3",
                         key,
                         spec::setting_text(after->second),
                         said));
        }
    }
}

void Draft::take_loader_threads(RunDraft& run) {
    // Of a storage benchmark the workers issue requests, and decode nothing.
    static constexpr std::array<std::string_view, 6> kOfTraining{"images_per_second",
                                                                 "samples_per_second",
                                                                 "step_time",
                                                                 "epoch_time",
                                                                 "gpu_utilisation",
                                                                 "accelerator_utilisation"};
    const auto& figures = run.data_.metrics;
    const bool trains = std::any_of(figures.begin(), figures.end(), [&](const auto& figure) {
        const std::string id = metrics::parse_metric_key(figure.first).id;
        return std::find(kOfTraining.begin(), kOfTraining.end(), id) != kOfTraining.end();
    });
    const auto& settings = run.data_.started.settings;
    const auto workers = settings.find("workers");
    double count = 0.0;
    // 0 workers decode in the training loop itself, which is not a number of threads.
    if (trains && workers != settings.end() && !run.has_condition("decode.threads") &&
        spec::setting_number(workers->second, &count) && count >= 1.0) {
        run.set("decode.threads", count);
    }
}

void Draft::rename_samples(RunDraft& run) {
    if (assumed("samples_are") != "images") {
        return;
    }
    const auto rename = [](auto& entries) {
        for (const char* const id : {"samples_per_second", "running_samples_per_second"}) {
            if (auto entry = entries.extract(id)) {
                entry.key() = std::string_view(id).starts_with("running")
                                  ? "running_images_per_second"
                                  : key_for_images(id);
                entries.insert(std::move(entry));
            }
        }
    };
    rename(run.data_.metrics);
    rename(run.data_.absent);
    for (auto& sample : run.data_.samples) {
        rename(sample.metrics);
    }
}

void Draft::list_metrics(record::Study& study) const {
    std::set<std::string_view> keys;
    for (const auto& run : study.runs) {
        for (const auto& [key, summary] : run.metrics) {
            keys.insert(key);
        }
        for (const auto& sample : run.samples) {
            for (const auto& [key, value] : sample.metrics) {
                keys.insert(key);
            }
        }
    }
    std::set<std::string_view> ids;
    for (const std::string_view key : keys) {
        const auto* const info = metrics::find_metric(key);
        THROUGHLINE_CHECK(info != nullptr);
        if (ids.insert(info->id).second) {
            study.header.metrics.push_back({info->id, info->unit, info->dimension});
        }
    }
}

Result<ImportedFile> Draft::finish(std::string_view name) {
    ImportedFile file;
    file.tool = tool_;
    file.tool_version = tool_version_;
    file.rows_taken = rows_taken_;
    file.rows_dropped = rows_dropped_;
    if (rows_dropped_ > kDropNotesMax) {
        warn("import.dropped", say("%1 lines left out in all", std::to_string(rows_dropped_)));
    }
    for (const auto& [key, value] : options_.assume) {
        if (auto known = check_assumption_key(key); !known) {
            return std::move(known).error();
        }
    }
    record::Study& study = file.study;
    study.runs.reserve(runs_.size());
    for (RunDraft& run : runs_) {
        run.set("tool", std::string_view(tool_));
        run.set("tool_version", std::string_view(tool_version_));
        assume_conditions(run);
        assume_start(run);
        place_steps(run);
        run.finish_times();
        run.finish_figures();
        rename_samples(run);
        take_loader_threads(run);
        if (study.header.started_at.empty()) {
            study.header.started_at = run.data_.started.at;
        }
        study.runs.push_back(std::move(run.data_));
    }
    if (usage_error_) {
        return *std::move(usage_error_);
    }
    file.questions = std::move(questions_);
    for (const auto& [key, value] : options_.assume) {
        if (is_reading_help(key) && asked_.count(key) == 0) {
            file.unused.push_back(key);
        }
    }
    file.mapped_columns = std::move(mapped_columns_);
    study.header.origin = record::Origin::Imported;
    study.header.title = title_.empty() ? std::string(name) : title_;
    study.header.spec_json = "{}";
    study.header.environment = std::move(environment_);
    study.header.plan.runs = static_cast<std::int64_t>(study.runs.size());
    study.notes = std::move(notes_);
    list_metrics(study);
    study.footer = record::Footer{.runs_done = static_cast<std::int64_t>(study.runs.size())};
    return file;
}

}  // namespace throughline::importers
