// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "engine/record/record.h"

namespace throughline::analysis {

/// A run that figures are asked of: whose it is, what was set, and which reasons it gives itself.
/// It borrows all three.
struct AskedRun {
    const record::Header& header;
    const spec::Settings& settings;
    const std::map<std::string, std::string, std::less<>>& absent;
};

/// Why a run lacks a figure, in the spoken language.
struct Absence {
    std::string why{};     ///< for the middle of a sentence: "decoding alone reads nothing"
    std::string remedy{};  ///< what would bring it, a sentence; "": nothing, or nobody knows
    bool known = true;     ///< else `why` says that the record does not tell
};

/// `key`: of a metric that the run does not have. Its own reason goes first; else what the run is
/// tells: an imported file, a stage alone, a run without a GPU.
/// Errors: none. Thread: any.
Absence why_absent(const AskedRun& run, std::string_view key);

/// Whether the full pipeline and each stage alone, measured in one study, bring a figure that is
/// lacking. Errors: none. Thread: any.
bool is_brought_by_all_stages(std::string_view key);

}  // namespace throughline::analysis
