// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "engine/analysis/answer.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/judgement.h"
#include "engine/analysis/ranking.h"
#include "engine/analysis/run_lookup.h"
#include "engine/analysis/verdict_words.h"
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
    std::vector<Cell> row{{.text = analysis::compared_title(metric)}};
    for (std::size_t i = 0; i < all.runs.size(); ++i) {
        const bool own = !metric.members.empty();  // each has it of a device of its own
        Cell cell = figure_cell(
            *all.studies[i], *all.runs[i], own ? only_key(*all.runs[i], metric.key) : metric.key);
        cell.change = cell.source ? analysis::member_beside(metric, i) : std::string();
        if (i > 0) {
            const analysis::Difference& difference = metric.others[i - 1];
            const std::string change = change_words(metric.key, difference);
            cell.change += (cell.change.empty() || change.empty() ? "" : ", ") + change;
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

/// Why a study has no rate to compare; what it is about, where that was estimated.
std::string lacks_rate_text(const std::string& title, const record::RunData& run) {
    if (const auto estimated = analysis::metric_of(run, "estimated_images_per_second")) {
        return say(
            "%1: about %2, estimated from the bytes that the job read. An estimate is not "
            "compared.",
            title,
            metrics::format_metric(kRate, *estimated));
    }
    const auto missing = run.absent.find(kRate);
    return missing == run.absent.end() || missing->second.empty()
               ? say("%1 has no rate of images.", title)
               : say("%1 has no rate of images: %2.", title, say_recorded(missing->second));
}

/// How fast a study was, and what stands against it.
Paragraph rate_of(const Compared& all, std::size_t i, const Compared& rivals) {
    const record::RunData& run = *all.runs[i];
    const auto rate = run.metrics.find(kRate);
    if (rate == run.metrics.end()) {
        return {lacks_rate_text(title_of(all, i), run), Tone::Caution};
    }
    const std::string threads = threads_text(rivals, run);
    const std::string what = title_of(all, i) + ": " +
                             metrics::format_metric(kRate, rate->second.value) + ", " +
                             stages_text(run) + (threads.empty() ? "" : ", ") + threads + " (" +
                             origin_text(*all.studies[i]) + ")";
    const bool ranked = std::ranges::find(rivals.runs, &run) != rivals.runs.end();
    if (!ranked) {
        return {say("%1; not compared.", what), Tone::Caution};
    }
    const bool judged = rivals.runs.size() == 1;  // above, in all its words
    const std::string objection = judged ? std::string() : objection_to(*all.studies[i]);
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

/// Whether records that have the setting have different ones.
bool differ_where_known(const analysis::ComparedSetting& setting) {
    std::string_view known;
    return std::ranges::any_of(setting.texts, [&known](const std::string& text) {
        const bool differs = !known.empty() && !text.empty() && text != known;
        known = known.empty() ? std::string_view(text) : known;
        return differs;
    });
}

std::vector<Cell> setting_row(const Compared& all, const std::string& key) {
    std::vector<Cell> row{{.text = record::condition_title(key)}};
    for (const record::RunData* run : all.runs) {
        const auto value = run->started.settings.find(key);
        row.push_back({.text = value == run->started.settings.end()
                                   ? kMissing
                                   : record::condition_text(key, value->second)});
    }
    return row;
}

/// Settings that do not differ among the records that have them, and that some do not have.
struct UnknownSettings {
    std::size_t count = 0;
    std::vector<bool> lacks{};  ///< by study

    void note(const Compared& all, const analysis::ComparedSetting& setting) {
        ++count;
        lacks.resize(all.studies.size());
        for (std::size_t i = 0; i < lacks.size(); ++i) {
            lacks[i] = lacks[i] || setting.texts[i].empty();
        }
    }
    std::string text(const Compared& all) const {
        std::string names;
        for (std::size_t i = 0; i < lacks.size(); ++i) {
            if (lacks[i]) {
                names += (names.empty() ? "" : ", ") + title_of(all, i);
            }
        }
        if (std::ranges::find(lacks, false) == lacks.end()) {
            return say_count(count,
                             "%1 more setting is in some of the records only, and the same there.",
                             "%1 more settings are in some of the records only, and the same "
                             "there.");
        }
        return say_count(count,
                         "%1 setting is the same wherever a record has it; these records do not "
                         "have it: %2.",
                         "%1 settings are the same wherever a record has them; these records do "
                         "not have all of them: %2.",
                         names);
    }
};

}  // namespace

/// Which of several is the fastest, or why that is not said.
static void add_lead(const Compared& rivals, const analysis::Ranking& ranking, Items& items) {
    const bool clean = std::ranges::all_of(
        rivals.studies, [](const record::Study* study) { return objection_to(*study).empty(); });
    items.emplace_back(
        Paragraph{clean ? lead_of(rivals, ranking) : say("Not a clean comparison."), Tone::Lead});
    if (!clean) {
        items.emplace_back(Paragraph{lead_of(rivals, ranking), Tone::Plain});
    }
}

void add_comparison(Studies studies, Items& items) {
    const Compared all = compared(studies);
    if (all.runs.empty()) {
        items.emplace_back(Paragraph{say("None of the studies has a run."), Tone::Lead});
        return;
    }
    const Compared rivals = rivals_of(all);
    const analysis::Ranking ranking =
        rivals.runs.size() > 1 ? analysis::ranking_of(rivals.runs, kRate) : analysis::Ranking();
    if (rivals.runs.size() == 1) {
        add_answer(*rivals.studies.front(), items);
        items.emplace_back(
            Paragraph{say("This is of %1: no other study here has a rate to be compared with it.",
                          title_of(rivals, 0)),
                      Tone::Plain});
    } else {
        add_lead(rivals, ranking, items);
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
    bool has_ceiling = false;
    for (const analysis::ComparedMetric& metric : all.comparison.metrics) {
        const std::string id = metrics::parse_metric_key(metric.key).id;
        if (table.rows.size() < rows_max && std::ranges::find(telling, id) != telling.end()) {
            table.rows.push_back(row_of(all, metric));
            has_ceiling = has_ceiling || id == "ceiling_images_per_second";
        }
    }
    items.emplace_back(std::move(table));
    if (has_ceiling) {
        items.emplace_back(Paragraph{analysis::ceiling_words(), Tone::Small});
    }
}

void add_changes(Studies studies, Items& items) {
    const Compared all = compared(studies);
    items.emplace_back(Heading{say("What differs")});
    Table table{
        .caption = say("Settings that are not the same"), .heading = {say("Setting")}, .rows = {}};
    for (const record::Study* study : all.studies) {
        table.heading.push_back(analysis::marked_title(*study));
    }
    bool has_dash = false;
    UnknownSettings unknown;
    for (const analysis::ComparedSetting& setting : all.comparison.settings) {
        const bool everywhere =
            std::ranges::find(setting.texts, std::string()) == setting.texts.end();
        if (!differ_where_known(setting)) {
            if (!everywhere) {
                unknown.note(all, setting);
            }
            continue;
        }
        table.rows.push_back(setting_row(all, setting.key));
        has_dash = has_dash || !everywhere;
    }
    if (table.rows.empty()) {
        items.emplace_back(
            Paragraph{say("No setting differs among the records that have it."), Tone::Plain});
    } else {
        items.emplace_back(std::move(table));
    }
    if (has_dash) {
        items.emplace_back(Paragraph{
            say("Where there is a dash, the record does not have the setting."), Tone::Small});
    }
    if (unknown.count > 0) {
        items.emplace_back(Paragraph{unknown.text(all), Tone::Small});
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
