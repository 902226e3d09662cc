// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "engine/base/result.h"
#include "ui/report/made_report.h"
#include "ui/report/report_pages.h"

namespace throughline::ui {

/// A report as pages, or as those of a deck. It borrows the report's charts. Thread: GUI.
ReportPages pagesOf(const MadeReport& report, bool deck);

/// A report as a PDF file: vectors and texts, fonts embedded, bookmarks, its records attached. The
/// same bytes for the same report. Thread: GUI. Errors: those of report::pdf_of().
Result<std::string> pdfOf(const MadeReport& report, bool deck);

}  // namespace throughline::ui
