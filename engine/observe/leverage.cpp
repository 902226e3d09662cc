// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/leverage.h"

#include <algorithm>
#include <cmath>

#include "engine/base/say.h"
#include "engine/metrics/statistics.h"

namespace throughline::observe {
namespace {

/// All that a job has used since its sampler began.
Stretch totals_of(const Observation& seen, const Roles& roles) {
    Stretch totals{.seconds = seen.seconds};
    for (const SeenProcess& process : seen.processes) {
        const auto known = roles.processes.find(process.pid);
        const Role role = known == roles.processes.end() ? Role::Other : known->second;
        if (role == (roles.loaders == Loaders::Processes ? Role::Worker : Role::Main)) {
            totals.asked_bytes += process.requested_bytes.value_or(0.0);
        }
        totals.fetched_bytes += process.fetched_bytes.value_or(0.0);
        for (const SeenThread& thread : process.threads) {
            totals.running_s += thread.cpu_s;
            totals.for_core_s += thread.for_core_s.value_or(0.0);
            totals.storage_s += thread.seconds[static_cast<std::size_t>(Doing::Storage)];
        }
    }
    return totals;
}

/// How much slower something was in a pulse: ln(quiet / pulse).
struct Slowing {
    double resource = 0.0;
    double job = 0.0;
};

std::optional<Slowing> slowing_of(const NudgePair& pair) {
    const auto quiet = pair.quiet.speed(pair.resource);
    const auto pulse = pair.pulse.speed(pair.resource);
    if (!quiet || !pulse || pair.quiet.rate() <= 0.0 || pair.pulse.rate() <= 0.0) {
        return std::nullopt;
    }
    return Slowing{.resource = std::log(*quiet / *pulse),
                   .job = std::log(pair.quiet.rate() / pair.pulse.rate())};
}

double percent_lost(double logarithm) {
    return 100.0 * (1.0 - std::exp(-logarithm));
}

Leverage none(std::string why) {
    return {.missing = std::move(why)};
}

}  // namespace

const char* name_of(Resource value) noexcept {
    return value == Resource::Cpu ? "cpu" : "disk";
}

std::optional<double> Stretch::speed(Resource resource) const noexcept {
    constexpr double kLeast_s = 0.01;  // the kernel counts CPU time so exactly
    if (resource == Resource::Cpu) {
        return running_s > kLeast_s ? std::optional(running_s / (running_s + for_core_s))
                                    : std::nullopt;
    }
    return storage_s > 0.0 && fetched_bytes > 0.0 ? std::optional(fetched_bytes / storage_s)
                                                  : std::nullopt;
}

Stretch stretch_between(const Observation& before, const Observation& after, const Roles& roles) {
    const Stretch from = totals_of(before, roles);
    const Stretch to = totals_of(after, roles);
    const auto growth = [&](double Stretch::* what) {
        return std::max(0.0, to.*what - from.*what);
    };
    return {.seconds = growth(&Stretch::seconds),
            .asked_bytes = growth(&Stretch::asked_bytes),
            .fetched_bytes = growth(&Stretch::fetched_bytes),
            .running_s = growth(&Stretch::running_s),
            .for_core_s = growth(&Stretch::for_core_s),
            .storage_s = growth(&Stretch::storage_s)};
}

Leverage leverage_of(std::span<const NudgePair> pairs, Resource resource) {
    constexpr int kPairsLeast = 3;
    constexpr double kSlowerLeast = 0.03;  // below it a slope is noise through noise
    std::vector<Slowing> all;
    for (const NudgePair& pair : pairs) {
        const auto slowing = pair.resource == resource ? slowing_of(pair) : std::nullopt;
        if (slowing) {
            all.push_back(*slowing);
        }
    }
    const auto count = static_cast<int>(all.size());
    if (count < kPairsLeast) {
        return none(resource == Resource::Cpu
                        ? say_english("too few moments could be compared")
                        : say_english("the job reads nothing from a disk, or only seldom"));
    }
    double xx = 0.0;
    double xy = 0.0;
    Slowing mean;
    for (const Slowing& one : all) {
        xx += one.resource * one.resource;
        xy += one.resource * one.job;
        mean.resource += one.resource / count;
        mean.job += one.job / count;
    }
    if (mean.resource < kSlowerLeast) {
        return none(resource == Resource::Cpu
                        ? say_english("its processors did not become slower to the job")
                        : say_english("its reads did not become slower by those beside them"));
    }
    const double slope = xy / xx;
    double rest = 0.0;
    for (const Slowing& one : all) {
        const double off = one.job - slope * one.resource;
        rest += off * off;
    }
    const auto freedom = static_cast<std::size_t>(count - 1);
    const double half =
        metrics::student_t_975(freedom) * std::sqrt(rest / static_cast<double>(freedom) / xx);
    return {.value = slope,
            .low = slope - half,
            .high = slope + half,
            .slower = percent_lost(mean.resource),
            .loss = percent_lost(mean.job),
            .pairs = count};
}

}  // namespace throughline::observe
