// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/analysis/answer.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/judgement.h"
#include "engine/analysis/ranking.h"
#include "engine/analysis/run_lookup.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/metrics/registry.h"
#include "engine/record/condition_words.h"
#include "engine/record/machine.h"
#include "engine/report/blocks.h"
#include "engine/spec/choices.h"

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

/// Studies that are in the report and not in its comparisons.
void add_left_out(Studies studies, const Compared& all, Items& items) {
    std::string names;
    for (const record::Study& study : studies) {
        if (std::ranges::find(all.studies, &study) == all.studies.end()) {
            names += (names.empty() ? "" : ", ") + analysis::marked_title(study);
        }
    }
    if (!names.empty()) {
        items.emplace_back(
            Paragraph{say("Not compared, since there is no run or there are more than %1 "
                          "studies: %2.",
                          std::to_string(analysis::kComparedMax + 1),
                          names),
                      Tone::Caution});
    }
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
        return say("the same");
    }
    const std::string text = difference.percent
                                 ? analysis::change_text(*difference.percent)
                                 : analysis::absolute_text(key, *difference.absolute);
    const char* const word = kind == analysis::ChangeKind::Unsure
                                 ? to_say("not repeated, may be noise")
                                 : analysis::name_of(kind);
    return *word == '\0' ? text : text + ", " + say(word);
}

/// The key of a run's only figure of this quantity; "" = it has none.
std::string only_key(const record::RunData& run, const std::string& id) {
    const auto found = std::ranges::find_if(run.metrics, [&](const auto& one) {
        return metrics::parse_metric_key(one.first).id == id;
    });
    return found == run.metrics.end() ? std::string() : found->first;
}

/// A figure of each, and how it differs from the first.
std::vector<Cell> row_of(const Compared& all, const analysis::ComparedMetric& metric) {
    std::vector<Cell> row{{.text = analysis::title_with_members(metric)}};
    for (std::size_t i = 0; i < all.runs.size(); ++i) {
        const bool own = !metric.members.empty();  // each has it of a device of its own
        Cell cell = figure_cell(
            *all.studies[i], *all.runs[i], own ? only_key(*all.runs[i], metric.key) : metric.key);
        if (i > 0) {
            const analysis::Difference& difference = metric.others[i - 1];
            cell.change = change_words(metric.key, difference);
            cell.tone = tone_of(analysis::kind_of(metric.key, difference));
        }
        row.push_back(std::move(cell));
    }
    return row;
}

std::string title_of(const Compared& all, std::size_t i) {
    return analysis::marked_title(*all.studies[i]);
}

std::string stages_text(const record::RunData& run) {
    const auto stages = run.started.settings.find("stages");
    return stages == run.started.settings.end() ? say("all that it has")
                                                : record::condition_text("stages", stages->second);
}

/// Those that can be ranked: with a rate of images, and of the whole pipeline where any is.
Compared rivals_of(const Compared& all) {
    const auto has_rate = [](const record::RunData* run) { return run->metrics.count(kRate) > 0; };
    const bool any_full = std::ranges::any_of(all.runs, [&](const record::RunData* run) {
        return has_rate(run) && spec::is_full(run->started.settings);
    });
    Compared rivals;
    for (std::size_t i = 0; i < all.runs.size(); ++i) {
        const record::RunData* run = all.runs[i];
        if (has_rate(run) && (!any_full || spec::is_full(run->started.settings))) {
            rivals.studies.push_back(all.studies[i]);
            rivals.runs.push_back(run);
        }
    }
    return rivals;
}

