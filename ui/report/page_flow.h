// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "ui/report/page_rows.h"

namespace throughline::ui {

struct RowOnPage {
    std::shared_ptr<const PageRow> row;
    double y = 0.0;         ///< of its top, from that of the body
    bool repeated = false;  ///< a heading that stood on another page already
};
using RowsOfPage = std::vector<RowOnPage>;

using PageRows = std::vector<std::shared_ptr<const PageRow>>;

/// Puts rows on pages whose body is so high, in order. What is to stay together does, if a page is
/// high enough for it. Where a table may not go on, `moreRows` makes what stands in place of so
/// many of its rows.
std::vector<RowsOfPage> flowRows(
    const PageRows& rows,
    double height,
    const std::function<std::shared_ptr<const PageRow>(const PageRow& row)>& moreRows);

}  // namespace throughline::ui
