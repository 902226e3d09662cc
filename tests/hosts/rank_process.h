// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <vector>

namespace throughline::tests {

/// The processes that one has started, theirs left out.
std::vector<pid_t> children_of(pid_t parent);

/// The process of a rank; 0: there is none.
pid_t rank_process(pid_t mpirun, int rank);

}  // namespace throughline::tests
