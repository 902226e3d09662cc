// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/analysis/judgement.h"

// What speaks against a verdict, or has to be said beside it.
namespace throughline::analysis {

/// Why the figures of this run carry no verdict; "" when they do.
std::string objection(const record::Study& study, const record::RunData& run);

/// What came from the page cache though the device was to be measured, and the errors; each
/// sentence with a space before it.
std::string caveats(const record::Study& study, const record::RunData& run, Judgement& judgement);

}  // namespace throughline::analysis
