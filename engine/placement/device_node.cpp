// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/device_node.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "engine/base/file_descriptor.h"

namespace throughline::placement {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t nodes_of(const std::string& sys) {
    std::error_code error;
    const auto is_node = [](const fs::directory_entry& entry) {
        const std::string name = entry.path().filename();
        constexpr std::size_t kPrefix = 4;
        return name.starts_with("node") && name.size() > kPrefix &&
               name.find_first_not_of("0123456789", kPrefix) == std::string::npos;
    };
    return std::count_if(fs::directory_iterator(sys + "/devices/system/node", error),
                         fs::directory_iterator(),
                         is_node);
}

}  // namespace

std::optional<std::uint32_t> node_of_device(std::string pci_address, const std::string& sys) {
    std::transform(pci_address.begin(), pci_address.end(), pci_address.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    constexpr std::size_t kBytes = 64;
    const auto text =
        read_whole_file(sys + "/bus/pci/devices/" + pci_address + "/numa_node", kBytes);
    int node = -1;  // as the kernel says where it does not know
    if (text) {
        std::from_chars(text->data(), text->data() + text->size(), node);
    }
    return node >= 0 && nodes_of(sys) > 1 ? std::optional(static_cast<std::uint32_t>(node))
                                          : std::nullopt;
}

}  // namespace throughline::placement
