// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "engine/report/content.h"
#include "ui/report/page_rows.h"

namespace throughline::ui {

/// The heading of a table and its rows, columns as wide as their contents need; the first two rows
/// stay with the heading. `number` tells it from other tables. Thread: GUI.
std::vector<PageRow> tableRows(const report::Table& table,
                               const PageForm& form,
                               std::size_t number);

}  // namespace throughline::ui
