// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/fuse_daemons.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::counters {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTextMax = 1U << 20U;

/// What a look at a process's open files showed.
enum class Holds : std::uint8_t { Nothing, ThisConnection, SomeConnection, Unknown };

std::string text_of(const fs::path& path) {
    auto text = read_whole_file(path.string(), kTextMax);
    return text ? *std::move(text) : std::string();
}

Holds holds(const fs::path& process, const Mount& mount) {
    std::error_code error;
    fs::directory_iterator file(process / "fd", error);
    if (error) {
        return Holds::Unknown;
    }
    Holds result = Holds::Nothing;
    for (const fs::directory_iterator end; !error && file != end; file.increment(error)) {
        std::error_code gone;
        if (fs::read_symlink(file->path(), gone) != "/dev/fuse" || gone) {
            continue;
        }
        const auto connection =
            parse_fuse_connection(text_of(process / "fdinfo" / file->path().filename()));
        if (!connection) {
            result = Holds::SomeConnection;
        } else if (mount.device_major == 0 && *connection == mount.device_minor) {
            return Holds::ThisConnection;
        }
    }
    return result;
}

/// Whether an argument is the mount point, or the end of it where it was given from a folder above.
bool names_mount_point(std::string_view command_line, std::string_view mount_point) {
    while (!command_line.empty()) {
        const std::size_t end = std::min(command_line.find('\0'), command_line.size());
        std::string_view argument = command_line.substr(0, end);
        command_line.remove_prefix(std::min(end + 1, command_line.size()));
        while (argument.size() > 1 && argument.ends_with('/')) {
            argument.remove_suffix(1);
        }
        const bool is_end = mount_point.ends_with(argument) &&
                            mount_point.size() > argument.size() &&
                            mount_point[mount_point.size() - argument.size() - 1] == '/';
        if (!argument.empty() && (argument == mount_point || is_end)) {
            return true;
        }
    }
    return false;
}

/// "rclone" of "fuse.rclone"; of plain "fuse" what its source says.
std::string_view program_of(const Mount& mount) {
    const std::string_view type = mount.file_system;
    constexpr std::string_view kPrefix = "fuse.";
    return type.starts_with(kPrefix) ? type.substr(kPrefix.size()) : std::string_view(mount.source);
}

}  // namespace

Daemons fuse_daemons(const Mount& mount, const std::string& proc) {
    Daemons by_connection;
    Daemons by_command;
    bool some_unseen = false;
    std::error_code error;
    fs::directory_iterator process(proc, error);
    for (const fs::directory_iterator end; !error && process != end; process.increment(error)) {
        const auto pid = number_in<pid_t>(process->path().filename().string());
        if (!pid) {
            continue;
        }
        const Holds held = holds(process->path(), mount);
        some_unseen = some_unseen || held == Holds::Unknown;
        if (held == Holds::Nothing) {
            continue;
        }
        Daemon daemon{.pid = *pid,
                      .name = std::string(trim(text_of(process->path() / "comm"))),
                      .command_line = text_of(process->path() / "cmdline")};
        const bool may_be = held == Holds::SomeConnection ||
                            (!program_of(mount).empty() &&
                             daemon.command_line.find(program_of(mount)) != std::string::npos);
        if (held == Holds::ThisConnection) {
            by_connection.processes.push_back(std::move(daemon));
        } else if (may_be && names_mount_point(daemon.command_line, mount.mount_point)) {
            by_command.processes.push_back(std::move(daemon));
        }
    }
    Daemons& found = by_connection.processes.empty() ? by_command : by_connection;
    if (found.processes.empty()) {
        found.missing =
            some_unseen ? to_say(
                              "the program behind the mount was not found; the open files of other "
                              "users' programs can be seen as root only")
                        : to_say(
                              "the program behind the mount was not found: it may run in another "
                              "container, or the kernel tells no connection numbers");
    }
    return std::move(found);
}

}  // namespace throughline::counters
