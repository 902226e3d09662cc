// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/busy_programs.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text.h"

namespace throughline::metrics {
namespace {

// Of the fields behind the name, counted from the state, which is the first.
constexpr std::size_t kStateField = 0;
constexpr std::size_t kParentField = 1;
constexpr std::size_t kFlagsField = 6;
constexpr std::size_t kMajorFaultsField = 9;
constexpr std::size_t kUserField = 11;
constexpr std::size_t kSystemField = 12;
constexpr std::size_t kReapedUserField = 13;
constexpr std::size_t kReapedSystemField = 14;
constexpr std::size_t kStartField = 19;
constexpr std::size_t kResidentField = 21;
constexpr std::uint64_t kKernelThread = 0x00200000;  // PF_KTHREAD, include/linux/sched.h

struct DirectoryDeleter {
    void operator()(DIR* directory) const noexcept { ::closedir(directory); }
};

/// The name for people.
std::string shown_name(std::string_view name, bool kernel_thread) {
    std::string shown(kernel_thread ? name.substr(0, name.find('/')) : name);
    for (char& byte : shown) {
        const auto code = static_cast<unsigned char>(byte);
        byte = code < 0x20 || code == 0x7F ? '?' : byte;
    }
    return kernel_thread ? "[" + shown + "]" : shown;
}

std::optional<ProcessTime> read_process(int proc_fd, const char* number) {
    std::array<char, 512> text;  // the wanted fields are within the first 200 bytes
    const UniqueFd file(
        ::openat(proc_fd, (std::string(number) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : -1;
    return got > 0 ? parse_pid_stat({text.data(), static_cast<std::size_t>(got)}) : std::nullopt;
}

/// The window that started this process: it works beside the measurement like any other program,
/// but its bare name would read as though the measurement disturbed itself.
bool is_window(pid_t pid, const ProcessTime& process) {
    return pid == ::getppid() && process.name == "throughline";
}
const std::string kWindow = "Throughline's window";

}  // namespace

std::optional<ProcessTime> parse_pid_stat(std::string_view text) {
    // The name may hold blanks and brackets; it ends with the last bracket.
    const std::size_t begin = text.find('(');
    const std::size_t end = text.rfind(')');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
        return std::nullopt;
    }
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    std::array<std::string_view, kResidentField + 1> field;
    std::size_t at = end + 1;
    for (std::string_view& word : field) {
        const std::size_t from = text.find_first_not_of(" \n", at);
        if (from == std::string_view::npos) {
            if (&word > &field[kStartField]) {
                break;  // what comes behind may be missing
            }
            return std::nullopt;
        }
        at = std::min(text.find_first_of(" \n", from), text.size());
        word = text.substr(from, at - from);
    }
    const auto parent = number_in<std::uint64_t>(field[kParentField]);
    const auto flags = number_in<std::uint64_t>(field[kFlagsField]);
    const auto faults = number_in<std::uint64_t>(field[kMajorFaultsField]);
    const auto user = number_in<std::uint64_t>(field[kUserField]);
    const auto system = number_in<std::uint64_t>(field[kSystemField]);
    const auto start = number_in<std::uint64_t>(field[kStartField]);
    const auto reaped_user = number_in<std::uint64_t>(field[kReapedUserField]);
    const auto reaped_system = number_in<std::uint64_t>(field[kReapedSystemField]);
    const auto resident = number_in<std::uint64_t>(field[kResidentField]);
    if (!parent || !flags || !faults || !user || !system || !start) {
        return std::nullopt;
    }
    return ProcessTime{.name = shown_name(name, (*flags & kKernelThread) != 0),
                       .state = field[kStateField].front(),
                       .parent = static_cast<pid_t>(*parent),
                       .major_faults = *faults,
                       .ticks = *user + *system,
                       .reaped_ticks = reaped_user.value_or(0) + reaped_system.value_or(0),
                       .start_tick = *start,
                       .resident_pages = resident.value_or(0)};
}

BusyPrograms::BusyPrograms(std::vector<pid_t> ours, std::string proc, std::int64_t rest)
    : ours_(std::move(ours)), proc_(std::move(proc)), rest_(rest) {
    ours_.push_back(::getpid());
}

/// One of ours, or below one.
bool BusyPrograms::is_ours(pid_t pid, const std::map<pid_t, ProcessTime>& all) const {
    // A parent may have changed while /proc was read, so a way up has no more steps than all.
    for (std::size_t steps = 0; steps <= all.size(); ++steps) {
        if (std::ranges::find(ours_, pid) != ours_.end()) {
            return true;
        }
        const auto process = all.find(pid);
        if (process == all.end()) {
            return false;
        }
        if (known_ours_.contains({pid, process->second.start_tick})) {
            return true;
        }
        pid = process->second.parent;
    }
    return false;
}

void BusyPrograms::look(bool counts) {
    const SteadyTime began = steady_now();
    const bool first = looked_at_ == kNever;
    if (!first && began - looked_at_ < rest_ * look_took_) {
        return;
    }
    const std::unique_ptr<DIR, DirectoryDeleter> directory(::opendir(proc_.c_str()));
    if (!directory) {
        return;
    }
    std::map<pid_t, ProcessTime> all;
    // Each stream has one owner, for which readdir(3) is safe.
    while (const dirent* const entry =
               ::readdir(directory.get())) {  // NOLINT(concurrency-mt-unsafe)
        const auto number = number_in<std::uint64_t>(entry->d_name);
        if (!number) {
            continue;
        }
        const auto pid = static_cast<pid_t>(*number);
        if (auto process = read_process(::dirfd(directory.get()), entry->d_name)) {
            all.emplace(pid, *std::move(process));
        }
    }
    std::map<Process, std::uint64_t> now;
    std::set<Process> ours_now;
    for (const auto& [pid, process] : all) {
        const Process key(pid, process.start_tick);
        if (is_ours(pid, all)) {
            ours_now.insert(key);
            continue;
        }
        const auto before = last_.find(key);
        const std::uint64_t known = before == last_.end() ? 0 : before->second;
        // One that is new has done all of its work since the last look.
        if (counts && !first && process.ticks > known) {
            ticks_[is_window(pid, process) ? kWindow : process.name] += process.ticks - known;
        }
        now[key] = process.ticks;
    }
    last_ = std::move(now);
    known_ours_ = std::move(ours_now);
    looked_at_ = began;
    look_took_ = steady_now() - began;
}

std::vector<BusyProgram> BusyPrograms::busiest(std::size_t most) const {
    const auto hertz = static_cast<double>(std::max(::sysconf(_SC_CLK_TCK), 1L));
    std::vector<BusyProgram> programs;
    for (const auto& [name, ticks] : ticks_) {
        constexpr double kSecondsMin = 0.01;
        const double seconds = static_cast<double>(ticks) / hertz;
        if (seconds >= kSecondsMin) {
            programs.push_back({.name = name, .cpu_seconds = seconds});
        }
    }
    std::stable_sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) {
        return a.cpu_seconds > b.cpu_seconds;
    });
    programs.resize(std::min(programs.size(), most));
    return programs;
}

}  // namespace throughline::metrics
