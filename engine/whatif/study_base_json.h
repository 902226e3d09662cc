// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/whatif/json_number.h"
#include "engine/whatif/study_base.h"

// A base of studies as part of a file of scenarios. Used in this folder only.
namespace throughline::whatif {

Json json_from_study_base(const StudyBase& base);

/// Errors: Usage naming `where` and the field.
Result<StudyBase> read_study_base(const Json& json, const std::string& where);

}  // namespace throughline::whatif
