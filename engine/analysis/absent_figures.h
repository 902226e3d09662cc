// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/record/record.h"

namespace throughline::analysis {

/// A run that figures are asked of: whose it is, what was set, which figures it has, and which
/// reasons it gives itself. It borrows all four.
struct AskedRun {
    const record::Header& header;
    const spec::Settings& settings;
    const record::Summaries& metrics;
    const std::map<std::string, std::string, std::less<>>& absent;
    bool priced = false;  ///< a price was entered for its study, of which its header may not tell
};

/// Why a run lacks a figure, in the spoken language.
struct Absence {
    std::string why{};     ///< for the middle of a sentence: "decoding alone reads nothing"
    std::string remedy{};  ///< what would bring it, a sentence; "": nothing, or nobody knows
    bool known = true;     ///< else `why` says that the record does not tell
    /// The full pipeline and each stage alone, measured in one study, bring it.
    bool by_all_stages = false;
};

/// `key`: of a metric that the run does not have. Its own reason goes first; else what the run is
/// tells: an imported file, a stage alone, a run without a GPU. Where the run had what the figure
/// needs, there is no remedy.
/// Errors: none. Thread: any.
Absence why_absent(const AskedRun& run, std::string_view key);

}  // namespace throughline::analysis
