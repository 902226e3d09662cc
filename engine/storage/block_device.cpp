// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/block_device.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"

namespace throughline::storage {
namespace {

namespace fs = std::filesystem;

// device mapper may be stacked (LVM on crypt on md); a limit keeps a broken tree from going on.
constexpr int kStackDepthMax = 16;
constexpr std::uint64_t kSectorBytes = 512;  // sysfs-block "size" counts these on every device

using DisksByName = std::map<std::string, BlockDevice>;

std::string read_text(const fs::path& path) {
    auto text = read_whole_file(path.string(), 1U << 16U);
    if (!text) {
        return {};
    }
    while (!text->empty() && (text->back() == '\n' || text->back() == ' ')) {
        text->pop_back();
    }
    return *std::move(text);
}

std::uint64_t read_number(const fs::path& path) {
    const std::string text = read_text(path);
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::vector<fs::path> entries(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        found.push_back(it->path());
    }
    return found;
}

BlockDevice describe_disk(const fs::path& folder) {
    BlockDevice disk;
    disk.name = folder.filename().string();
    // A slash in a kernel name is written '!' in sysfs and '/' in /proc/diskstats ("cciss!c0d0").
    std::replace(disk.name.begin(), disk.name.end(), '!', '/');
    disk.model = read_text(folder / "device/model");
    disk.is_virtual = disk.name.starts_with("vd") || disk.name.starts_with("xvd");
    const std::string rotational = read_text(folder / "queue/rotational");
    if (!rotational.empty() && !disk.is_virtual) {
        disk.rotational = rotational != "0";
    }
    disk.scheduler = chosen_scheduler(read_text(folder / "queue/scheduler"));
    disk.bytes = read_number(folder / "size") * kSectorBytes;
    disk.logical_block_bytes =
        static_cast<std::uint32_t>(read_number(folder / "queue/logical_block_size"));
    return disk;
}

/// Whether `name` is "nvme0c1n1", a path of the multipath disk "nvme0n1".
bool is_path_of(std::string_view name, std::string_view disk) {
    const std::size_t n = disk.rfind('n');
    const std::string_view subsystem = disk.substr(0, n);
    if (n == 0 || n == std::string_view::npos || !name.starts_with(subsystem)) {
        return false;
    }
    name.remove_prefix(subsystem.size());
    if (!name.starts_with('c')) {
        return false;
    }
    name.remove_prefix(1);
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    return digits > 0 && name.substr(digits) == disk.substr(n);
}

/// The paths of a multipath NVMe disk, which count its I/O: its own row was empty until Linux 6.4,
/// and both together would count every byte twice.
/// Source: drivers/nvme/host/multipath.c; the subsystem's folder links its controllers.
std::vector<fs::path> nvme_paths(const fs::path& folder) {
    std::vector<fs::path> paths;
    const std::string disk = folder.filename().string();
    if (!disk.starts_with("nvme") ||
        !folder.parent_path().filename().string().starts_with("nvme-subsys")) {
        return paths;
    }
    for (const fs::path& controller : entries(folder.parent_path())) {
        if (controller.filename() == folder.filename()) {
            continue;
        }
        for (const fs::path& path : entries(controller)) {
            if (is_path_of(path.filename().string(), disk)) {
                paths.push_back(path);
            }
        }
    }
    return paths;
}

/// `folder` is the resolved device folder, …/block/sda/sda2.
void collect(const fs::path& folder, int depth, DisksByName& disks) {
    std::error_code error;
    if (depth > kStackDepthMax) {
        return;
    }
    if (fs::exists(folder / "partition", error)) {
        collect(folder.parent_path(), depth + 1, disks);
        return;
    }
    auto members = entries(folder / "slaves");
    if (members.empty()) {
        members = nvme_paths(folder);
    }
    for (const fs::path& member : members) {
        const fs::path resolved = fs::canonical(member, error);
        if (!error) {
            collect(resolved, depth + 1, disks);
        }
    }
    if (members.empty()) {
        BlockDevice disk = describe_disk(folder);
        disks.emplace(disk.name, std::move(disk));
    }
}

std::vector<BlockDevice> in_order(DisksByName disks) {
    std::vector<BlockDevice> list;
    for (auto& [name, disk] : disks) {
        list.push_back(std::move(disk));
    }
    return list;
}

std::vector<BlockDevice> disks_below(const fs::path& link) {
    std::error_code error;
    const fs::path folder = fs::canonical(link, error);
    DisksByName disks;
    if (!error) {
        collect(folder, 0, disks);
    }
    return in_order(std::move(disks));
}

}  // namespace

std::string chosen_scheduler(std::string_view text) {
    const std::size_t open = text.find('[');
    const std::size_t close = text.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
        return std::string(text);
    }
    return std::string(text.substr(open + 1, close - open - 1));
}

std::vector<BlockDevice> whole_disks(const std::string& sysfs, unsigned major, unsigned minor) {
    return disks_below(fs::path(sysfs) / "dev/block" /
                       (std::to_string(major) + ":" + std::to_string(minor)));
}

std::vector<BlockDevice> whole_disks(const std::string& sysfs, std::string_view kernel_name) {
    return disks_below(fs::path(sysfs) / "class/block" / kernel_name);
}

std::vector<BlockDevice> btrfs_disks(const std::string& sysfs, std::string_view kernel_name) {
    std::error_code error;
    for (const fs::path& file_system : entries(fs::path(sysfs) / "fs/btrfs")) {
        const fs::path devices = file_system / "devices";
        if (!fs::exists(devices / kernel_name, error)) {
            continue;
        }
        DisksByName disks;
        for (const fs::path& member : entries(devices)) {
            const fs::path resolved = fs::canonical(member, error);
            if (!error) {
                collect(resolved, 0, disks);
            }
        }
        return in_order(std::move(disks));
    }
    return {};
}

}  // namespace throughline::storage
