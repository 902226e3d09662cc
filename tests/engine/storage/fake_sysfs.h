// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {

/// A copy in small of what /sys tells about block devices.
class FakeSysfs {
public:
    std::string root() const { return folder_.path(); }

    /// A whole device; `number` is "259:0".
    void add_disk(const std::string& name, const std::string& number) const {
        const auto folder = devices() / name;
        make(folder, name, number);
        put(folder / "size", "2048\n");
        put(folder / "queue/rotational", name.starts_with("sd") ? "1\n" : "0\n");
        put(folder / "queue/scheduler", "[none] mq-deadline\n");
        put(folder / "queue/logical_block_size", "512\n");
        put(folder / "device/model", "Model of " + name + "   \n");
    }
    void add_partition(const std::string& disk,
                       const std::string& name,
                       const std::string& number) const {
        const auto folder = devices() / disk / name;
        make(folder, name, number);
        put(folder / "partition", "1\n");
    }
    /// `upper` (dm, md) lies on `member`, a disk ("sda") or a partition ("sda/sda2").
    void stack(const std::string& upper, const std::string& member) const {
        const auto slaves = devices() / upper / "slaves";
        std::filesystem::create_directories(slaves);
        const std::filesystem::path below = devices() / member;
        std::filesystem::create_directory_symlink(below, slaves / below.filename());
    }
    /// The disk hangs in this folder below devices/, as "pci0/0000:01:00.0/ata3".
    void hang_in(const std::string& disk, const std::string& folder) const {
        const auto at = std::filesystem::path(root()) / "devices" / folder / "host/0:0:0:0";
        std::filesystem::create_directories(at);
        const auto block = std::filesystem::path(root()) / "block" / disk;
        std::filesystem::create_directories(block);
        std::filesystem::create_directory_symlink(at, block / "device");
    }
    /// A file below devices/.
    void tell(const std::string& file, const std::string& text) const {
        put(std::filesystem::path(root()) / "devices" / file, text + "\n");
    }
    /// "nvme0n1" with a controller for each of its paths, "nvme0c0n1".
    void add_multipath_nvme(const std::string& number,
                            const std::vector<std::string>& paths) const {
        const auto subsystem = std::filesystem::path(root()) / "devices/virtual/nvme-subsys0";
        make(subsystem / "nvme0n1", "nvme0n1", number);
        put(subsystem / "nvme0n1/size", "2048\n");
        for (const std::string& path : paths) {
            const auto controller =
                std::filesystem::path(root()) / "devices/pci/nvme" / ("of_" + path);
            put(controller / path / "size", "2048\n");
            std::filesystem::create_directory_symlink(controller, subsystem / ("of_" + path));
        }
    }
    void add_to_btrfs(const std::string& uuid, const std::string& member) const {
        const auto list = std::filesystem::path(root()) / "fs/btrfs" / uuid / "devices";
        std::filesystem::create_directories(list);
        const std::filesystem::path below = devices() / member;
        std::filesystem::create_directory_symlink(below, list / below.filename());
    }

private:
    std::filesystem::path devices() const {
        return std::filesystem::path(root()) / "devices/pci/block";
    }
    void make(const std::filesystem::path& folder,
              const std::string& name,
              const std::string& number) const {
        std::filesystem::create_directories(folder);
        for (const auto& link : {"dev/block/" + number, "class/block/" + name}) {
            const auto at = std::filesystem::path(root()) / link;
            std::filesystem::create_directories(at.parent_path());
            std::filesystem::create_directory_symlink(folder, at);
        }
    }
    static void put(const std::filesystem::path& path, const std::string& text) {
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
    }

    TempFolder folder_;
};

}  // namespace throughline::storage
