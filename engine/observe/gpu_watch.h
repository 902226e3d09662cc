// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace throughline::observe {

/// Means of what the driver tells of a GPU; none: it does not tell.
struct GpuLoad {
    std::optional<double> utilisation{};  ///< share of the time with any kernel running, %
    /// Bytes received over PCIe, of what its lanes carry at their present rate, %.
    std::optional<double> link_share{};
    std::optional<double> power_w{};
    std::optional<double> clock_hz{};
};

/// Asks NVIDIA's management library (NVML) for the load of GPUs, four times a second in a thread of
/// its own, since an answer may take 20 ms. The library is loaded when a GPU is first asked for.
/// Thread: one owner. Blocks: when it goes, for the answer that is under way.
/// Source: NVML API reference; PCI Express base specification, data rate of a lane.
class GpuWatch {
public:
    GpuWatch();
    ~GpuWatch();
    GpuWatch(GpuWatch&&) noexcept;
    GpuWatch& operator=(GpuWatch&&) noexcept;
    GpuWatch(const GpuWatch&) = delete;
    GpuWatch& operator=(const GpuWatch&) = delete;

    /// `minors`: N of /dev/nvidiaN. Those that were asked for before stay.
    void watch(const std::set<int>& minors);
    /// Means since the last call, by minor number.
    std::map<int, GpuLoad> take();
    /// Why nothing is told of the GPUs that are watched, an English message; "" where something is,
    /// or may still come.
    std::string missing() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;  ///< null until a GPU is watched
};

/// Bytes per second that a lane of PCI Express carries in one direction, encoding taken off.
/// `generation`: from 1; none: an unknown one.
std::optional<double> pcie_lane_bytes_per_second(unsigned generation) noexcept;

}  // namespace throughline::observe
