// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/study.h"

namespace throughline::analysis {

/// Whether the figures of a run stand for its settings on an undisturbed machine.
enum class Validity : std::uint8_t {
    Valid,
    Remarks,  ///< they do, with what has to be said beside them
    Invalid   ///< they do not: no verdict, curve or what-if may rest on them
};
/// "valid", "remarks", "invalid", as JSON has it.
const char* name_of(Validity validity) noexcept;

/// What speaks against a run.
struct Remark {
    Validity weight = Validity::Remarks;
    std::string code{};  ///< "disturbed", or that of the run's note: "measure.unsteady"
    std::string text{};  ///< in the spoken language, for the middle of a sentence
};
struct RunValidity {
    Validity validity = Validity::Valid;  ///< the worst of the remarks
    std::vector<Remark> remarks{};        ///< the worst first
};
/// None: another tool measured it, which tells what it went by itself. What needs samples is left
/// out where `run` has none. Call derive() first.
std::optional<RunValidity> validity_of(const record::Study& study, const record::RunData& run);

/// By its figures: the whole pipeline delivered more than one of its stages alone, which cannot be.
bool is_impossible(const record::Summaries& figures);

/// How many of a study's runs are valid, and which are not for what reasons, in whole sentences:
/// "Runs 1–3 are valid. Run 4 is invalid: it was stopped." "": nothing of it was measured here.
std::string validity_text(const record::Study& study);

}  // namespace throughline::analysis
