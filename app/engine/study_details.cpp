// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "app/engine/study_table.h"
#include "engine/analysis/verdict_words.h"
#include "engine/base/format.h"
#include "engine/base/visible_text.h"
#include "engine/record/machine.h"

namespace throughline::app {
namespace {

/// The registry's words for a figure; for a metric of another version, the header's unit.
std::string figure_text(const record::Header& header, const std::string& key, double value) {
    if (metrics::find_metric(key) != nullptr) {
        return metrics::format_metric(key, value);
    }
    const std::string id = metrics::parse_metric_key(key).id;
    const auto use = std::ranges::find_if(
        header.metrics, [&](const record::MetricUse& metric) { return metric.id == id; });
    return format_quantity(value, use == header.metrics.end() ? "" : use->unit);
}

std::string note_text(const record::Note& note) {
    std::string text = std::string("  ") + record::name_of(note.level) + " [" +
                       visible_line(note.code) + "] " + visible_line(note.text);
    text += note.item.empty() ? "" : " (" + visible_line(note.item) + ")";
    text += note.count > 1 ? " \u00D7 " + format_count(note.count) : "";
    return text + "\n";
}

std::string settings_text(const spec::Settings& settings) {
    std::string text;
    for (const auto& [key, value] : settings) {
        text += visible_line("  " + key + " = " + spec::setting_text(value)) + "\n";
    }
    return text;
}

std::string header_text(const record::Study& study) {
    const record::Header& header = study.header;
    std::string text = "study       " + visible_line(header.study) + "\n";
    text += "title       " + (header.title.empty() ? "\u2013" : visible_line(header.title)) + "\n";
    text += std::string("origin      ") + record::origin_word(header) + "\n";
    text += "started at  " + visible_line(header.started_at) + "\n";
    text += std::string("status      ") + record::name_of(record::status_of(study)) + "\n";
    text +=
        "format      " + std::to_string(header.major) + "." + std::to_string(header.minor) + "\n";
    text += "lines       " + format_count(study.lines) + ", of unknown types " +
            format_count(study.unknown_lines) + "\n";
    text += "plan        " + std::to_string(header.plan.runs) + " runs, " +
            format_duration(header.plan.seconds) + ", " +
            (header.plan.read_bytes > 0.0
                 ? format_quantity(header.plan.read_bytes, "bytes") + " to read, "
                 : std::string()) +
            format_quantity(static_cast<double>(header.plan.memory_bytes), "bytes") +
            " of memory\n";
    text += "spec        " + visible_line(header.spec_json) + "\n";
    text += "environment\n" + settings_text(header.environment);
    return text;
}

std::string run_text(const record::Header& header, const record::RunData& run) {
    std::string text =
        "\nrun " + std::to_string(run.started.run) + ", " + record::name_of(run.status) +
        (run.started.at.empty() ? "" : ", started at " + visible_line(run.started.at)) + ", " +
        format_count(run.samples.size()) + " samples\n";
    text += " settings\n" + settings_text(run.started.settings);
    text += " metrics\n";
    for (const auto& [key, summary] : run.metrics) {
        text += "  " + visible_line(key) + " = " + figure_text(header, key, summary.value);
        if (summary.low && summary.high) {
            text += " (95 % interval " + figure_text(header, key, *summary.low) + " to " +
                    figure_text(header, key, *summary.high) + ", n = " + std::to_string(summary.n) +
                    ")";
        }
        text += "\n";
    }
    if (!run.absent.empty()) {
        text += " absent\n";
    }
    for (const auto& [key, reason] : run.absent) {
        text += "  " + visible_line(key + ": " + reason) + "\n";
    }
    if (!run.notes.empty()) {
        text += " notes\n";
    }
    for (const auto& note : run.notes) {
        text += note_text(note);
    }
    return text;
}

}  // namespace

std::string study_details(const record::Study& study) {
    std::string text = header_text(study);
    for (const auto& run : study.runs) {
        text += run_text(study.header, run);
    }
    if (!study.notes.empty()) {
        text += "\nnotes of the study\n";
    }
    for (const auto& note : study.notes) {
        text += note_text(note);
    }
    if (study.verdict) {
        text += "\nverdict, rules version " + std::to_string(study.verdict->rule_version) + "\n  " +
                visible_line(study.verdict->sentence) + analysis::grade_mark(*study.verdict) + "\n";
        for (const auto& [key, value] : study.verdict->evidence) {
            text += "  " + key + " = " + figure_text(study.header, key, value) + "\n";
        }
    }
    if (study.footer) {
        text += "\nfooter: " + std::to_string(study.footer->runs_done) + " runs done, " +
                std::to_string(study.footer->lines) + " lines before it\n";
    }
    return text;
}

}  // namespace throughline::app
