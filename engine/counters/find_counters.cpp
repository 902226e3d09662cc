// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/find_counters.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "engine/base/say.h"

namespace throughline::counters::find {
namespace {

namespace fs = std::filesystem;

struct Listing {
    std::vector<std::string> names;  ///< in order
    bool refused = false;            ///< there is a folder, and it may not be looked into
};

Listing list(const std::string& folder) {
    Listing listing;
    std::error_code error;
    fs::directory_iterator it(folder, error);
    listing.refused = error == std::errc::permission_denied;
    for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
        listing.names.push_back(it->path().filename().string());
    }
    std::sort(listing.names.begin(), listing.names.end());
    return listing;
}

constexpr const char* kRootOnly = to_say("%1 can be read as root only");

/// "scratch" of "10.0.0.1@tcp:10.0.0.2@tcp:/scratch/images".
std::string lustre_name(const std::string& source) {
    const std::size_t at = source.rfind(":/");
    if (at == std::string::npos) {
        return {};
    }
    const std::string path = source.substr(at + 2);
    return path.substr(0, path.find('/'));
}

/// Files of a Lustre client's device folders whose names begin with `prefix`. The last part of such
/// a name is the mount's; two mounts of one file system cannot be told apart.
FoundFiles lustre_files(const Roots& roots,
                        const std::string& device,
                        const std::string& prefix,
                        const std::string& middle) {
    FoundFiles found;
    bool refused = false;
    for (const std::string& folder :
         {roots.sys + "/kernel/debug/lustre/" + device, roots.proc + "/fs/lustre/" + device}) {
        const Listing listing = list(folder);
        refused = refused || listing.refused;
        std::set<std::string> mounts;
        for (const std::string& name : listing.names) {
            if (name.starts_with(prefix) && name.find(middle) != std::string::npos) {
                found.paths.push_back(folder + "/" + name + "/stats");
                mounts.insert(name.substr(name.rfind('-') + 1));
            }
        }
        if (mounts.size() > 1) {
            return {
                .paths = {},
                .missing = say_english("this file system is mounted %1 times, and the counters do "
                                       "not say which is which",
                                       std::to_string(mounts.size()))};
        }
        if (!found.paths.empty()) {
            return found;
        }
    }
    found.missing = refused ? say_english(kRootOnly, roots.sys + "/kernel/debug")
                            : say_english("%1.*.stats of this file system was not found", device);
    return found;
}

/// Files of the daemons' folders in /proc.
FoundFiles daemon_files(const Surroundings& around, const char* name) {
    FoundFiles found{.paths = {}, .missing = around.daemons.missing};
    for (const Daemon& daemon : around.daemons.processes) {
        found.paths.push_back(around.roots.proc + "/" + std::to_string(daemon.pid) + "/" + name);
    }
    return found;
}

}  // namespace

FoundFiles mountstats(const Mount& /*mount*/, const Surroundings& around) {
    return {.paths = {around.roots.proc + "/self/mountstats"}, .missing = {}};
}

FoundFiles lustre_osc(const Mount& mount, const Surroundings& around) {
    return lustre_files(around.roots, "osc", lustre_name(mount.source) + "-OST", "-osc-");
}

FoundFiles lustre_llite(const Mount& mount, const Surroundings& around) {
    return lustre_files(around.roots, "llite", lustre_name(mount.source) + "-", "");
}

FoundFiles ceph_metrics(const Mount& mount, const Surroundings& around) {
    const std::string folder = around.roots.sys + "/kernel/debug/ceph";
    const Listing clients = list(folder);
    if (clients.refused || list(around.roots.sys + "/kernel/debug").refused) {
        return {.paths = {}, .missing = say_english(kRootOnly, around.roots.sys + "/kernel/debug")};
    }
    // "FSID.client4123"; the source of newer mounts names the cluster: "user@FSID.name=/".
    std::vector<std::string> here;
    for (const std::string& client : clients.names) {
        const std::string fsid = client.substr(0, client.find('.'));
        if (clients.names.size() == 1 || mount.source.find(fsid) != std::string::npos) {
            here.push_back(client);
        }
    }
    if (here.size() != 1) {
        return {.paths = {},
                .missing = here.empty()
                               ? say_english("%1 does not list this mount", folder)
                               : to_say("several mounts of this cluster are there, and their "
                                        "counters do not say which is which")};
    }
    const std::string metrics = folder + "/" + here.front() + "/metrics";
    std::error_code error;
    return {.paths = {fs::is_directory(metrics, error) ? metrics + "/size" : metrics},
            .missing = {}};
}

FoundFiles juicefs_stats(const Mount& mount, const Surroundings& /*around*/) {
    return {.paths = {mount.mount_point + "/.stats"}, .missing = {}};
}

FoundFiles daemon_io(const Mount& /*mount*/, const Surroundings& around) {
    return daemon_files(around, "io");
}

FoundFiles rclone_io(const Mount& mount, const Surroundings& around) {
    for (const Daemon& daemon : around.daemons.processes) {
        std::string words = daemon.command_line;
        std::replace(words.begin(), words.end(), '\0', '=');
        std::replace(words.begin(), words.end(), '_', '-');
        if (words.find("vfs-cache-mode=full") != std::string::npos) {
            return {.paths = {},
                    .missing =
                        to_say("with --vfs-cache-mode full rclone reads each byte from the server "
                               "and again from its cache, and counts both alike")};
        }
    }
    return daemon_io(mount, around);
}

FoundFiles daemon_stat(const Mount& /*mount*/, const Surroundings& around) {
    return daemon_files(around, "stat");
}

}  // namespace throughline::counters::find
