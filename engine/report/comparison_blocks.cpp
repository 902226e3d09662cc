// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/analysis/compare.h"
#include "engine/base/counted.h"
#include "engine/metrics/registry.h"
#include "engine/record/machine.h"
#include "engine/report/blocks.h"
#include "engine/spec/people.h"

namespace throughline::report {
namespace {

constexpr const char* kRate = "images_per_second";

struct Compared {
    std::vector<const record::Study*> studies;
    std::vector<const record::RunData*> runs;
    analysis::Comparison comparison;
};

/// The fastest run of each study that has one, against that of the first of them.
Compared compared(Studies studies) {
    Compared result;
    for (const record::Study& study : studies) {
        const record::RunData* run = analysis::fastest_run(study);
        if (run != nullptr && result.runs.size() <= analysis::kComparedMax) {
            result.studies.push_back(&study);
            result.runs.push_back(run);
        }
    }
    if (result.runs.empty()) {
        return result;
    }
    std::vector<analysis::ComparedRun> others;
    for (const record::RunData* run : result.runs) {
        others.push_back({run->started.settings, run->metrics});
    }
    result.comparison = analysis::compare(others.front(), std::span(others).subspan(1));
    return result;
}

Tone tone_of(analysis::ChangeKind kind) {
    return kind == analysis::ChangeKind::Better  ? Tone::Better
           : kind == analysis::ChangeKind::Worse ? Tone::Worse
                                                 : Tone::Plain;
}

/// "+90.1 %, better"; "" where nothing can be said.
std::string change_words(std::string_view key, const analysis::Difference& difference) {
    if (!difference.absolute) {
        return {};
    }
    const auto kind = analysis::kind_of(key, difference);
    if (kind == analysis::ChangeKind::Equal) {
        return "the same";
    }
    const std::string text = difference.percent
                                 ? analysis::change_text(*difference.percent)
                                 : analysis::absolute_text(key, *difference.absolute);
    const std::string_view word = kind == analysis::ChangeKind::Unsure
                                      ? std::string_view("not repeated, may be noise")
                                      : std::string_view(analysis::name_of(kind));
    return word.empty() ? text : text + ", " + std::string(word);
}

std::string certainty(analysis::ChangeKind kind) {
    switch (kind) {
        case analysis::ChangeKind::WithinNoise:
            return " That is within noise.";
        case analysis::ChangeKind::Better:
        case analysis::ChangeKind::Worse:
        case analysis::ChangeKind::BeyondNoise:
            return " That is more than noise.";
        case analysis::ChangeKind::Unsure:
            return " Not both were repeated, so it cannot be told from noise.";
        case analysis::ChangeKind::Equal:
        case analysis::ChangeKind::None:
            break;
    }
    return {};
}

}  // namespace

void add_comparison(Studies studies, Items& items) {
    const Compared all = compared(studies);
    const auto rate = std::ranges::find_if(
        all.comparison.metrics,
        [](const analysis::ComparedMetric& metric) { return metric.key == kRate; });
    if (rate == all.comparison.metrics.end() || !rate->baseline) {
        items.emplace_back(Paragraph{"The studies have no rate of images in common.", Tone::Lead});
        return;
    }
    std::size_t best = 0;  // 0: the first study
    double most = rate->baseline->value;
    for (std::size_t i = 0; i < rate->others.size(); ++i) {
        if (rate->others[i].value.value_or(0.0) > most) {
            most = *rate->others[i].value;
            best = i + 1;
        }
    }
    items.emplace_back(Paragraph{all.studies[best]->header.title + " is the fastest.", Tone::Lead});
    const std::string base = metrics::format_metric(kRate, rate->baseline->value);
    for (std::size_t i = 0; i < rate->others.size(); ++i) {
        const analysis::Difference& difference = rate->others[i];
        const std::string& title = all.studies[i + 1]->header.title;
        if (!difference.value || !difference.percent) {
            items.emplace_back(
                Paragraph{title + " has no rate that can be compared.", Tone::Caution});
            continue;
        }
        const auto kind = analysis::kind_of(kRate, difference);
        items.emplace_back(
            Paragraph{title + " delivers " + metrics::format_metric(kRate, *difference.value) +
                          ", " + all.studies.front()->header.title + " " + base + " (" +
                          analysis::change_text(*difference.percent) + ")." + certainty(kind),
                      Tone::Plain});
    }
}

void add_differences(Studies studies, Items& items) {
    const Compared all = compared(studies);
    if (all.runs.empty()) {
        return;
    }
    constexpr std::size_t kRowsMax = 6;  // with a chart they fit on the first page
    std::vector<std::string> keys;
    for (const record::RunData* run : all.runs) {
        for (const std::string& key : telling_keys(*run, kRowsMax)) {
            if (keys.size() < kRowsMax && std::ranges::find(keys, key) == keys.end()) {
                keys.push_back(key);
            }
        }
    }
    Table table{.caption = "The fastest run of each, against that of the first",
                .heading = {"Figure"},
                .rows = {}};
    for (const record::Study* study : all.studies) {
        table.heading.push_back(study->header.title);
    }
    for (const std::string& key : keys) {
        std::vector<Cell> row{{.text = metrics::metric_title(key)}};
        const auto metric = std::ranges::find_if(
            all.comparison.metrics,
            [&](const analysis::ComparedMetric& each) { return each.key == key; });
        for (std::size_t i = 0; i < all.runs.size(); ++i) {
            Cell cell = figure_cell(*all.studies[i], *all.runs[i], key);
            if (i > 0 && metric != all.comparison.metrics.end()) {
                const analysis::Difference& difference = metric->others[i - 1];
                cell.change = change_words(key, difference);
                cell.tone = tone_of(analysis::kind_of(key, difference));
            }
            row.push_back(std::move(cell));
        }
        table.rows.push_back(std::move(row));
    }
    items.emplace_back(std::move(table));
}

void add_changes(Studies studies, Items& items) {
    const Compared all = compared(studies);
    items.emplace_back(Heading{"What differs"});
    Table table{.caption = "Settings that are not the same", .heading = {"Setting"}, .rows = {}};
    for (const record::Study* study : all.studies) {
        table.heading.push_back(study->header.title);
    }
    std::size_t missing = 0;  // settings that one of the records does not have
    for (const analysis::ComparedSetting& setting : all.comparison.settings) {
        const bool everywhere = std::ranges::none_of(
            setting.texts, [](const std::string& text) { return text.empty(); });
        missing += setting.differs && !everywhere ? 1 : 0;
        if (!setting.differs || !everywhere) {
            continue;
        }
        std::vector<Cell> row{{.text = spec::setting_title(setting.key)}};
        for (const record::RunData* run : all.runs) {
            const auto value = run->started.settings.find(setting.key);
            row.push_back({.text = value == run->started.settings.end()
                                       ? kMissing
                                       : spec::people_text(setting.key, value->second)});
        }
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty()) {
        items.emplace_back(
            Paragraph{"The settings that all records have are the same.", Tone::Plain});
    } else {
        items.emplace_back(std::move(table));
    }
    if (missing > 0) {
        items.emplace_back(Paragraph{counted(missing, "setting is", "settings are") +
                                         " not in all of the records and cannot be compared.",
                                     Tone::Small});
    }
    const record::Machine first =
        all.studies.empty() ? record::Machine() : record::machine_of(all.studies[0]->header);
    for (std::size_t i = 1; i < all.studies.size(); ++i) {
        if (record::same_machine(first, record::machine_of(all.studies[i]->header)) ==
            record::SameMachine::No) {
            items.emplace_back(
                Paragraph{all.studies[i]->header.title + " was measured on a different computer.",
                          Tone::Plain});
        }
    }
}

}  // namespace throughline::report
