// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"
#include "engine/spec/json.h"

namespace throughline::app {

/// What helps against what limits a study, and what the model expects of it, in lines for a
/// terminal; "" for none. See whatif::advice_on().
std::string advice_text(const record::Study& study);

/// Adds "remedies" and "gains" to a verdict.
void add_advice_json(const record::Study& study, spec::OrderedJson& verdict);

}  // namespace throughline::app
