// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/report/content.h"

namespace throughline::report {

/// A table of content.xml, and the styles of its columns, which belong in front of the text.
struct OdtTable {
    std::string text{};
    std::string styles{};
};

/// `number`: makes its name differ from the others'.
OdtTable odt_table_of(const Table& table, int number);
/// Boxes, up to three side by side. `begins_page`: it is the first on its page.
OdtTable odt_table_of(const Numbers& numbers, int number, bool begins_page);

/// Stands before the text of each printed figure, which a </text:span> ends.
inline constexpr std::string_view kOdtFigureStart =
    "<text:span text:style-name=\"Figure_20_value\">";

}  // namespace throughline::report
