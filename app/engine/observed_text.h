// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"
#include "engine/spec/json.h"

namespace throughline::app {

/// What was seen of a job that is not ours: who limits it, the evidence, what could not be seen,
/// and what helps, in lines for a terminal.
std::string observed_text(const record::Study& study);

/// Adds "rule" and "evidence" to the verdict of an observed study.
void add_observed_json(const record::Study& study, spec::OrderedJson& verdict);

}  // namespace throughline::app
