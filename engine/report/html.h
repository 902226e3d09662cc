// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/report/content.h"
#include "engine/report/figures.h"
#include "engine/report/seal.h"

namespace throughline::report {

/// One file: no script that runs, drawings inline, light and dark, pages when printed. Every number
/// is a <data> element. `drawings`: by ChartPlace::chart. Pure.
std::string html_of(const Content& content,
                    std::span<const std::string> drawings,
                    const Seal& seal);

/// The parts of a page that html_of() wrote.
struct HtmlParts {
    std::string_view proof{};
    std::string_view digest{};  ///< as printed
    std::vector<std::string> drawings{};
    std::vector<Figure> figures{};  ///< the <data> elements; a run of 0: it says none
};
/// Errors: Format: it is no report, or parts of it are cut out.
Result<HtmlParts> html_parts(std::string_view page);

}  // namespace throughline::report
