// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/analysis/compare.h"
#include "engine/analysis/emulation.h"
#include "engine/analysis/note_kinds.h"
#include "engine/analysis/run_lookup.h"
#include "engine/base/say.h"
#include "engine/record/condition_words.h"
#include "engine/report/blocks.h"
#include "engine/spec/choices.h"
#include "engine/spec/setting_titles.h"
#include "engine/spec/setting_use.h"

namespace throughline::report {
namespace {

/// The run that stands for a study.
struct Measured {
    const record::Study* study;
    const record::RunData* run;
};

/// More beside each other leave no room for their values.
constexpr std::size_t kSideBySideMax = 4;

/// The settings of runs of one program beside each other; "-" where one has no effect on a run.
Table settings_table(std::span<const Measured> runs) {
    Table table{
        .caption = runs.size() == 1 ? say("Settings of run %1 of %2",
                                          std::to_string(runs.front().run->started.run),
                                          analysis::marked_title(*runs.front().study))
                                    : say("Settings of the fastest run of each"),
        .heading = {say("Setting")},
        .rows = {},
    };
    std::vector<std::vector<std::string>> used;
    std::vector<std::string> keys;
    for (const Measured& one : runs) {
        table.heading.push_back(runs.size() == 1 ? say("Value")
                                                 : analysis::marked_title(*one.study));
        used.push_back(spec::settings_in_use(one.run->started.settings));
        for (const std::string& key : used.back()) {
            if (std::ranges::find(keys, key) == keys.end()) {
                keys.push_back(key);
            }
        }
    }
    for (const std::string& key : keys) {
        std::vector<Cell> row{{.text = record::condition_title(key)}};
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const bool has = std::ranges::find(used[i], key) != used[i].end();
            row.push_back({.text = has ? record::condition_text(
                                             key, runs[i].run->started.settings.find(key)->second)
                                       : std::string(kMissing)});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// What the runs were warned of, in as few sentences as tell it.
void add_warnings(const record::Study& study, bool names_study, Items& items) {
    for (const analysis::NoteKind& kind : analysis::note_kinds(study)) {
        const std::string text = spec::with_setting_titles(say_recorded(kind.text));
        const std::string runs = analysis::numbers_text(kind.runs);
        std::string whole = kind.runs.empty()       ? text
                            : kind.runs.size() == 1 ? say("Run %1: %2", runs, text)
                                                    : say("Runs %1: %2", runs, text);
        if (names_study) {
            whole = say("%1: %2", analysis::marked_title(study), whole);
        }
        items.emplace_back(Paragraph{std::move(whole), Tone::Caution});
    }
}

}  // namespace

void add_method(Studies studies, Items& items) {
    items.emplace_back(Heading{say("How it was measured")});
    std::vector<Measured> ours;
    std::vector<Measured> others;
    for (const record::Study& study : studies) {
        if (const record::RunData* run = analysis::fastest_run(study)) {
            const bool known = spec::stages_of(run->started.settings).has_value();
            (known ? ours : others).push_back({&study, run});
        }
    }
    for (std::size_t i = 0; i < ours.size(); i += kSideBySideMax) {
        items.emplace_back(
            settings_table(std::span(ours).subspan(i, std::min(kSideBySideMax, ours.size() - i))));
    }
    for (const Measured& one : others) {
        items.emplace_back(settings_table({&one, 1}));
    }
    for (const record::Study& study : studies) {
        add_warnings(study, studies.size() > 1, items);
    }
}

}  // namespace throughline::report
