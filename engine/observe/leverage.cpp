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
            if (totals.for_core_s && thread.for_core_s) {
                *totals.for_core_s += *thread.for_core_s;
            } else {
                totals.for_core_s.reset();
            }
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

struct Moments {
    Slowing mean{};
    double resource_squares = 0.0;  ///< the sample variance, as of the job, and their covariance
    double job_squares = 0.0;
    double products = 0.0;
};

Moments moments_of(std::span<const Slowing> all) {
    Moments of;
    const auto count = static_cast<double>(all.size());
    for (const Slowing& one : all) {
        of.mean.resource += one.resource / count;
        of.mean.job += one.job / count;
    }
    for (const Slowing& one : all) {
        const double x = one.resource - of.mean.resource;
        const double y = one.job - of.mean.job;
        of.resource_squares += x * x / (count - 1.0);
        of.job_squares += y * y / (count - 1.0);
        of.products += x * y / (count - 1.0);
    }
    return of;
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
        return for_core_s && running_s > kLeast_s
                   ? std::optional(running_s / (running_s + *for_core_s))
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
    std::optional<double> for_core_s;
    if (from.for_core_s && to.for_core_s) {
        for_core_s = std::max(0.0, *to.for_core_s - *from.for_core_s);
    }
    return {.seconds = growth(&Stretch::seconds),
            .asked_bytes = growth(&Stretch::asked_bytes),
            .fetched_bytes = growth(&Stretch::fetched_bytes),
            .running_s = growth(&Stretch::running_s),
            .for_core_s = for_core_s,
            .storage_s = growth(&Stretch::storage_s)};
}

Leverage leverage_of(std::span<const NudgePair> pairs, Resource resource) {
    constexpr std::size_t kPairsLeast = 3;
    constexpr double kSlowerLeast = 0.03;  // less is not to be told from the look's own cost
    const auto tried = static_cast<std::size_t>(
        std::ranges::count(pairs, resource, [](const NudgePair& pair) { return pair.resource; }));
    if (tried < kPairsLeast) {
        return none(say_english("too few moments could be compared"));
    }
    std::vector<Slowing> all;
    for (const NudgePair& pair : pairs) {
        const auto slowing = pair.resource == resource ? slowing_of(pair) : std::nullopt;
        if (slowing) {
            all.push_back(*slowing);
        }
    }
    if (all.size() < kPairsLeast) {
        return none(resource == Resource::Cpu
                        ? say_english("how long its threads wait for a processor is not told")
                        : say_english("the job reads nothing from a disk, or only seldom"));
    }
    const Moments of = moments_of(all);
    const auto count = static_cast<double>(all.size());
    const double t = metrics::student_t_975(all.size() - 1);
    const double g = t * t * of.resource_squares / count / (of.mean.resource * of.mean.resource);
    if (of.mean.resource < kSlowerLeast || g >= 1.0) {
        return none(resource == Resource::Cpu
                        ? say_english("its processors did not become clearly slower to the job")
                        : say_english("its reads did not become clearly slower"));
    }
    const double ratio = of.mean.job / of.mean.resource;
    // Without any scatter of the resource there is no covariance to take off.
    const double shift = of.resource_squares > 0.0 ? of.products / of.resource_squares : 0.0;
    const double rest = of.job_squares - 2.0 * ratio * of.products +
                        ratio * ratio * of.resource_squares -
                        g * (of.job_squares - shift * of.products);
    const double half = t / of.mean.resource * std::sqrt(std::max(0.0, rest) / count) / (1.0 - g);
    const double middle = (ratio - g * shift) / (1.0 - g);
    return {.value = ratio,
            .low = middle - half,
            .high = middle + half,
            .slower = percent_lost(of.mean.resource),
            .loss = percent_lost(of.mean.job),
            .pairs = static_cast<int>(all.size())};
}

}  // namespace throughline::observe
