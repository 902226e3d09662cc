// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/observed_figures.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::observe {
namespace {

using metrics::labelled;

const char* id_of(Role role) {
    return role == Role::Main ? "observed_main" : "observed_workers";
}

double sum_of(const Seconds& seconds) {
    double sum = 0.0;
    for (const double one : seconds) {
        sum += one;
    }
    return sum;
}

/// What the threads of a role did together.
struct RoleTimes {
    Seconds seconds{};
    double for_core_s = 0.0;
    double untold_s = 0.0;  ///< of threads that tell nothing of waiting for a processor

    void add(const ThreadTime& thread) {
        for (std::size_t i = 0; i < kDoings; ++i) {
            seconds[i] += thread.seconds[i];
        }
        for_core_s += thread.for_core_s.value_or(0.0);
        untold_s += thread.for_core_s ? 0.0 : sum_of(thread.seconds);
    }
};

/// The one home of what is told of a role, in a sample as in the figures of the whole run.
metrics::MetricValues shares_of(Role role, const Roles& roles, RoleTimes times) {
    constexpr double kUntoldMost = 0.05;  // a thread may end before its account is read
    metrics::MetricValues shares;
    const double all = sum_of(times.seconds);
    if (all <= 0.0) {
        return shares;
    }
    if (role == Role::Worker && roles.loaders == Loaders::Threads) {
        // A pool's threads wait for work at a lock.
        auto& lock = times.seconds[static_cast<std::size_t>(Doing::Lock)];
        times.seconds[static_cast<std::size_t>(Doing::NoWork)] += std::exchange(lock, 0.0);
    }
    const auto put_share = [&](const char* doing, double seconds) {
        shares[labelled(id_of(role), "doing", doing)] = 100.0 * seconds / all;
    };
    if (times.untold_s <= kUntoldMost * all) {
        double& running = times.seconds[static_cast<std::size_t>(Doing::Running)];
        const double core = std::min(running, times.for_core_s);
        running -= core;
        put_share("core", core);
    }
    for (std::size_t i = 0; i < kDoings; ++i) {
        put_share(kDoingNames[i], times.seconds[i]);
    }
    return shares;
}

RoleTimes times_of(const Observation& seen, const Roles& roles, Role role) {
    RoleTimes times;
    for (const SeenProcess& process : seen.processes) {
        for (const SeenThread& thread : process.threads) {
            if (roles.of(thread.key) == role) {
                times.add({.seconds = thread.seconds, .for_core_s = thread.for_core_s});
            }
        }
    }
    return times;
}

RoleTimes times_of(const Moment& moment, const Roles& roles, Role role) {
    RoleTimes times;
    for (const auto& [key, time] : moment.threads) {
        if (roles.of(key) == role) {
            times.add(time);
        }
    }
    return times;
}

void put(ObservedFigures& figures, const std::string& key, double value) {
    if (std::isfinite(value)) {
        figures.metrics.insert_or_assign(key, record::Summary{.value = value});
    }
}

void put_shares(ObservedFigures& figures, const Observation& seen, const Roles& roles, Role role) {
    for (const auto& [key, value] : shares_of(role, roles, times_of(seen, roles, role))) {
        put(figures, key, value);
    }
}

void put_processes(ObservedFigures& figures, const Observation& seen, const Roles& roles) {
    std::map<Role, double> cpu;
    std::optional<double> fetched;
    std::optional<double> requested;
    std::optional<double> resident;
    double faults = 0.0;
    const auto add = [](std::optional<double>& sum, const std::optional<double>& more) {
        sum = more ? std::optional(sum.value_or(0.0) + *more) : sum;
    };
    for (const SeenProcess& process : seen.processes) {
        const auto known = roles.processes.find(process.pid);
        const Role role = known == roles.processes.end() ? Role::Other : known->second;
        const bool loads =
            roles.loaders == Loaders::Processes ? role == Role::Worker : role == Role::Main;
        for (const SeenThread& thread : process.threads) {
            const Role own = roles.of(thread.key);
            cpu[own == Role::Other ? role : own] += thread.cpu_s;
        }
        add(fetched, process.fetched_bytes);
        if (loads) {
            add(requested, process.requested_bytes);
        }
        add(resident, process.resident_bytes);
        faults += process.faults;
    }
    const double seconds = std::max(seen.seconds, 1e-3);
    put(figures, labelled("job_cpu_cores", "role", "main"), cpu[Role::Main] / seconds);
    put(figures, labelled("job_cpu_cores", "role", "workers"), cpu[Role::Worker] / seconds);
    put(figures, labelled("job_cpu_cores", "role", "others"), cpu[Role::Other] / seconds);
    put(figures, "job_major_faults_per_second", faults / seconds);
    const std::string why = seen.sight.io;
    const auto put_or_say = [&](const char* key, const std::optional<double>& value) {
        if (value) {
            put(figures, key, *value / seconds);
        } else {
            figures.absent[key] = say_english("the job's I/O counters may not be read: %1", why);
        }
    };
    put_or_say("job_read_bytes_per_second", fetched);
    put_or_say("job_requested_bytes_per_second", requested);
    if (resident) {
        put(figures, "job_resident_memory", *resident);
    }
}

/// Whether a figure of the machine says something of this job.
bool concerns(const std::string& key, const Surroundings& around, bool network) {
    const metrics::MetricKey parsed = metrics::parse_metric_key(key);
    if (parsed.label == "device") {
        return std::ranges::find(around.disks, parsed.value) != around.disks.end();
    }
    return parsed.label == "interface" ? network
           : parsed.label == "gpu"     ? true
                                   : parsed.id == "cpu_utilisation" || parsed.id == "cpu_iowait";
}

bool uses_network(const Observation& seen) {
    return std::ranges::any_of(seen.processes, &SeenProcess::has_network);
}

void put_host(ObservedFigures& figures, const Observation& seen, const Surroundings& around) {
    struct Mean {
        double sum = 0.0;
        double seconds = 0.0;
    };
    std::map<std::string, Mean> means;
    const bool network = uses_network(seen);
    for (const Moment& moment : seen.moments) {
        for (const auto& [key, value] : moment.host) {
            if (concerns(key, around, network)) {
                means[key].sum += value * moment.dt_s;
                means[key].seconds += moment.dt_s;
            }
        }
    }
    for (const auto& [key, mean] : means) {
        if (mean.seconds > 0.0) {
            put(figures, key, mean.sum / mean.seconds);
        }
    }
    if (around.cores > 0.0) {
        put(figures, "job_available_cores", around.cores);
    }
}

void put_gpus(ObservedFigures& figures, const Observation& seen) {
    const bool any = std::ranges::any_of(seen.processes, &SeenProcess::has_gpu);
    const bool told = std::ranges::any_of(figures.metrics, [](const auto& entry) {
        return entry.first.starts_with("gpu_utilisation{");
    });
    if (!told) {
        figures.absent["gpu_utilisation"] =
            !any                       ? say_english("the job was not seen to have a GPU open")
            : seen.gpu_missing.empty() ? say_english("the driver tells nothing of the job's GPU")
                                       : seen.gpu_missing;
    }
}

void put_limits(ObservedFigures& figures, const Surroundings& around) {
    const auto fetched = figures.metrics.find("job_read_bytes_per_second");
    if (around.limits.bytes && fetched != figures.metrics.end()) {
        put(figures,
            labelled("job_limit_share", "limit", "bytes"),
            100.0 * fetched->second.value / static_cast<double>(*around.limits.bytes));
    }
    double requests = 0.0;
    for (const std::string& disk : around.disks) {
        const auto found = figures.metrics.find(labelled("read_iops", "device", disk));
        requests += found == figures.metrics.end() ? 0.0 : found->second.value;
    }
    if (around.limits.requests && requests > 0.0) {
        put(figures,
            labelled("job_limit_share", "limit", "requests"),
            100.0 * requests / static_cast<double>(*around.limits.requests));
    }
}

void put_rate(ObservedFigures& figures, const Observation& seen, const Surroundings& around) {
    if (around.log.images_per_second) {
        put(figures, "images_per_second", *around.log.images_per_second);
        return;
    }
    figures.absent["images_per_second"] = around.log.missing;
    // Less is what a program reads anyway, not what it is fed with.
    constexpr int kImagesLeast = 8;
    const auto requested = figures.metrics.find("job_requested_bytes_per_second");
    const auto put_missing = [&](std::string why) {
        figures.absent["estimated_images_per_second"] = std::move(why);
    };
    if (requested == figures.metrics.end()) {
        put_missing(figures.absent["job_requested_bytes_per_second"]);
    } else if (!around.image.bytes) {
        put_missing(around.image.missing);
    } else if (requested->second.value * seen.seconds < kImagesLeast * *around.image.bytes) {
        put_missing(say_english("the job asked its files for fewer bytes than %1 images have",
                                std::to_string(kImagesLeast)));
    } else {
        put(figures, "estimated_images_per_second", requested->second.value / *around.image.bytes);
    }
}

}  // namespace

