// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/spec/spec.h"

namespace throughline::hosts {

/// A study of several nodes that somebody else starts.
struct ScriptWish {
    std::vector<std::string> command{};  ///< throughline-mpi and its arguments
    int nodes = 1;                       ///< the most that measure together, one rank each
    double seconds = 0.0;                ///< that it takes, about
};

/// How long a study takes on groups of `counts` nodes, one after the other, without its
/// preparations. A run of whole epochs counts as ten minutes.
double study_seconds(const spec::StudySpec& spec, const std::vector<int>& counts);

/// A job script for sbatch: a whole node for each rank, twice the time and ten minutes; what the
/// ranks need of the environment is named.
std::string slurm_script(const ScriptWish& wish);

/// A script that starts it by mpirun on the hosts that a file names, one a line, which is its
/// argument.
std::string mpirun_script(const ScriptWish& wish);

}  // namespace throughline::hosts
