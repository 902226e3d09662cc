// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/resource_pulse.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/pause.h"
#include "engine/base/random.h"
#include "engine/observe/job_path.h"

namespace throughline::observe {
namespace {

constexpr std::chrono::milliseconds kCycle{50};
constexpr std::size_t kReadBytes = std::size_t{256} << 10U;
constexpr std::size_t kBlock = 4096;  // what reads past the page cache are aligned to
constexpr std::size_t kTargetFilesMost = 64;

std::vector<unsigned> processors_of(pid_t pid) {
    cpu_set_t jobs{};
    cpu_set_t ours{};
    if (::sched_getaffinity(pid, sizeof jobs, &jobs) != 0 ||
        ::sched_getaffinity(0, sizeof ours, &ours) != 0) {
        return {};
    }
    std::vector<unsigned> processors;
    for (unsigned i = 0; i < CPU_SETSIZE; ++i) {
        if (CPU_ISSET(i, &jobs) && CPU_ISSET(i, &ours)) {
            processors.push_back(i);
        }
    }
    return processors;
}

/// None (-1) where it cannot be read past the page cache.
UniqueFd open_direct(const std::string& path) {
    return UniqueFd(::open(path.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC | O_NOFOLLOW));
}

void compute_for(std::chrono::steady_clock::duration time) {
    constexpr int kBetweenLooks = 4096;
    volatile std::uint64_t sink = 1;
    for (const SteadyTime until = steady_now() + time; steady_now() < until;) {
        std::uint64_t one = sink;
        for (int i = 0; i < kBetweenLooks; ++i) {
            one = one * 6364136223846793005ULL + 1442695040888963407ULL;
        }
        sink = one;
    }
}

/// Not in step with anything that the job does.
void take_processor(const std::stop_token& stop, unsigned processor, int niceness, int strength) {
    cpu_set_t one{};
    CPU_SET(processor, &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) {
        return;
    }
    // Of Linux, the niceness of a thread.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, std::max(niceness, 0)));
    Random random(processor + 1);
    while (!stop.stop_requested()) {
        const auto busy = kCycle * strength / kStrengthMost;
        const auto before = std::chrono::duration_cast<std::chrono::microseconds>(kCycle - busy) *
                            static_cast<int>(random.below(101)) / 100;
        static_cast<void>(pause_for(before, stop));
        compute_for(busy);
        static_cast<void>(pause_for(kCycle - busy - before, stop));
    }
}

struct Freed {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
};

void read_beside(const std::stop_token& stop,
                 const std::vector<std::string>& files,
                 unsigned seed) {
    const std::unique_ptr<std::byte, Freed> buffer(
        static_cast<std::byte*>(std::aligned_alloc(kBlock, kReadBytes)));
    Random random(seed);
    while (buffer && !stop.stop_requested()) {
        const UniqueFd file = open_direct(files[random.below(files.size())]);
        struct stat facts{};
        if (!file || ::fstat(file.get(), &facts) != 0) {
            return;
        }
        const auto blocks =
            std::max<std::uint64_t>(static_cast<std::uint64_t>(facts.st_size) / kReadBytes, 1);
        const auto at = static_cast<off_t>(random.below(blocks) * kReadBytes);
        if (::pread(file.get(), buffer.get(), kReadBytes, at) < 0) {
            return;
        }
    }
}

}  // namespace

NudgeTarget nudge_target_of(pid_t pid, const Observation& seen) {
    NudgeTarget target{.processors = processors_of(pid),
                       .niceness = ::getpriority(PRIO_PROCESS, static_cast<id_t>(pid))};
    for (const auto& [path, file] : seen.files) {
        if (target.files.size() >= kTargetFilesMost || file.bytes < kBlock) {
            continue;
        }
        std::string place = place_of(pid, path, file);
        if (!place.empty() && open_direct(place)) {
            target.files.push_back(std::move(place));
        }
    }
    return target;
}

ResourcePulse::~ResourcePulse() {
    for (std::jthread& thread : threads_) {
        thread.request_stop();
    }
}

ResourcePulse::ResourcePulse(Resource resource, int strength, const NudgeTarget& target) {
    if (resource == Resource::Cpu) {
        for (const unsigned processor : target.processors) {
            threads_.emplace_back(take_processor, processor, target.niceness, strength);
        }
        return;
    }
    for (int i = 0; i < strength && !target.files.empty(); ++i) {
        threads_.emplace_back([&files = target.files, i](const std::stop_token& stop) {
            read_beside(stop, files, static_cast<unsigned>(i) + 1);
        });
    }
}

}  // namespace throughline::observe
