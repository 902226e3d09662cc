// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/record/study.h"

namespace throughline::analysis {

/// The volume that the reads of a run were emulated on, as it was set ("aws-gp2:100GiB"); "": none,
/// or the run read nothing.
std::string emulated_volume_of(const record::RunData& run);

/// What was emulated in any run of a study: "an emulated accelerator", "an emulated volume", both
/// joined by "and"; "": nothing.
std::string emulated_text(const record::Study& study);

/// The same of the reads alone, as a sentence: "Read from the emulated volume aws-gp2:100GiB.";
/// "": none was emulated.
std::string emulated_reads_text(const record::Study& study);

}  // namespace throughline::analysis
