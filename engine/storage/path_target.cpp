// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/path_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/counters/counter_table.h"
#include "engine/storage/block_device.h"
#include "engine/storage/mount_table.h"

namespace throughline::storage {
namespace {

using counters::Place;

// An overlay may lie on an overlay; a limit keeps a strange mount table from going on.
constexpr int kLayerDepthMax = 4;

struct FreeDeleter {
    void operator()(char* text) const noexcept { std::free(text); }
};

/// Whether one of the mount's options, "ro,compress=zstd:3", is this one, with or without a value.
bool has_option(std::string_view options, std::string_view name) {
    while (!options.empty()) {
        const std::size_t end = std::min(options.find(','), options.size());
        const std::string_view option = options.substr(0, end);
        if (option.substr(0, option.find('=')) == name) {
            return true;
        }
        options.remove_prefix(std::min(end + 1, options.size()));
    }
    return false;
}

Place place_of(const PathTarget& target) {
    return counters::kind_of(target.file_system, target.source).place;
}

std::string by_program(const std::string& type) {
    return say_english("the program behind %1 reads the files, not this one", type);
}

/// Source: task_io_account_read() is called where a block request is submitted (block/blk-core.c),
/// so by the thread that reads, and for a file system run by a program by that program.
std::string uncounted_reason(const PathTarget& target) {
    const std::string& type = target.file_system;
    switch (place_of(target)) {
        case Place::Memory:
            return say_english("%1 keeps its files in memory", type);
        case Place::Network:
            return say_english("%1 fetches from elsewhere, which the kernel does not count", type);
        case Place::Program:
            return by_program(type);
        case Place::Pool:
            return to_say("ZFS reads through its own cache");
        case Place::Layers:
        case Place::Disk:
            break;
    }
    if (type == "fuseblk") {
        return by_program(type);
    }
    if (has_option(target.mount_options, "dax")) {
        return to_say(
            "with DAX the processor reads from the device itself, which the kernel does not "
            "count");
    }
    if (type == "squashfs" || type == "erofs" || has_option(target.mount_options, "compress") ||
        has_option(target.mount_options, "compress-force")) {
        return say_english("%1 may keep files compressed: fewer bytes are fetched than are read",
                           type);
    }
    return {};
}

void add_devices(std::vector<BlockDevice> more, std::vector<BlockDevice>& devices) {
    for (BlockDevice& device : more) {
        const auto same = [&](const BlockDevice& other) { return other.name == device.name; };
        if (std::none_of(devices.begin(), devices.end(), same)) {
            devices.push_back(std::move(device));
        }
    }
}

void add_mounts(std::vector<counters::MountSurvey> more,
                std::vector<counters::MountSurvey>& mounts) {
    for (counters::MountSurvey& mount : more) {
        const auto same = [&](const counters::MountSurvey& other) {
            return other.mount.mount_point == mount.mount.mount_point;
        };
        if (std::none_of(mounts.begin(), mounts.end(), same)) {
            mounts.push_back(std::move(mount));
        }
    }
}

/// The disks below "/dev/nvme0n1p2", by the node where it exists, else by its name.
std::vector<BlockDevice> disks_of_source(const std::string& source, const std::string& sysfs) {
    const std::string_view prefix = "/dev/";
    if (!source.starts_with(prefix)) {
        return {};
    }
    struct stat node{};
    if (::stat(source.c_str(), &node) == 0 && S_ISBLK(node.st_mode)) {
        auto disks = whole_disks(sysfs, major(node.st_rdev), minor(node.st_rdev));
        if (!disks.empty()) {
            return disks;
        }
    }
    return whole_disks(sysfs, std::string_view(source).substr(prefix.size()));
}

std::vector<BlockDevice> local_disks(const MountEntry& mount,
                                     const PathIdentity& identity,
                                     const std::string& sysfs) {
    if (mount.file_system == "btrfs") {
        // Its device numbers are anonymous, and it may span disks that the mount table leaves out.
        const std::string name = mount.source.substr(mount.source.rfind('/') + 1);
        auto disks = btrfs_disks(sysfs, name);
        return disks.empty() ? disks_of_source(mount.source, sysfs) : disks;
    }
    if (identity.device_major != 0) {
        auto disks = whole_disks(sysfs, identity.device_major, identity.device_minor);
        if (!disks.empty()) {
            return disks;
        }
    }
    return disks_of_source(mount.source, sysfs);
}

const MountEntry* find_mount(const std::vector<MountEntry>& mounts,
                             const std::string& path,
                             std::uint64_t mount_id) {
    if (mount_id != 0) {
        const auto it = std::find_if(mounts.begin(), mounts.end(), [&](const MountEntry& mount) {
            return mount.mount_id == mount_id;
        });
        if (it != mounts.end()) {
            return &*it;
        }
    }
    return mount_of_path(mounts, path);
}

Result<PathIdentity> identify(const std::string& path) {
    struct statx info{};
    if (::statx(AT_FDCWD, path.c_str(), 0, STATX_BASIC_STATS | STATX_MNT_ID, &info) != 0) {
        return errno_error(say("inspect '%1'", path), errno);
    }
    const bool has_mount_id = (info.stx_mask & STATX_MNT_ID) != 0;  // Linux 5.8
    return PathIdentity{.device_major = info.stx_dev_major,
                        .device_minor = info.stx_dev_minor,
                        .mount_id = has_mount_id ? info.stx_mnt_id : 0};
}

/// What mounts and their devices are looked up in.
struct Tables {
    const std::vector<MountEntry>& mounts;
    const SystemView& view;
};

void resolve_mount(PathTarget& target,
                   const MountEntry& mount,
                   const PathIdentity& identity,
                   const Tables& tables,
                   int depth);

/// An overlay's files lie in the folders it is made of, as far as they can be seen from here.
void resolve_layers(PathTarget& target,
                    const MountEntry& overlay,
                    const Tables& tables,
                    int depth) {
    std::string layers(mount_option(overlay.super_options, "upperdir"));
    layers += ':';
    layers += mount_option(overlay.super_options, "lowerdir");
    for (std::size_t at = 0; at < layers.size() && depth < kLayerDepthMax;) {
        const std::size_t end = std::min(layers.find(':', at), layers.size());
        const std::string layer = layers.substr(at, end - at);
        at = end + 1;
        if (!layer.starts_with('/')) {
            continue;
        }
        const auto identity = identify(layer);
        const MountEntry* mount =
            identity ? find_mount(tables.mounts, layer, identity->mount_id) : nullptr;
        if (mount == nullptr) {
            continue;
        }
        PathTarget below;
        resolve_mount(below, *mount, *identity, tables, depth + 1);
        add_devices(std::move(below.devices), target.devices);
        add_mounts(std::move(below.mounts), target.mounts);
        if (target.no_device_reason.empty()) {
            target.no_device_reason = std::move(below.no_device_reason);
        }
        // What lies in memory is fetched from nowhere, and counted so.
        if (target.uncounted_reason.empty() && place_of(below) != Place::Memory) {
            target.uncounted_reason = std::move(below.uncounted_reason);
        }
    }
    if (!target.devices.empty()) {
        target.no_device_reason.clear();
    } else if (target.no_device_reason.empty()) {
        target.no_device_reason =
            to_say("overlay: the folders that it is made of cannot be seen from here");
    } else {
        target.no_device_reason =
            say_english("a folder that the overlay is made of: %1", target.no_device_reason);
        if (target.uncounted_reason.empty()) {
            target.uncounted_reason = target.no_device_reason;
        }
    }
}

void resolve_devices(PathTarget& target,
                     const MountEntry& mount,
                     const PathIdentity& identity,
                     const Tables& tables,
                     int depth) {
    switch (place_of(target)) {
        case Place::Memory:
            target.no_device_reason =
                say_english("%1 keeps its files in memory", mount.file_system);
            break;
        case Place::Network:
            target.no_device_reason =
                say_english("%1 is served from elsewhere; its disks are not on this machine",
                            mount.file_system);
            break;
        case Place::Program:
            target.no_device_reason = say_english(
                "%1 is served by a program, and only that program knows where the "
                "bytes are",
                mount.file_system);
            break;
        case Place::Pool:
            target.no_device_reason =
                say_english("ZFS pool '%1': only the zpool command knows its disks", mount.source);
            break;
        case Place::Layers:
            resolve_layers(target, mount, tables, depth);
            break;
        case Place::Disk:
            target.devices = local_disks(mount, identity, tables.view.sysfs);
            if (target.devices.empty()) {
                target.no_device_reason =
                    say_english("no block device is known for '%1'", mount.source);
            }
            break;
    }
}

void resolve_mount(PathTarget& target,
                   const MountEntry& mount,
                   const PathIdentity& identity,
                   const Tables& tables,
                   int depth) {
    target.mount_point = mount.mount_point;
    target.file_system = mount.file_system;
    target.source = mount.source;
    target.mount_options = mount.options;
    if (!mount.super_options.empty() && mount.super_options != mount.options) {
        target.mount_options += "," + mount.super_options;
    }
    target.uncounted_reason = uncounted_reason(target);
    resolve_devices(target, mount, identity, tables, depth);
    const counters::FileSystemKind& kind = counters::kind_of(mount.file_system, mount.source);
    const bool has_client = kind.place != Place::Disk && kind.place != Place::Layers;
    if (has_client || !kind.counters.empty()) {
        target.mounts.push_back(
            counters::survey({.file_system = mount.file_system,
                              .mount_point = mount.mount_point,
                              .source = mount.source,
                              .device_major = mount.device_major,
                              .device_minor = mount.device_minor},
                             {.proc = tables.view.proc, .sys = tables.view.sysfs}));
    }
}

void add_warnings(PathTarget& target) {
    switch (place_of(target)) {
        case Place::Memory:
            target.warnings.push_back(say_english(
                "These files are in memory (%1): reading them measures memory, not storage.",
                target.file_system));
            break;
        case Place::Network:
            target.warnings.push_back(say_english(
                "This is a network or shared file system (%1): there are no disk counters on this "
                "machine, and a cache on the server cannot be emptied from here.",
                target.file_system));
            break;
        case Place::Program:
            target.warnings.push_back(
                say_english("This file system is served by a program (%1): its speed is that "
                            "program's, and it may cache.",
                            target.file_system));
            break;
        case Place::Pool:
            target.warnings.emplace_back(
                to_say("ZFS keeps its own cache (ARC), which cannot be emptied file by file: a "
                       "cold start cannot be guaranteed."));
            break;
        case Place::Layers:
            target.warnings.emplace_back(
                to_say("This is an overlay (as in a container): files may lie in several layers. "
                       "Put the data set on a mounted volume."));
            break;
        case Place::Disk:
            break;
    }
    for (const BlockDevice& device : target.devices) {
        if (device.name.starts_with("loop")) {
            target.warnings.push_back(say_english(
                "%1 is a file on another file system, whose cache and disk are involved too.",
                device.name));
        } else if (device.name.starts_with("zram") || device.name.starts_with("ram")) {
            target.warnings.push_back(
                say_english("%1 is in memory: reading it does not measure storage.", device.name));
        }
    }
}

}  // namespace

PathTarget resolve_target(const std::string& path,
                          const PathIdentity& identity,
                          const SystemView& view) {
    PathTarget target;
    target.path = path;
    const auto mounts = parse_mountinfo(view.mountinfo);
    const MountEntry* const mount = find_mount(mounts, path, identity.mount_id);
    if (mount == nullptr) {
        target.no_device_reason = to_say("the mount table does not list this path");
        target.uncounted_reason = target.no_device_reason;
        return target;
    }
    resolve_mount(target, *mount, identity, {.mounts = mounts, .view = view}, 0);
    add_warnings(target);
    return target;
}

Result<PathTarget> inspect_path(const std::string& path) {
    const std::unique_ptr<char, FreeDeleter> resolved(::realpath(path.c_str(), nullptr));
    if (!resolved) {
        return errno_error(say("inspect '%1'", path), errno);
    }
    const std::string absolute = resolved.get();
    const auto identity = identify(absolute);
    if (!identity) {
        return identity.error();
    }
    auto mountinfo = read_whole_file("/proc/self/mountinfo");
    if (!mountinfo) {
        return std::move(mountinfo).error();
    }
    PathTarget target = resolve_target(absolute, *identity, {.mountinfo = *std::move(mountinfo)});
    struct statvfs space{};
    if (::statvfs(absolute.c_str(), &space) != 0) {
        return errno_error(say("inspect '%1'", absolute), errno);
    }
    target.bytes_total = std::uint64_t{space.f_blocks} * space.f_frsize;
    target.bytes_free = std::uint64_t{space.f_bavail} * space.f_frsize;
    target.writable = ::access(absolute.c_str(), W_OK) == 0;
    struct sysinfo memory{};
    if (::sysinfo(&memory) == 0) {
        target.memory_bytes = std::uint64_t{memory.totalram} * memory.mem_unit;
    }
    return target;
}

}  // namespace throughline::storage
