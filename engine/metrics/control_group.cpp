// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/control_group.h"

#include <iterator>
#include <sstream>
#include <vector>

namespace throughline::metrics {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
}

bool has_item(std::string_view list, std::string_view item) {
    const std::string padded = "," + std::string(list) + ",";
    return padded.find("," + std::string(item) + ",") != std::string::npos;
}

/// Where a kind of control groups is mounted, and which of them is the mount's root.
struct Mount {
    std::string root;
    std::string point;
};

/// proc_pid_mountinfo(5): fields 4 and 5, and behind " - " type, source and options.
std::optional<Mount> mount_of(std::string_view mountinfo,
                              GroupVersion version,
                              std::string_view controller) {
    const bool second = version == GroupVersion::Two;
    std::istringstream lines{std::string(mountinfo)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t dash = line.find(" - ");
        if (dash == std::string::npos) {
            continue;
        }
        const auto before = fields_of(line.substr(0, dash));
        const auto after = fields_of(line.substr(dash + 3));
        if (before.size() < 5 || after.size() < 3 || after[0] != (second ? "cgroup2" : "cgroup")) {
            continue;
        }
        if (second || has_item(after[2], controller)) {
            return Mount{.root = before[3], .point = before[4]};
        }
    }
    return std::nullopt;
}

/// The group's path in /proc/self/cgroup: "N:memory,…:PATH", of version 2 "0::PATH".
std::optional<std::string> path_of(std::string_view cgroup,
                                   GroupVersion version,
                                   std::string_view controller) {
    std::istringstream lines{std::string(cgroup)};
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            continue;
        }
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (version == GroupVersion::Two ? controllers.empty()
                                         : has_item(controllers, controller)) {
            return line.substr(second + 1);
        }
    }
    return std::nullopt;
}

void drop_slashes_at_end(std::string& path) {
    while (!path.empty() && path.back() == '/') {
        path.pop_back();
    }
}

}  // namespace

std::optional<ControlGroup> ControlGroup::above() const {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) {
        return std::nullopt;
    }
    ControlGroup group = *this;
    group.path.erase(slash);
    drop_slashes_at_end(group.path);
    return group;
}

std::optional<ControlGroup> control_group(std::string_view cgroup,
                                          std::string_view mountinfo,
                                          GroupVersion version,
                                          std::string_view controller) {
    const auto mount = mount_of(mountinfo, version, controller);
    auto path = path_of(cgroup, version, controller);
    if (!mount || !path) {
        return std::nullopt;
    }
    // In a container the mount may begin at the container's own group.
    if (mount->root != "/" && path->starts_with(mount->root)) {
        path->erase(0, mount->root.size());
    }
    drop_slashes_at_end(*path);
    return ControlGroup{.version = version, .mount = mount->point, .path = *std::move(path)};
}

}  // namespace throughline::metrics
