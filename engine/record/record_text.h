// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"

namespace throughline::record {

/// The lines of a .tlrun that reads as an equal study: header, notes of no run, each run with its
/// samples, histograms, notes and end, verdict, footer. Lines of different runs that were written
/// interleaved come out run by run; the footer counts the lines as they are now.
/// Assumes: `study` holds recorded figures, not derived ones.
std::string record_text(const Study& study);

}  // namespace throughline::record
