// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::storage {

/// Where memory groups of our own can be made. Source: memory.rst and cgroup-v2.rst of the kernel.
struct GroupPlace {
    bool version_two = false;
    std::string folder{};  ///< ours are made in it
    std::string home{};    ///< the group in which the process was, and to which it goes back
};

/// `cgroup` and `mountinfo` are those files of /proc/self. Of version 1 below the process's own
/// group; of version 2 where the groups above hand the memory controller down: below the own group,
/// which may only be the root then, or beside it.
/// Errors: Unsupported, with what there is none of.
Result<GroupPlace> group_place(std::string_view cgroup, std::string_view mountinfo);
/// Of this process.
Result<GroupPlace> group_place();

/// Removes the groups there that runs have left which were killed. Returns how many.
int remove_left_groups(const GroupPlace& place);

/// Memory of a group, in bytes.
struct GroupMemory {
    std::uint64_t cache_bytes = 0;  ///< file pages; without shared memory, which nobody drops
    std::uint64_t other_bytes = 0;  ///< the process's own, and the kernel's for it
};

/// A memory control group of our own in which this process is as long as the object lives, so that
/// the pages which it reads into the page cache are counted to it and held to a budget. The limit
/// follows what the process takes beside the cache, 50 times a second, so that the budget is the
/// cache's alone. Pages that other groups hold are neither counted nor limited.
/// Thread:  any, one at a time; a thread of its own keeps the limit.
/// Limits:  the process is never killed for it: version 1 lets it wait until the limit has followed
///          (memory.oom_control), version 2 slows it down (memory.high).
class CacheGroup {
public:
    static constexpr std::uint64_t kBudgetMin = 32U << 20U;

    /// Removes what was left first. Errors: Permission, Unsupported, Io, with the file that
    /// refused.
    static Result<std::unique_ptr<CacheGroup>> open(const GroupPlace& place,
                                                    std::uint64_t budget_bytes);
    /// Empties the group, goes back to where the process was, and removes it.
    ~CacheGroup();
    CacheGroup(const CacheGroup&) = delete;
    CacheGroup& operator=(const CacheGroup&) = delete;

    /// Drops what its page cache holds, metadata of files with it (memory.force_empty, of version 2
    /// memory.reclaim, Linux 5.19). Errors: Unsupported, Io.
    Result<void> empty() const;
    /// None where the kernel does not say.
    std::optional<GroupMemory> memory() const;

    std::uint64_t budget_bytes() const noexcept { return budget_bytes_; }
    const std::string& folder() const noexcept { return folder_; }
    bool version_two() const noexcept { return place_.version_two; }

private:
    CacheGroup(GroupPlace place, std::string folder, std::uint64_t budget_bytes);
    Result<void> open_files();
    Result<void> join();
    Result<void> keep_limit();
    void keep_limit_until(const std::stop_token& stop);

    GroupPlace place_;
    std::string folder_;
    std::uint64_t budget_bytes_;
    std::uint64_t limit_bytes_ = 0;  ///< as it was set last
    UniqueFd stat_;
    UniqueFd usage_;
    UniqueFd limit_;
    std::jthread keeper_;
};

}  // namespace throughline::storage