spec::Settings observed_conditions(const Observation& seen,
                                   const Roles& roles,
                                   const Surroundings& around) {
    spec::Settings settings;
    settings["loaders"] = std::string(name_of(roles.loaders));
    settings["workers"] = static_cast<std::int64_t>(std::llround(roles.workers));
    settings["seen_by"] = std::string(seen.sight.calls.empty()      ? "system calls"
                                      : seen.sight.channels.empty() ? "wait channels"
                                                                    : "states alone");
    const auto set = [&](const char* key, const std::string& text) {
        if (!text.empty()) {
            settings[key] = text;
        }
    };
    set("job", roles.name);
    set("storage_target", around.storage);
    set("dataset.path", around.folder);
    return settings;
}

ObservedFigures observed_figures(const Observation& seen,
                                 const Roles& roles,
                                 const Surroundings& around) {
    ObservedFigures figures;
    put_shares(figures, seen, roles, Role::Main);
    if (roles.loaders != Loaders::None) {
        put_shares(figures, seen, roles, Role::Worker);
    }
    put(figures, "observed_worker_count", std::round(roles.workers));
    put_processes(figures, seen, roles);
    put_host(figures, seen, around);
    put_gpus(figures, seen);
    put_limits(figures, around);
    put_rate(figures, seen, around);
    put(figures, "observer_cpu", 100.0 * seen.own_cpu_s / std::max(seen.seconds, 1e-3));
    return figures;
}

std::vector<record::Sample> observed_samples(const Observation& seen,
                                             const Roles& roles,
                                             const Surroundings& around) {
    std::vector<record::Sample> samples;
    const bool network = uses_network(seen);
    for (const Moment& moment : seen.moments) {
        record::Sample sample{
            .run = 1, .t_s = moment.t_s, .dt_s = moment.dt_s, .phase = record::Phase::Measured};
        for (const Role role : {Role::Main, Role::Worker}) {
            sample.metrics.merge(shares_of(role, roles, times_of(moment, roles, role)));
        }
        for (const auto& [key, value] : moment.host) {
            if (concerns(key, around, network)) {
                sample.metrics[key] = value;
            }
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

}  // namespace throughline::observe
