// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/report/figures.h"
#include "engine/report/printed_text.h"
#include "engine/report/verification.h"

namespace throughline::report {

/// Compares what stands on pages with what has to stand there, piece by piece and in order;
/// headings of tables are repeated on a new page, and each page has its foot. Adds what differs to
/// the findings and the figures that were compared to Verification::figures. `deck`: tables may be
/// cut, if it is said by how much.
void match_printed(std::span<const std::string> pages,
                   const PrintedText& printed,
                   const std::string& title,
                   const FigureNames& names,
                   bool deck,
                   Verification& result);

}  // namespace throughline::report
