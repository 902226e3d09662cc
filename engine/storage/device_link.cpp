// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/device_link.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::storage {
namespace {

namespace fs = std::filesystem;

constexpr double kGiga = 1e9;
constexpr double kMega = 1e6;
constexpr double kBitsPerByte = 8.0;
constexpr double k8b10b = 8.0 / 10.0;

std::string text_in(const fs::path& file) {
    const auto text = read_whole_file(file.string(), 4096);
    return text ? std::string(trim(*text)) : std::string();
}

/// The number that a text begins with: 8.0 of "8.0 GT/s PCIe". Not "Unknown".
std::optional<double> leading_number(std::string_view text) {
    return number_in<double>(text.substr(0, text.find(' ')));
}

double pcie_code(double giga_transfers) {
    return giga_transfers <= 5.0 ? k8b10b : giga_transfers <= 32.0 ? 128.0 / 130.0 : 242.0 / 256.0;
}

std::optional<DeviceLink> pcie_link(const fs::path& folder) {
    const std::string speed_text = text_in(folder / "current_link_speed");
    const std::string width_text = text_in(folder / "current_link_width");
    const auto speed = leading_number(speed_text);
    const auto width = leading_number(width_text);
    if (!speed || !width || *speed <= 0.0 || *width <= 0.0) {
        return std::nullopt;
    }
    return DeviceLink{
        .name = "PCIe " + speed_text.substr(0, speed_text.find(' ')) + " GT/s x" + width_text,
        .bytes_per_s = *speed * kGiga * *width * pcie_code(*speed) / kBitsPerByte};
}

/// Of a port's folder, "ata3".
std::optional<DeviceLink> sata_link(const fs::path& folder) {
    const std::string name = folder.filename().string();
    if (!name.starts_with("ata") || name.size() == 3) {
        return std::nullopt;
    }
    const std::string link = "link" + name.substr(3);
    const std::string text = text_in(folder / link / "ata_link" / link / "sata_spd");
    const auto speed = leading_number(text);
    if (!speed || *speed <= 0.0) {
        return std::nullopt;
    }
    return DeviceLink{.name = "SATA " + text,
                      .bytes_per_s = *speed * kGiga * k8b10b / kBitsPerByte};
}

std::optional<DeviceLink> usb_link(const fs::path& folder) {
    std::error_code error;
    const auto speed = leading_number(text_in(folder / "speed"));
    if (!fs::exists(folder / "idVendor", error) || !speed || *speed <= 0.0) {
        return std::nullopt;
    }
    const double code = *speed < 5000.0 ? 1.0 : *speed < 10000.0 ? k8b10b : 128.0 / 132.0;
    return DeviceLink{.name = "USB " + text_in(folder / "speed") + " Mbit/s",
                      .bytes_per_s = *speed * kMega * code / kBitsPerByte};
}

/// NVMe disks that a cloud's hypervisor shows: what they say of a link is nobody's.
bool is_of_a_cloud(const std::string& model) {
    static constexpr std::array<std::string_view, 3> kBegin{"Amazon ", "Microsoft ", "nvme_card"};
    return std::ranges::any_of(kBegin,
                               [&](std::string_view begin) { return model.starts_with(begin); });
}

}  // namespace

Result<DeviceLink> link_of(const std::string& sysfs, const BlockDevice& device) {
    const auto unknown = [](std::string why) {
        return Error{.code = ErrorCode::NotFound, .what = std::move(why)};
    };
    if (device.is_virtual || is_of_a_cloud(device.model)) {
        return unknown(say_english("a hypervisor decides what lies below %1", device.name));
    }
    std::error_code error;
    std::optional<DeviceLink> narrowest;
    for (fs::path folder = fs::canonical(sysfs + "/block/" + device.name + "/device", error);
         !error && folder.has_relative_path();
         folder = folder.parent_path()) {
        for (const auto& found : {pcie_link(folder), sata_link(folder), usb_link(folder)}) {
            if (found && (!narrowest || found->bytes_per_s < narrowest->bytes_per_s)) {
                narrowest = found;
            }
        }
    }
    if (!narrowest) {
        return unknown(say_english("no link of %1 is told", device.name));
    }
    return *std::move(narrowest);
}

}  // namespace throughline::storage
