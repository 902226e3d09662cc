// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/language.h"

namespace throughline::report {

/// A4 less 16 mm on both sides, in hundredths of a millimetre.
inline constexpr int kOdtTextWidth = 17'800;

/// Whatever a report uses, by names that people see in their word processor; the page and its
/// footer. `title` stands in the footer.
std::string odt_styles_xml(std::string_view title, Language language);

/// "en-GB", "de-DE": of a text in this language.
std::string odt_language(Language language);

/// Styles of the cells of tables, named "KeyFigureCell", "HeadCell", "DataCell" and "Row". They
/// stand in the contents, since LibreOffice looks for styles of tables nowhere else.
extern const std::string_view kOdtTableStyles;

}  // namespace throughline::report
