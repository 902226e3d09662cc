// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/observe/image_size.h"
#include "engine/observe/job_log.h"
#include "engine/observe/observation.h"
#include "engine/observe/read_limits.h"
#include "engine/observe/roles.h"
#include "engine/record/record.h"

namespace throughline::observe {

/// What was found out about a job beside its threads.
struct Surroundings {
    std::vector<std::string> disks{};  ///< that its files lie on: "vda"
    std::string storage{};             ///< "ext4 on vda, mounted at /"; "": not seen
    std::string folder{};              ///< that holds the files that were seen; "": none
    ReadLimits limits{};
    double cores = 0.0;  ///< that it may run on, by its affinity and quota; 0: not seen
    LogRate log{};
    ImageSize image{};
};

/// Conditions of the run: workers, loaders, job, storage_target, dataset.path, seen_by.
spec::Settings observed_conditions(const Observation& seen,
                                   const Roles& roles,
                                   const Surroundings& around);

struct ObservedFigures {
    record::Summaries metrics{};
    std::map<std::string, std::string, std::less<>> absent{};
};
/// Shares are of the time in which the threads were watched, so that workers that come and go count
/// by how long they were there. Of threads that wait for a processor ("core") the kernel's own
/// account tells; it is taken off "running", where all but a twentieth of their time is told of.
ObservedFigures observed_figures(const Observation& seen,
                                 const Roles& roles,
                                 const Surroundings& around);
/// About one a second: the same shares, and what the machine did.
std::vector<record::Sample> observed_samples(const Observation& seen,
                                             const Roles& roles,
                                             const Surroundings& around);

}  // namespace throughline::observe
