// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/cache_group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <span>
#include <utility>

#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/control_group.h"

namespace throughline::storage {
namespace {

using metrics::ControlGroup;
using metrics::GroupVersion;

constexpr std::string_view kPrefix = "throughline-cache-";
constexpr auto kFollowEvery = std::chrono::milliseconds(20);
constexpr std::uint64_t kStepBytes = 1U << 20U;  ///< below it the limit stays
constexpr int kReclaimTries = 5;

Error unsupported(std::string what) {
    return Error{.code = ErrorCode::Unsupported, .what = std::move(what)};
}

/// One write, as files of control groups want it.
Result<void> write_once(const std::string& path, std::string_view text) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd) {
        return errno_error("open '" + path + "'", errno);
    }
    if (::write(fd.get(), text.data(), text.size()) < 0) {
        return errno_error("write '" + path + "'", errno);
    }
    return {};
}

bool names_memory(const std::string& path) {
    const auto text = read_whole_file(path, 1U << 16U);
    return text && (" " + *text).find(" memory") != std::string::npos;
}

/// The number behind `name` in the text of memory.stat.
std::uint64_t stat_number(std::string_view text, std::string_view name) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        if (line.starts_with(name)) {
            return number_in<std::uint64_t>(line.substr(name.size())).value_or(0);
        }
        at = end + 1;
    }
    return 0;
}

/// A file of the kernel from its beginning. Allocates nothing: the group may be at its limit.
std::string_view read_again(int fd, std::span<char> memory) {
    const ssize_t got = ::pread(fd, memory.data(), memory.size(), 0);
    return {memory.data(), static_cast<std::size_t>(got > 0 ? got : 0)};
}

/// A process that has ended and was not waited for has no program any more, but still its number.
bool is_alive(std::string_view pid) {
    char first = 0;
    return ::readlink(("/proc/" + std::string(pid) + "/exe").c_str(), &first, 1) >= 0 ||
           errno != ENOENT;
}

/// The kernel lets go of threads a moment after they were joined; until then their group is busy.
void remove_own_group(const std::string& folder) {
    constexpr std::chrono::milliseconds kPause{5};
    constexpr int kTries = 400;
    for (int i = 0; i < kTries && ::rmdir(folder.c_str()) != 0 && errno == EBUSY; ++i) {
        pause_for(kPause, {});
    }
}

Result<GroupPlace> place_in_version_two(const ControlGroup& own) {
    if (!names_memory(own.folder() + "/cgroup.controllers")) {
        return unsupported(say_english(
            "the memory controller is in no hierarchy of version 1, and not handed down "
            "to the control group '%1' of version 2",
            own.folder()));
    }
    if (names_memory(own.folder() + "/cgroup.subtree_control")) {
        return GroupPlace{.version_two = true, .folder = own.folder(), .home = own.folder()};
    }
    if (own.path.empty() &&
        write_once(own.folder() + "/cgroup.subtree_control", "+memory").has_value()) {
        return GroupPlace{.version_two = true, .folder = own.folder(), .home = own.folder()};
    }
    const auto above = own.above();
    if (above && names_memory(above->folder() + "/cgroup.subtree_control")) {
        return GroupPlace{.version_two = true, .folder = above->folder(), .home = own.folder()};
    }
    return unsupported(say_english(
        "the control group '%1' of version 2 cannot hand the memory controller down: it has "
        "processes",
        own.folder()));
}

}  // namespace

Result<GroupPlace> group_place(std::string_view cgroup, std::string_view mountinfo) {
    if (const auto one = metrics::control_group(cgroup, mountinfo, GroupVersion::One, "memory")) {
        return GroupPlace{.version_two = false, .folder = one->folder(), .home = one->folder()};
    }
    if (const auto two = metrics::control_group(cgroup, mountinfo, GroupVersion::Two, "memory")) {
        return place_in_version_two(*two);
    }
    return unsupported(
        to_say("no control groups are mounted here, neither of version 1 nor of version 2"));
}

Result<GroupPlace> group_place() {
    const auto text = [](const char* path) {
        const auto read = read_whole_file(path, 1U << 20U);
        return read ? *read : std::string();
    };
    return group_place(text("/proc/self/cgroup"), text("/proc/self/mountinfo"));
}

int remove_left_groups(const GroupPlace& place) {
    int removed = 0;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(place.folder, none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(kPrefix) && !is_alive(name.substr(kPrefix.size()))) {
            removed += ::rmdir(entry.path().c_str()) == 0 ? 1 : 0;
        }
    }
    return removed;
}

CacheGroup::CacheGroup(GroupPlace place, std::string folder, std::uint64_t budget_bytes)
    : place_(std::move(place)), folder_(std::move(folder)), budget_bytes_(budget_bytes) {}

