// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace throughline::hosts {

/// A variable of the environment as the process was started with, before MPI adds to it; "" for one
/// that is not set.
using StartVariable = std::function<std::string(const char*)>;

/// What is wrong where MPI knows of this rank alone: that Slurm has started several, each of which
/// would measure by itself as if it were the only node. Words for people with what to do; "":
/// nothing is wrong.
std::string lonely_rank(const StartVariable& variable);

/// Whether the launcher has said how ranks find each other (PMIx, PMI). False after `srun
/// --mpi=none`: some MPIs end the process there, in words of their own.
bool can_be_joined(const StartVariable& variable);

}  // namespace throughline::hosts