std::string lead_of(const Compared& all, const analysis::Ranking& ranking) {
    if (all.runs.size() < 2) {
        return say("Fewer than two of the studies can be compared.");
    }
    const std::string& best = title_of(all, ranking.best);
    switch (ranking.standing) {
        case analysis::Standing::NoRate:
            return say("The studies have no rate of images in common.");
        case analysis::Standing::OtherStages:
            return say("They cannot be compared: %1 against %2.",
                       stages_text(*all.runs.front()),
                       stages_text(*all.runs[ranking.rival]));
        case analysis::Standing::Equal:
            return say("%1 and %2 are equally fast.", best, title_of(all, ranking.rival));
        case analysis::Standing::WithinNoise:
            return say(
                "No difference beyond noise: %1 and %2.", best, title_of(all, ranking.rival));
        case analysis::Standing::Unsure:
            return say("%1 was faster, measured once.", best);
        case analysis::Standing::Fastest:
            break;
    }
    return say("%1 is the fastest.", best);
}

/// "4 decode threads", where the runs that are compared do not have the same number of them.
std::string threads_text(const Compared& all, const record::RunData& run) {
    constexpr const char* kThreads = "decode.threads";
    const auto own = analysis::setting_number_of(run, kThreads);
    const bool same = std::ranges::all_of(all.runs, [&](const record::RunData* one) {
        return analysis::setting_number_of(*one, kThreads) == own;
    });
    if (same || !own) {
        return {};
    }
    return say(*own == 1.0 ? to_say("%1 decode thread") : to_say("%1 decode threads"),
               format_count(static_cast<std::uint64_t>(*own)));
}

/// What the verdict of a study of our own holds against it; "" = nothing. No comparison is better
/// than its parts.
std::string objection_to(const record::Study& study) {
    if (study.header.origin != record::Origin::Measured) {
        return {};
    }
    const analysis::Judgement judged = analysis::judgement_of(study);
    if (judged.clean && judged.objection.empty()) {
        return {};
    }
    const analysis::Answer answer = analysis::answer_of(study);
    std::string text = answer.headline;
    for (const std::string& more :
         {judged.objection.empty() ? std::string() : answer.figures, answer.doubt}) {
        text += more.empty() ? "" : " " + more;
    }
    return text;
}

/// How fast a study was, and what stands against it.
Paragraph rate_of(const Compared& all, std::size_t i, const Compared& rivals) {
    const record::RunData& run = *all.runs[i];
    const auto rate = run.metrics.find(kRate);
    if (rate == run.metrics.end()) {
        return {say("%1 has no rate of images.", title_of(all, i)), Tone::Caution};
    }
    const std::string threads = threads_text(rivals, run);
    const std::string what = title_of(all, i) + ": " +
                             metrics::format_metric(kRate, rate->second.value) + ", " +
                             stages_text(run) + (threads.empty() ? "" : ", ") + threads + " (" +
                             origin_text(*all.studies[i]) + ")";
    const bool ranked = std::ranges::find(rivals.runs, &run) != rivals.runs.end();
    if (!ranked && rivals.runs.size() > 1) {
        return {say("%1; not compared.", what), Tone::Caution};
    }
    const std::string objection = ranked ? objection_to(*all.studies[i]) : std::string();
    return objection.empty() ? Paragraph{what + ".", Tone::Plain}
                             : Paragraph{what + ". " + objection, Tone::Caution};
}

/// What the lead leaves open.
std::string doubt_of(const Compared& all, analysis::Standing standing) {
    if (standing == analysis::Standing::Unsure) {
        return say(
            "At least one was not repeated, so the difference cannot be told from noise. Measure "
            "with repeats to know.");
    }
    const auto is_ours = [](const record::Study* study) {
        return study->header.origin == record::Origin::Measured;
    };
    const auto ours = std::ranges::count_if(all.studies, is_ours);
    const bool mixed = ours > 0 && ours < static_cast<std::ptrdiff_t>(all.studies.size());
    return mixed ? say("Not all of these were measured by this program: what others left out of "
                       "their conditions may make the difference.")
                 : std::string();
}

}  // namespace

