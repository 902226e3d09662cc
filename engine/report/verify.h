// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/report/proof.h"
#include "engine/report/redraw.h"
#include "engine/report/verification.h"

namespace throughline::report {

/// Makes the report again from the records that it carries, and compares.
/// `redraw`: makes the data of its charts again, too; without one they are taken as the report says
/// them, and each point that is a run is looked up in its record.
/// Errors: Format: it is no report, or nothing can be read of what proves it; those of `redraw`.
Result<Verification> verify_html(std::string_view page, const Redraw& redraw = {});
/// Likewise; a file that another program has saved is a finding.
Result<Verification> verify_odt(std::string_view bytes, const Redraw& redraw = {});
/// Whichever of these or a PDF it is, by its first bytes.
Result<Verification> verify_report(std::string_view bytes, const Redraw& redraw = {});

/// What a report carries, as it says it: verify it first. Errors: as verify_report(); Format: the
/// proof cannot be read.
Result<Proof> proof_in(std::string_view bytes);

}  // namespace throughline::report
