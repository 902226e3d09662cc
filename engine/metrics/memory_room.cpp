// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/memory_room.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/control_group.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::metrics {
namespace {

std::optional<std::string> read_text(const std::string& path) {
    auto text = read_whole_file(path, 1U << 20U);
    return text ? std::optional(*std::move(text)) : std::nullopt;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

/// The first word of a file of the kernel.
std::optional<std::uint64_t> number_of(const std::string& text) {
    const std::vector<std::string> words = words_of(text);
    return words.empty() ? std::nullopt : number_in<std::uint64_t>(words.front());
}

/// Files of the memory controller in one version of control groups.
struct Version {
    GroupVersion number;
    const char* limit;
    const char* usage;
    const char* reclaimable;  ///< in memory.stat
};
constexpr Version kVersion1{
    GroupVersion::One, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "};
constexpr Version kVersion2{GroupVersion::Two, "memory.max", "memory.current", "inactive_file "};

/// What the group at `folder` leaves; none where it has no limit.
std::optional<std::uint64_t> room_in(const std::string& folder,
                                     const Version& version,
                                     const ReadText& read) {
    const auto limit = read(folder + "/" + version.limit);
    const auto usage = read(folder + "/" + version.usage);
    const auto limit_bytes = limit ? number_of(*limit) : std::nullopt;  // "max" is none
    const auto used_bytes = usage ? number_of(*usage) : std::nullopt;
    if (!limit_bytes || !used_bytes) {
        return std::nullopt;
    }
    std::uint64_t reclaimable = 0;
    std::istringstream lines(read(folder + "/memory.stat").value_or(""));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(version.reclaimable)) {
            reclaimable =
                number_of(line.substr(std::string_view(version.reclaimable).size())).value_or(0);
        }
    }
    const std::uint64_t held = *used_bytes - std::min(*used_bytes, reclaimable);
    return *limit_bytes - std::min(*limit_bytes, held);
}

void keep_least(std::optional<MemoryRoom>& least, MemoryRoom room) {
    if (!least || room.bytes < least->bytes) {
        least = std::move(room);
    }
}

/// How much the address space may still grow.
std::optional<MemoryRoom> address_space_room() {
    rlimit limit{};
    const auto statm = read_text("/proc/self/statm");
    const auto pages = statm ? number_of(*statm) : std::nullopt;
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || !pages) {
        return std::nullopt;
    }
    const std::uint64_t used = *pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return MemoryRoom{.bytes = limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used),
                      .limit = to_say("the limit on the address space (ulimit -v)")};
}

}  // namespace

std::optional<MemoryRoom> cgroup_memory_room(std::string_view cgroup,
                                             std::string_view mountinfo,
                                             const ReadText& read) {
    std::optional<MemoryRoom> least;
    for (const Version* version : {&kVersion1, &kVersion2}) {
        for (auto group = control_group(cgroup, mountinfo, version->number, "memory"); group;
             group = group->above()) {
            if (const auto room = room_in(group->folder(), *version, read)) {
                keep_least(least,
                           {.bytes = *room,
                            .limit = say_english("the memory limit of the control group '%1'",
                                                 group->path.empty() ? "/" : group->path)});
            }
        }
    }
    return least;
}

std::optional<MemoryRoom> memory_room() {
    const auto meminfo = read_text("/proc/meminfo");
    const auto available = meminfo ? parse_memory_available(*meminfo) : std::nullopt;
    std::optional<MemoryRoom> least;
    if (available) {
        least = MemoryRoom{.bytes = *available};
    }
    const auto groups = cgroup_memory_room(read_text("/proc/self/cgroup").value_or(""),
                                           read_text("/proc/self/mountinfo").value_or(""),
                                           read_text);
    if (groups) {
        keep_least(least, *groups);
    }
    if (auto space = address_space_room()) {
        keep_least(least, *std::move(space));
    }
    return least;
}

}  // namespace throughline::metrics
