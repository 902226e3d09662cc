// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/observe/observation.h"

namespace throughline::observe {

enum class Role : std::uint8_t { Other, Main, Worker };

/// What loads a job's data.
enum class Loaders : std::uint8_t {
    None,       ///< the main thread itself, as with num_workers=0
    Processes,  ///< as PyTorch's DataLoader has them
    Threads     ///< as tf.data and DALI have them
};
const char* name_of(Loaders value) noexcept;  ///< "none", "processes", "threads"

struct Roles {
    std::map<ThreadKey, Role> threads{};  ///< those left out: Other
    std::map<pid_t, Role> processes{};
    Loaders loaders = Loaders::None;
    double workers = 0.0;  ///< at the same time, on the mean
    std::string name{};    ///< of the program that trains

    Role of(const ThreadKey& key) const;
};

/// Workers are processes that run the program of their parent (forked, or spawned by Python's
/// multiprocessing) and have none of their own; where there are none, threads beside the main one
/// that were seen reading, or that bear a loader's name, without those that wait most of the time
/// unless all do. What starts workers trains; without any, the busiest process does.
Roles roles_of(const Observation& seen);

/// Whoever started a worker: of one that a fork server made, who asked it to.
pid_t starter_of(const Observation& seen, const SeenProcess& worker);

}  // namespace throughline::observe
