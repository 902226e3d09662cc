// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/verification.h"

// What both programs say of a report that was verified.
namespace throughline::report {

/// For people, several lines: what was found, whether the report holds and how far it was compared.
/// It has texts of the report, which a terminal is shown through visible_text() only.
std::string verification_text(const Verification& verified);

/// The same as a JSON document; what is not UTF-8 is replaced.
std::string verification_json(const Verification& verified);

}  // namespace throughline::report
