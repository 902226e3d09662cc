// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/base/result.h"
#include "engine/report/verification.h"

namespace throughline::report {

/// Makes the report again from the records that it carries, and compares.
/// Errors: Format: it is no report, or nothing can be read of what proves it.
Result<Verification> verify_html(std::string_view page);
/// Likewise; a file that another program has saved is a finding.
Result<Verification> verify_odt(std::string_view bytes);
/// Whichever of these or a PDF it is, by its first bytes.
Result<Verification> verify_report(std::string_view bytes);

}  // namespace throughline::report
