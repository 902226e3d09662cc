// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/content.h"
#include "engine/report/definition.h"
#include "engine/report/html.h"
#include "engine/store/library.h"

namespace throughline::ui {

/// A report as it is written.
struct MadeReport {
    report::Content content{};
    std::vector<std::string> drawings{};  ///< <svg> elements
    report::Seal seal{};
};

/// Reads the definition's studies whole, draws its charts and composes it. The same for the same
/// studies, date and program.
/// Thread: GUI. Blocks: on the library. Errors: the library's; Usage: nothing to report on.
Result<MadeReport> makeReport(store::Library& library,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program);

/// .html is one file; .md is a text beside which its drawings are written as NAME-1.svg and so on.
/// Errors: Usage for another ending; Io, Limit, Permission.
Result<void> writeReport(const MadeReport& report, const QString& path);

}  // namespace throughline::ui
