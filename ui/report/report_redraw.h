// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/report/verification.h"

namespace throughline::ui {

/// Verifies a report and makes its charts again as makeReport() makes them, of its records: their
/// data are compared, and of an HTML or ODT how many drawings come out the same.
/// Thread: GUI. Blocks: on a folder of temporary files. Errors: as report::verify_report() and
/// sourcesOfRecords().
Result<report::Verification> verifyWithCharts(std::string_view bytes);

}  // namespace throughline::ui