Result<std::unique_ptr<CacheGroup>> CacheGroup::open(const GroupPlace& place,
                                                     std::uint64_t budget_bytes) {
    remove_left_groups(place);
    std::string folder = place.folder + "/" + std::string(kPrefix) + std::to_string(::getpid());
    remove_own_group(folder);  // of a process that had this number before
    if (::mkdir(folder.c_str(), 0755) != 0) {
        return errno_error(say_english("make the memory control group '%1'", folder), errno);
    }
    std::unique_ptr<CacheGroup> group(new CacheGroup(place, std::move(folder), budget_bytes));
    if (auto opened = group->open_files(); !opened) {
        return std::move(opened).error();
    }
    if (auto joined = group->join(); !joined) {
        return std::move(joined).error();
    }
    if (auto kept = group->keep_limit(); !kept) {
        return std::move(kept).error();
    }
    group->keeper_ = std::jthread(
        [self = group.get()](const std::stop_token& stop) { self->keep_limit_until(stop); });
    return group;
}

CacheGroup::~CacheGroup() {
    if (keeper_.joinable()) {
        keeper_.request_stop();
        keeper_.join();
    }
    // What cannot be dropped or left here stays until the next start removes it.
    static_cast<void>(empty().has_value());
    static_cast<void>(
        write_once(place_.home + "/cgroup.procs", std::to_string(::getpid())).has_value());
    remove_own_group(folder_);
}

Result<void> CacheGroup::open_files() {
    const auto open_in = [this](const char* name, int flags, UniqueFd& fd) -> Result<void> {
        auto opened = open_file(folder_ + "/" + name, flags);
        if (!opened) {
            return std::move(opened).error();
        }
        fd = *std::move(opened);
        return {};
    };
    const bool two = place_.version_two;
    if (auto stat = open_in("memory.stat", O_RDONLY, stat_); !stat) {
        return stat;
    }
    if (auto use = open_in(two ? "memory.current" : "memory.usage_in_bytes", O_RDONLY, usage_);
        !use) {
        return use;
    }
    return open_in(two ? "memory.high" : "memory.limit_in_bytes", O_WRONLY, limit_);
}

Result<void> CacheGroup::join() {
    if (!place_.version_two) {
        // Not there since version 1 can be built without it; then the limit's own rules hold.
        static_cast<void>(write_once(folder_ + "/memory.oom_control", "1").has_value());
        static_cast<void>(write_once(folder_ + "/memory.swappiness", "0").has_value());
    } else {
        static_cast<void>(write_once(folder_ + "/memory.swap.max", "0").has_value());
    }
    return write_once(folder_ + "/cgroup.procs", std::to_string(::getpid()));
}

std::optional<GroupMemory> CacheGroup::memory() const {
    std::array<char, 8192> text;
    const auto used = number_in<std::uint64_t>(trim(read_again(usage_.get(), text)));
    const std::string_view stat = read_again(stat_.get(), text);
    if (!used || stat.empty()) {
        return std::nullopt;
    }
    const std::uint64_t files = stat_number(stat, place_.version_two ? "file " : "cache ");
    const std::uint64_t shared = stat_number(stat, "shmem ");
    const std::uint64_t cache = files - std::min(files, shared);
    return GroupMemory{.cache_bytes = cache, .other_bytes = *used - std::min(*used, cache)};
}

Result<void> CacheGroup::keep_limit() {
    const auto memory = this->memory();
    if (!memory) {
        return Error{.code = ErrorCode::Io,
                     .what = say_english("read memory.stat of the control group '%1'", folder_)};
    }
    const std::uint64_t wanted = budget_bytes_ + memory->other_bytes;
    const std::uint64_t step =
        wanted > limit_bytes_ ? wanted - limit_bytes_ : limit_bytes_ - wanted;
    if (step < kStepBytes) {
        return {};
    }
    const std::string text = std::to_string(wanted);
    if (::pwrite(limit_.get(), text.data(), text.size(), 0) >= 0) {
        limit_bytes_ = wanted;
    } else if (errno != EBUSY && errno != EINTR) {  // which say: not yet
        return errno_error(say_english("limit the control group '%1' to %2 bytes", folder_, text),
                           errno);
    }
    return {};
}

void CacheGroup::keep_limit_until(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        static_cast<void>(keep_limit().has_value());
        pause_for(kFollowEvery, stop);
    }
}

Result<void> CacheGroup::empty() const {
    if (!place_.version_two) {
        return write_once(folder_ + "/memory.force_empty", "0");
    }
    for (int i = 0; i < kReclaimTries; ++i) {
        const auto held = memory();
        if (!held || held->cache_bytes == 0) {
            break;
        }
        const auto asked =
            write_once(folder_ + "/memory.reclaim", std::to_string(held->cache_bytes));
        if (!asked && asked.error().errno_value != EAGAIN) {  // less than asked was reclaimed
            return asked;
        }
    }
    return {};
}

}  // namespace throughline::storage
