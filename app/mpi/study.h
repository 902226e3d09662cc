// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/mpi/link.h"
#include "engine/hosts/conductor.h"

namespace throughline::app {

/// How a rank takes part in a study.
struct StudyPart {
    hosts::Job job{};
    std::string engine{};  ///< the program throughline-engine
    std::string output{};  ///< the record
    bool overwrite = false;
};

/// Takes part in the study that rank 0 leads, until it is over. Rank 0 shows progress on stderr and
/// what came out on stdout. Blocks: for the time of the study. Returns: the exit code, which only
/// that of rank 0 need not be 0.
int take_part(const StudyPart& part, Link& link);

/// Instead of take_part(), of rank 0: there is nothing to measure. Lets the others end, who take
/// part; another rank does nothing. Blocks: for a moment.
void dismiss(Link& link);

/// "throughline-mpi: text" on stderr.
void warn(const std::string& text);

}  // namespace throughline::app
