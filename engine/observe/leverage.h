// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/observe/observation.h"
#include "engine/observe/roles.h"

namespace throughline::observe {

/// What can be taken from a job for a moment, by using it.
enum class Resource : std::uint8_t { Cpu, Disk };
const char* name_of(Resource value) noexcept;  ///< "cpu", "disk"

/// What the threads of a job did within a stretch of time.
struct Stretch {
    double seconds = 0.0;
    double asked_bytes = 0.0;    ///< that its loaders got from read(2): as many as it has images
    double fetched_bytes = 0.0;  ///< that storage gave the whole job
    double running_s = 0.0;      ///< of CPU time, of all threads
    std::optional<double> for_core_s = 0.0;  ///< runnable, without a processor; none: not told
    double storage_s = 0.0;                  ///< waiting for reads

    double rate() const noexcept { return seconds > 0.0 ? asked_bytes / seconds : 0.0; }
    /// How fast the resource is to the job; none: it did not use it.
    /// Formula: cpu, running / (running + waiting for a core); disk, bytes / second of waiting.
    std::optional<double> speed(Resource resource) const noexcept;
};

/// What came between two looks of the same sampler.
Stretch stretch_between(const Observation& before, const Observation& after, const Roles& roles);

/// A stretch left alone beside one in which something was taken away.
struct NudgePair {
    Resource resource = Resource::Cpu;
    Stretch quiet{};
    Stretch pulse{};
};

/// How much of a resource's loss becomes a loss of the job's rate: 0, it does not matter; 1, the
/// job goes as fast as it.
struct Leverage {
    double value = 0.0;
    double low = 0.0;  ///< of its 95 % interval
    double high = 0.0;
    double slower = 0.0;  ///< how much slower the resource was to the job in the pulses, in %
    double loss = 0.0;    ///< how much slower the job was, in %
    int pairs = 0;
    std::string missing{};  ///< why there is none; "": there is
};

/// Formula: mean(y) / mean(x), with x = ln(speed_quiet / speed_pulse) and y = ln(rate_quiet /
/// rate_pulse) of each pair: the pulse is an instrument, so that noise in x does not make the ratio
/// smaller, as it would a slope. 1 - exp(-mean) of each are the losses.
/// Source of the interval: Fieller, "Some problems in interval estimation", J. R. Stat. Soc. B,
/// 1954. None where it has no end: the resource did not become clearly slower.
Leverage leverage_of(std::span<const NudgePair> pairs, Resource resource);

}  // namespace throughline::observe
