// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/report/blocks.h"

namespace throughline::report {

/// Adds an author's Markdown (CommonMark with tables): paragraphs, headings, lists, quotes, code,
/// emphasis and links. A picture is told by its text, HTML is text, a line across is left out.
void add_prose(std::string_view markdown, Items& items);

}  // namespace throughline::report
