// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace throughline::app {

/// mpirun that is told to abort waits for a host that does not answer, as long as TCP does: a
/// quarter of an hour. This leaves a process behind that asks the launcher, where this one's parent
/// is one, to end after `patience`, asks again, and then ends it. To be called before MPI_Abort().
/// Thread: any. Blocks: nowhere.
void end_launcher_after(std::chrono::seconds patience);

}  // namespace throughline::app
