// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/process_tree.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"
#include "engine/metrics/busy_programs.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::metrics {
namespace {

constexpr std::size_t kFileBytesMax = std::size_t{1} << 20U;

struct FolderClose {
    void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

/// The children of one thread, behind those of others. False: the kernel does not tell.
bool add_children(const std::string& thread, std::vector<pid_t>& children) {
    const auto text = read_whole_file(thread + "/children", kFileBytesMax);
    if (!text) {
        return text.error().code == ErrorCode::NotFound && ::access(thread.c_str(), F_OK) != 0;
    }
    std::string_view left = *text;
    while (!left.empty()) {
        const std::size_t end = std::min(left.find(' '), left.size());
        if (const auto pid = number_in<pid_t>(left.substr(0, end))) {
            children.push_back(*pid);
        }
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    return true;
}

/// Likewise of a process. One that has ended meanwhile has none.
bool add_children_of(const std::string& process, std::vector<pid_t>& children) {
    const std::string tasks = process + "/task";
    const std::unique_ptr<DIR, FolderClose> folder(::opendir(tasks.c_str()));
    // Each stream has one owner, for which readdir(3) is safe.
    while (const dirent* const entry = folder ? ::readdir(folder.get())  // NOLINT
                                              : nullptr) {
        if (number_in<pid_t>(entry->d_name) &&
            !add_children(tasks + "/" + entry->d_name, children)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::optional<TreeUse> tree_use(pid_t root) {
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    const auto page = static_cast<std::uint64_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
    TreeUse use{.fetched_bytes = 0};
    std::uint64_t ticks = 0;
    std::vector<pid_t> open{root};
    for (std::size_t next = 0; next < open.size(); ++next) {
        const std::string process = "/proc/" + std::to_string(open[next]);
        const auto stat = read_whole_file(process + "/stat", kFileBytesMax);
        const auto time = stat ? parse_pid_stat(*stat) : std::nullopt;
        if (!time) {
            continue;
        }
        ticks += time->ticks + time->reaped_ticks;
        use.resident_bytes += time->resident_pages * page;
        ++use.processes;
        if (time->state == 'Z') {
            continue;  // which has no children, and whose parent waits for its sums
        }
        const auto io = read_whole_file(process + "/io", kFileBytesMax);
        const auto fetched = io ? parse_fetched_bytes(*io) : std::nullopt;
        if (use.fetched_bytes && fetched) {
            *use.fetched_bytes += *fetched;
        } else if (::access(process.c_str(), F_OK) == 0) {
            use.fetched_bytes.reset();
        }
        if (!add_children_of(process, open)) {
            return std::nullopt;
        }
    }
    if (use.processes == 0) {
        return std::nullopt;
    }
    use.cpu = from_seconds(static_cast<double>(ticks) / hertz);
    return use;
}

}  // namespace throughline::metrics
