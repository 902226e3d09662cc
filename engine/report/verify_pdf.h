// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/report/proof.h"
#include "engine/report/redraw.h"
#include "engine/report/verification.h"

namespace throughline::report {

/// Whether a file begins as a PDF does.
bool is_pdf(std::string_view bytes) noexcept;

/// Computes every number of a PDF that pdf_of() made again from the records that are attached to
/// it, and compares them with the text on its pages, as the fonts in the file say it. `redraw`: as
/// of verify_report().
/// Errors: Format: it is no report of this program, is encrypted or cut off, was saved by another
/// program; Limit: too large.
Result<Verification> verify_pdf(std::string_view bytes, const Redraw& redraw = {});

/// What is attached to it, as it says it. Errors: as verify_pdf(); Format: the proof cannot be
/// read.
Result<Proof> proof_in_pdf(std::string_view bytes);

}  // namespace throughline::report
