// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/result.h"

namespace throughline::selftest {

/// A training job in small whose stages take what is set here, so that it is known what holds it
/// back.
struct StandIn {
    double seconds = 20.0;
    unsigned workers = 2;               ///< processes that load
    unsigned batch = 8;                 ///< images
    std::string folder{};               ///< files to read, past the page cache; "": none
    double link_bytes_per_second = 0;   ///< of a server on this machine; 0: none
    double decode_ms = 0;               ///< of CPU time on each image
    std::uint64_t sample_bytes = 1000;  ///< that a worker hands over for each image
    double take_ms = 0;                 ///< of CPU time to take a batch over
    double step_ms = 0;                 ///< that a step of the training waits for what computes it
    std::string group{};                ///< folder of a control group to join first; "": none
};

/// Runs the job in this process and its workers, which are forks of it: the main one hands out
/// indices by a pipe to each worker and takes batches by another one, in their order, two of each
/// worker being under way, as PyTorch's DataLoader does. Workers end with it, whatever ends it.
/// `log`: is given a line with the images per second every half second, in the form of MXNet's log.
/// Thread:  the only one of the process.
/// Blocks:  for `seconds`.
/// Errors:  those of the folder, of the control group, and of a worker that ended.
Result<void> run_stand_in(const StandIn& job, const std::function<void(const std::string&)>& log);

}  // namespace throughline::selftest
