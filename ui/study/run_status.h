// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/study/run_table_row.h"

namespace throughline::ui {

/// What speaks against a run, a line each; "" where nothing does.
QString runRemarks(const RunTableRow& row);

/// "valid, with remarks", "stopped"; of one that has not ended what is done of it.
QString runStatusText(const RunTableRow& row);

}  // namespace throughline::ui