void add_comparison(Studies studies, Items& items) {
    const Compared all = compared(studies);
    if (all.runs.empty()) {
        items.emplace_back(Paragraph{say("None of the studies has a run."), Tone::Lead});
        return;
    }
    const Compared rivals = rivals_of(all);
    const analysis::Ranking ranking =
        rivals.runs.size() > 1 ? analysis::ranking_of(rivals.runs, kRate) : analysis::Ranking();
    const bool clean = std::ranges::all_of(
        rivals.studies, [](const record::Study* study) { return objection_to(*study).empty(); });
    items.emplace_back(
        Paragraph{clean ? lead_of(rivals, ranking) : say("Not a clean comparison."), Tone::Lead});
    if (!clean) {
        items.emplace_back(Paragraph{lead_of(rivals, ranking), Tone::Plain});
    }
    for (std::size_t i = 0; i < all.runs.size(); ++i) {
        items.emplace_back(rate_of(all, i, rivals));
    }
    if (const std::string doubt = doubt_of(rivals, ranking.standing); !doubt.empty()) {
        items.emplace_back(Paragraph{doubt, Tone::Caution});
    }
    add_left_out(studies, all, items);
}

void add_differences(Studies studies, Items& items) {
    const Compared all = compared(studies);
    if (all.runs.empty()) {
        return;
    }
    // With a chart they fit on the first page.
    const std::size_t rows_max = all.runs.size() > 2 ? 4 : 6;
    std::vector<std::string> telling;  // without their labels: each has its own devices
    for (const record::RunData* run : all.runs) {
        for (const std::string& key : telling_keys(*run, rows_max)) {
            const std::string id = metrics::parse_metric_key(key).id;
            if (std::ranges::find(telling, id) == telling.end()) {
                telling.push_back(id);
            }
        }
    }
    Table table{.caption = say("The fastest run of each, against that of %1", title_of(all, 0)),
                .heading = {say("Figure")},
                .rows = {}};
    for (const record::Study* study : all.studies) {
        table.heading.push_back(analysis::marked_title(*study));
    }
    for (const analysis::ComparedMetric& metric : all.comparison.metrics) {
        const std::string id = metrics::parse_metric_key(metric.key).id;
        if (table.rows.size() < rows_max && std::ranges::find(telling, id) != telling.end()) {
            table.rows.push_back(row_of(all, metric));
        }
    }
    items.emplace_back(std::move(table));
}

void add_changes(Studies studies, Items& items) {
    const Compared all = compared(studies);
    items.emplace_back(Heading{say("What differs")});
    Table table{
        .caption = say("Settings that are not the same"), .heading = {say("Setting")}, .rows = {}};
    for (const record::Study* study : all.studies) {
        table.heading.push_back(analysis::marked_title(*study));
    }
    std::size_t missing = 0;  // settings that one of the records does not have
    for (const analysis::ComparedSetting& setting : all.comparison.settings) {
        const bool everywhere = std::ranges::none_of(
            setting.texts, [](const std::string& text) { return text.empty(); });
        missing += setting.differs && !everywhere ? 1 : 0;
        if (!setting.differs || !everywhere) {
            continue;
        }
        std::vector<Cell> row{{.text = record::condition_title(setting.key)}};
        for (const record::RunData* run : all.runs) {
            const auto value = run->started.settings.find(setting.key);
            row.push_back({.text = value == run->started.settings.end()
                                       ? kMissing
                                       : record::condition_text(setting.key, value->second)});
        }
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty()) {
        items.emplace_back(
            Paragraph{say("The settings that all records have are the same."), Tone::Plain});
    } else {
        items.emplace_back(std::move(table));
    }
    if (missing > 0) {
        items.emplace_back(Paragraph{say_count(missing,
                                               "%1 setting is not in all of the records and cannot "
                                               "be compared.",
                                               "%1 settings are not in all of the records and "
                                               "cannot be compared."),
                                     Tone::Small});
    }
    const record::Machine first =
        all.studies.empty() ? record::Machine() : record::machine_of(all.studies[0]->header);
    for (std::size_t i = 1; i < all.studies.size(); ++i) {
        if (record::same_machine(first, record::machine_of(all.studies[i]->header)) ==
            record::SameMachine::No) {
            items.emplace_back(Paragraph{
                say("%1 was measured on a different computer.", title_of(all, i)), Tone::Plain});
        }
    }
}

}  // namespace throughline::report
