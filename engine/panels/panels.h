// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/panels/experiment.h"
#include "engine/panels/finding.h"
#include "engine/panels/view.h"

// The charts of the studies that Throughline rests on, each once: what it shows and answers, what
// follows from it, how it is drawn and how it is measured here. Window, export and command line
// read this table. Texts are messages (engine/base/say.h). What each study is: published.json.
namespace throughline::panels {

/// What somebody wants to know who opens a chart.
enum class Question : std::uint8_t {
    WhichDisk,
    HowManyThreads,
    DoesItScale,
    CopyOrStream,
    WhereTheTimeGoes
};
inline constexpr std::array kQuestions{Question::WhichDisk,
                                       Question::HowManyThreads,
                                       Question::DoesItScale,
                                       Question::CopyOrStream,
                                       Question::WhereTheTimeGoes};
/// "Which disk?"
const char* title_of(Question question) noexcept;
/// For programs: "which-disk".
const char* name_of(Question question) noexcept;

/// What a study found, in four sentences, and the figures that say so.
struct Lesson {
    std::array<const char*, 4> sentences{};
    std::vector<const char*> figures{};  ///< ids of published.json; none: the study's words alone
    const char* setting = "";            ///< the key that it is about; "" for none
    const char* scenario = "";           ///< a ready what-if of resources/scenarios; "" for none
};

struct Panel {
    const char* id = "";                 ///< for command lines: "loader-threads"
    std::vector<const char*> studies{};  ///< sources of published.json, the one that shows it first
    std::vector<const char*> sources{};  ///< those of them whose figures are drawn in it
    Question question{};
    const char* title = "";
    const char* what = "";  ///< what it answers, without a full stop
    /// What the sources give no values of or state otherwise; "" for nothing.
    const char* unpublished = "";
    Lesson lesson{};
    std::vector<View> views{};        ///< none: it cannot be drawn, `not_drawn` says why
    std::optional<double> seconds{};  ///< of the published samples, shown at first
    const char* not_drawn = "";
    const char* not_measured = "";  ///< why there is no experiment; "" where there is one
    const char* experiment = "";    ///< by which it is measured here, its id
    Claim claim{};                  ///< of the study, as its experiment shows it
};

/// All of them: those of the studies, then those of one's own runs alone.
const std::vector<Panel>& all_panels();

/// Null: there is none of this id.
const Panel* find_panel(std::string_view id);

/// Null: it is not measured here.
const Experiment* experiment_of(const Panel& panel);
/// The one that a study repeats, by the settings of its runs (experiment_of_runs()). Null: it was
/// not measured here, or is none.
const Experiment* experiment_of(const record::Study& study);
/// All that an experiment serves, in the order of the table.
std::vector<const Panel*> panels_of(std::string_view experiment);

}  // namespace throughline::panels
