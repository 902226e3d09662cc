// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/mount_survey.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"

namespace throughline::counters {
namespace {

using metrics::MountCounts;

constexpr std::size_t kCounterTextMax = 16U << 20U;  // 10,000 mounts' statistics

template <class Number>
void add(std::optional<Number>& sum, const std::optional<Number>& more) {
    if (more) {
        sum = sum.value_or(Number{}) + *more;
    }
}

/// Takes what is not told yet.
void take_missing(MountCounts& counts, const MountCounts& more) {
    const auto take = [](auto& mine, const auto& other) {
        if (!mine) {
            mine = other;
        }
    };
    // An await is a time over reads: both must be of one counter.
    if (!counts.reads) {
        counts.reads = more.reads;
        counts.read_seconds = more.read_seconds;
    }
    take(counts.read_bytes, more.read_bytes);
    take(counts.requested_bytes, more.requested_bytes);
    take(counts.daemon_cpu_seconds, more.daemon_cpu_seconds);
}

struct Reading {
    std::optional<MountCounts> counts;
    std::string problem;
};

Reading read_counter(const Counter& counter, const Mount& mount) {
    Reading reading;
    MountCounts sum;
    for (const std::string& path : counter.paths) {
        const auto text = read_whole_file(path, kCounterTextMax);
        if (!text) {
            const bool refused = text.error().code == ErrorCode::Permission;
            reading.problem = refused
                                  ? say_english("%1 can be read by its owner and root only", path)
                                  : describe(text.error());
            return reading;
        }
        const auto counts = counter.kind->parse(*text, mount);
        if (!counts) {
            reading.problem = say_english("%1 does not hold the counter of this mount", path);
            return reading;
        }
        add(sum.read_bytes, counts->read_bytes);
        add(sum.reads, counts->reads);
        add(sum.read_seconds, counts->read_seconds);
        add(sum.requested_bytes, counts->requested_bytes);
        add(sum.daemon_cpu_seconds, counts->daemon_cpu_seconds);
    }
    reading.counts = sum;
    return reading;
}

bool tells_bytes(const CounterKind& kind) {
    return std::any_of(kind.metrics.begin(), kind.metrics.end(), [](std::string_view id) {
        return id == "mount_read_bytes_per_second";
    });
}

}  // namespace

MountSurvey survey(const Mount& mount, const Roots& roots) {
    const FileSystemKind& kind = kind_of(mount.file_system, mount.source);
    MountSurvey result{.mount = mount, .uncounted = kind.uncounted};
    Surroundings around{.roots = roots};
    if (mount.file_system.starts_with("fuse")) {
        around.daemons = fuse_daemons(mount, roots.proc);
        for (const Daemon& daemon : around.daemons.processes) {
            result.daemons.push_back(daemon.pid);
        }
    }
    bool has_bytes = false;
    for (const CounterKind* const counter_kind : kind.counters) {
        FoundFiles files = counter_kind->find(mount, around);
        Counter counter{.kind = counter_kind, .paths = std::move(files.paths)};
        std::string problem = std::move(files.missing);
        if (!counter.paths.empty()) {
            problem = read_counter(counter, mount).problem;
        }
        if (!problem.empty()) {
            if (tells_bytes(*counter_kind) && !has_bytes) {
                result.uncounted = problem;
            }
            result.missing.push_back({.kind = counter_kind, .reason = std::move(problem)});
            continue;
        }
        has_bytes = has_bytes || tells_bytes(*counter_kind);
        result.counters.push_back(std::move(counter));
    }
    if (has_bytes) {
        result.uncounted.clear();
    }
    return result;
}

MountSampler::MountSampler(std::vector<MountSurvey> mounts) {
    std::map<std::string, int> seen;
    for (MountSurvey& mount : mounts) {
        const std::string& type = mount.mount.file_system;
        const int number = ++seen[type];
        mounts_.emplace(number == 1 ? type : type + " " + std::to_string(number), std::move(mount));
    }
}

std::map<std::string, MountCounts> MountSampler::take() const {
    std::map<std::string, MountCounts> all;
    for (const auto& [name, mount] : mounts_) {
        MountCounts& counts = all[name];
        for (const Counter& counter : mount.counters) {
            if (const Reading reading = read_counter(counter, mount.mount); reading.counts) {
                take_missing(counts, *reading.counts);
            }
        }
    }
    return all;
}

}  // namespace throughline::counters
