// SPDX-License-Identifier: Apache-2.0
#include "app/engine/import_report.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/counted.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"

namespace throughline::app {
namespace {

constexpr std::size_t kFiguresShown = 6;

Json setting_json(const spec::SettingValue& value) {
    if (const auto* const text = std::get_if<std::string>(&value)) {
        return json_text(*text);
    }
    return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json settings_json(const spec::Settings& settings) {
    Json json = Json::object();
    for (const auto& [key, value] : settings) {
        json[json_text(key)] = setting_json(value);
    }
    return json;
}

Json figure_json(const std::string& key, const record::Summary& summary) {
    Json json = {{"value", summary.value}};
    if (const auto* const info = metrics::find_metric(key)) {
        json["unit"] = info->unit;
    }
    if (summary.low && summary.high) {
        json["low"] = *summary.low;
        json["high"] = *summary.high;
        json["n"] = summary.n;
    }
    return json;
}

Json notes_json(const std::vector<record::Note>& notes) {
    Json json = Json::array();
    for (const auto& note : notes) {
        json.push_back({{"code", json_text(note.code)},
                        {"level", record::name_of(note.level)},
                        {"text", json_text(note.text)}});
    }
    return json;
}

Json run_json(const record::RunData& run, std::size_t samples) {
    Json figures = Json::object();
    for (const auto& [key, summary] : run.metrics) {
        figures[json_text(key)] = figure_json(key, summary);
    }
    Json absent = Json::object();
    for (const auto& [key, reason] : run.absent) {
        absent[json_text(key)] = json_text(reason);
    }
    return {{"run", run.started.run},
            {"status", record::name_of(run.status)},
            {"started_at", run.started.at},
            {"conditions", settings_json(run.started.settings)},
            {"metrics", std::move(figures)},
            {"absent", std::move(absent)},
            {"samples", samples},
            {"notes", notes_json(run.notes)}};
}

/// What is of one device or job comes behind what is of all.
std::vector<std::string> by_importance(const record::Summaries& figures) {
    std::vector<std::string> keys;
    keys.reserve(figures.size());
    for (const auto& [key, summary] : figures) {
        keys.push_back(key);
    }
    // Entries lie in one table, in the order in which pickers show them.
    const auto rank = [](const std::string& key) {
        return std::pair(key.find('{') != std::string::npos, metrics::find_metric(key));
    };
    std::ranges::sort(keys, [&rank](const std::string& a, const std::string& b) {
        const auto mine = rank(a);
        const auto its = rank(b);
        return mine != its ? mine < its : metrics::is_read_before(a, b);
    });
    return keys;
}

/// Why figures are not there, a line a reason: those that the tool itself never gives are not told.
std::string reasons_text(const record::RunData& run) {
    constexpr std::size_t kNamedMax = 3;
    std::map<std::string, std::vector<std::string>> figures;
    for (const auto& [key, reason] : run.absent) {
        if (reason != importers::kNotSaid && reason != importers::kNoSuchFigure) {
            figures[reason].push_back(metrics::metric_title(key));
        }
    }
    std::string text;
    for (const auto& [reason, titles] : figures) {
        text += "    no ";
        for (std::size_t i = 0; i < std::min(titles.size(), kNamedMax); ++i) {
            text += (i == 0 ? "" : "; ") + visible_line(titles[i]);
        }
        if (titles.size() > kNamedMax) {
            text += "; and " + std::to_string(titles.size() - kNamedMax) + " more";
        }
        text += ": " + visible_line(reason) + "\n";
    }
    return text;
}

std::string run_text(const record::RunData& run, std::size_t samples) {
    std::string text = "    run " + std::to_string(run.started.run);
    for (const char* const key : {"job", "model", "label", "command", "pattern"}) {
        const auto found = run.started.settings.find(key);
        if (found != run.started.settings.end()) {
            text += ", " + visible_line(spec::setting_text(found->second));
        }
    }
    if (run.status != record::RunStatus::Done) {
        text += ", " + std::string(record::name_of(run.status));
    }
    text += ": ";
    const std::vector<std::string> keys = by_importance(run.metrics);
    for (std::size_t i = 0; i < keys.size() && i < kFiguresShown; ++i) {
        text += (i == 0 ? "" : "; ") + visible_line(metrics::metric_title(keys[i])) + " " +
                metrics::format_metric(keys[i], run.metrics.at(keys[i]).value);
    }
    if (run.metrics.size() > kFiguresShown) {
        text += "; and " + std::to_string(run.metrics.size() - kFiguresShown) + " more";
    }
    if (run.metrics.empty()) {
        text += "no figures";
    }
    if (samples > 0) {
        text += "; " + counted(samples, "sample");
    }
    return text + "\n";
}

std::string notes_text(const std::vector<record::Note>& notes) {
    std::string text;
    for (const auto& note : notes) {
        const char* const level =
            note.level == record::Level::Info ? "note" : record::name_of(note.level);
        text += "    " + std::string(level) + ": " + visible_line(note.text) + "\n";
    }
    return text;
}

}  // namespace

record::Study split_summary(importers::ImportedFile file,
                            std::size_t runs_max,
                            ImportSummary& summary) {
    record::Study study = std::move(file.study);
    file.study = {};
    file.study.header = study.header;
    file.study.notes = study.notes;
    summary.samples.clear();
    summary.runs = study.runs.size();
    for (std::size_t i = 0; i < std::min(study.runs.size(), runs_max); ++i) {
        const record::RunData& run = study.runs[i];
        file.study.runs.push_back({.started = run.started,
                                   .samples = {},
                                   .histograms = {},
                                   .notes = run.notes,
                                   .status = run.status,
                                   .metrics = run.metrics,
                                   .absent = run.absent});
        summary.samples.push_back(run.samples.size());
    }
    summary.file = std::move(file);
    return study;
}

Json import_json(const std::string& path, const ImportSummary& summary, const TakenStudy* taken) {
    const importers::ImportedFile& file = summary.file;
    Json json = {
        {"path", json_text(path)},
        {"ok", true},
        {"format", file.format},
        {"format_title", file.format_title},
        {"tool", json_text(file.tool)},
        {"tool_version", file.tool_version.empty() ? Json() : Json(json_text(file.tool_version))},
        {"sha256", file.sha256},
        {"also_holds", file.also_holds},
        {"rows_taken", file.rows_taken},
        {"rows_dropped", file.rows_dropped},
        {"nothing_to_import", !file.has_runs()}};
    if (taken != nullptr) {
        json["study"] = file.study.header.study;
        json["id"] = taken->id ? Json(*taken->id) : Json();
        json["lines_new"] = taken->lines_new;
        json["already_there"] = taken->lines_new == 0;
        json["replaced"] = taken->replaced;
        json["in_bin"] = taken->in_bin;
    }
    Json questions = Json::array();
    for (const auto& question : file.questions) {
        questions.push_back({{"key", question.key}, {"why", question.why}});
    }
    json["asks"] = std::move(questions);
    json["notes"] = notes_json(file.study.notes);
    json["environment"] = settings_json(file.study.header.environment);
    Json runs = Json::array();
    for (std::size_t i = 0; i < file.study.runs.size(); ++i) {
        runs.push_back(run_json(file.study.runs[i], summary.samples[i]));
    }
    json["runs"] = std::move(runs);
    return json;
}

std::string import_text(const std::string& path,
                        const ImportSummary& summary,
                        const TakenStudy* taken) {
    const importers::ImportedFile& file = summary.file;
    std::string text = visible_line(path) + ": " + file.format_title;
    if (!file.tool_version.empty()) {
        text += " (" + visible_line(file.tool) + " " + visible_line(file.tool_version) + ")";
    }
    if (taken == nullptr) {
        text += file.questions.empty()
                    ? ": recognised, but nothing to import\n"
                    : ": recognised, but nothing was imported, as an answer is missing\n";
        for (const auto& note : file.study.notes) {
            text += note.code == "import.nothing" ? "" : "    " + visible_line(note.text) + "\n";
        }
    } else {
        text += taken->id ? ": study " + std::to_string(*taken->id) + ", " : ": ";
        text += counted(summary.runs, "run");
        text += taken->replaced         ? ", read again: its figures differed and were replaced"
                : taken->lines_new == 0 ? ", already there"
                                        : "";
        text += taken->in_bin && taken->id ? " in the bin ('library restore " +
                                                 std::to_string(*taken->id) + "' restores it)\n"
                                           : "\n";
        const std::size_t told = std::min(kRunsTold, file.study.runs.size());
        for (std::size_t i = 0; i < told; ++i) {
            text += run_text(file.study.runs[i], summary.samples[i]) +
                    reasons_text(file.study.runs[i]) + notes_text(file.study.runs[i].notes);
        }
        if (summary.runs > told) {
            text += "    and " + std::to_string(summary.runs - told) + " more runs\n";
        }
        text += notes_text(file.study.notes);
    }
    for (const auto& question : file.questions) {
        // A shell takes the key as one word.
        const bool plain = question.key.find(' ') == std::string::npos;
        text += "    asks --assume " + (plain ? question.key + "=…" : "'" + question.key + "=…'") +
                ": " + visible_line(question.why) + "\n";
    }
    if (!file.also_holds.empty()) {
        text += "    also holds:";
        for (const auto& format : file.also_holds) {
            text += " " + format;
        }
        text += "\n";
    }
    return text;
}

}  // namespace throughline::app
