// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/spec.h"

// Used in this folder only.
namespace throughline::spec {

/// "KEY=VALUE" at its first equals sign. Errors: Usage.
Result<std::pair<std::string_view, std::string_view>> split_assignment(std::string_view assignment);

/// What must hold within a study's axes and between them. Errors: Usage.
Result<void> check_axes(const std::vector<SweepAxis>& axes);

/// What apply_sweep() takes.
std::string axis_text(const SweepAxis& axis);

}  // namespace throughline::spec
