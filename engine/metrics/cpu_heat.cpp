// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/cpu_heat.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "engine/base/file_descriptor.h"

namespace throughline::metrics {
namespace {

std::optional<std::uint64_t> number_of_file(const std::string& path) {
    constexpr std::size_t kBytesMost = 1U << 16U;
    const auto text = read_whole_file(path, kBytesMost);
    if (!text || text->empty() || text->front() < '0' || text->front() > '9') {
        return std::nullopt;
    }
    return std::strtoull(text->c_str(), nullptr, 10);
}

}  // namespace

std::optional<std::uint64_t> heat_slowdowns(const std::string& folder) {
    // Threads of one core tell the count of the core, and all of a package that of the package.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> cores;
    std::map<std::uint64_t, std::uint64_t> packages;
    std::error_code none;
    for (int cpu = 0;; ++cpu) {
        const std::string place = folder + "/cpu" + std::to_string(cpu) + "/";
        if (!std::filesystem::is_directory(place, none)) {
            break;
        }
        const auto package = number_of_file(place + "topology/physical_package_id");
        const auto core = number_of_file(place + "topology/core_id");
        if (!package || !core) {
            continue;  // it is offline
        }
        if (const auto count = number_of_file(place + "thermal_throttle/core_throttle_count")) {
            cores[{*package, *core}] = *count;
        }
        if (const auto count = number_of_file(place + "thermal_throttle/package_throttle_count")) {
            packages[*package] = *count;
        }
    }
    if (cores.empty() && packages.empty()) {
        return std::nullopt;
    }
    std::uint64_t all = 0;
    for (const auto& [core, count] : cores) {
        all += count;
    }
    for (const auto& [package, count] : packages) {
        all += count;
    }
    return all;
}

}  // namespace throughline::metrics
