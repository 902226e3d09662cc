// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>

#include "engine/base/result.h"
#include "engine/report/definition.h"
#include "engine/store/library.h"
#include "ui/report/made_report.h"
#include "ui/report/report_sources.h"

namespace throughline::ui {

/// What a report says of when, UTC in ISO 8601, and by what it was made.
struct MadeBy {
    std::string date{};
    std::string program{};
};
/// This program, now.
MadeBy madeNow();

/// Builds the definition's charts and composes it: quickly, for a preview. Without the names where
/// it is private. Thread: GUI. Errors: as makeReport().
Result<ComposedReport> composeReport(const ReportSources& sources,
                                     const report::Definition& definition);

/// Composes it and packs what proves it. The same for the same records, date and program.
/// Thread: GUI. Errors: Usage: a chart that cannot be drawn, named; nothing to report on.
Result<MadeReport> makeReport(const ReportSources& sources,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program);
/// Of studies that are read here. Blocks: on the library. Errors: also the library's.
Result<MadeReport> makeReport(store::Library& library,
                              const report::Definition& definition,
                              const std::string& date,
                              const std::string& program);

/// .pdf, .html and .odt are one file; .md is a text beside which its drawings are written as
/// NAME-1.svg and so on. `deck`: pages for a room; .pdf only.
/// Errors: Usage for another ending; Io, Limit, Permission.
Result<void> writeReport(const MadeReport& report, const QString& path, bool deck = false);

}  // namespace throughline::ui
