// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/report/content.h"
#include "engine/report/seal.h"

namespace throughline::report {

/// content.xml: the contents, how to verify them, and the digest of the proof. `drawings`: by
/// ChartPlace::chart. Pure.
std::string odt_content_xml(const Content& content,
                            std::span<const std::string> drawings,
                            const Seal& seal);

/// How high the charts of the first page may be, of their width, so that it is one page: an
/// estimate, since the word processor lays the text out. None: it has no chart, or is too long
/// without one.
std::optional<double> odt_first_chart_aspect(const Content& content);

/// "Pictures/chart-1.svg"; index 0 is the first.
std::string odt_picture_name(std::size_t index);

/// The figures that a content.xml prints, in its order, and the digest; "" = it has none.
std::vector<std::string> odt_figures(std::string_view content_xml);
std::string odt_digest(std::string_view content_xml);

}  // namespace throughline::report
