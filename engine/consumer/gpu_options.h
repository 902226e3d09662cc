// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/consumer/gpu_facts.h"

namespace throughline::consumer {

/// How this machine's GPUs are reached: found by the program, handed down to whoever needs it.
struct GpuAccess {
    std::string plugin{};                ///< path
    std::vector<std::string> command{};  ///< serves a plug-in, whose path comes behind it
    /// A call that takes longer is taken for hung.
    std::chrono::milliseconds patience{20'000};
    /// Up to the first answer of a process: a driver may take long to wake a GPU, without
    /// persistence mode, beside seven others, or with libraries on a cold disk.
    std::chrono::milliseconds waking_patience{60'000};
    /// For the end of a process, which takes its GPU's memory down; profilers write theirs then.
    std::chrono::milliseconds closing_patience{3'000};
    GpuPluginReport report{};  ///< what the plug-in said of the machine
};

enum class GpuPhase : std::uint8_t { Inference, Training };

/// What a GPU does with batches of pixels [images, height_px, width_px, 3], uint8.
struct GpuOptions {
    GpuAccess access{};
    std::uint32_t device = 0;          ///< index of access.report.devices
    std::string network = "transfer";  ///< copy and normalise only; or an id of the catalogue
    bool proxy = false;                ///< of that network: a stand-in that needs no library
    GpuPhase phase = GpuPhase::Inference;
    std::uint32_t width_px = 0;
    std::uint32_t height_px = 0;
    /// Batches hold encoded images (encoded_room.h), which the device decodes.
    bool decodes = false;
    bool smooth_chroma = true;  ///< brings their colour to full resolution by interpolation
    bool pinned = true;         ///< batches lie in memory that the device copies from by itself
    /// The ceiling: the same steps over batches that lie on the device; nothing is copied.
    bool resident = false;
    /// Else: for how long that ceiling is measured before the first batch, and again after the
    /// last; 0 = not at all.
    double ceiling_seconds = 0.0;
};

/// Side figures of a device; none = not to be had.
struct GpuSideFigures {
    std::optional<double> utilisation_percent{};
    std::optional<double> memory_used_bytes{};
    std::optional<double> power_watts{};
    std::optional<double> clock_hertz{};
    std::optional<double> temperature_celsius{};
};

/// The rate of a GPU alone, with batches that lie on it.
struct GpuCeiling {
    double images_per_second = 0.0;
    std::optional<double> clock_hertz{};  ///< of its multiprocessors amid it
    std::vector<double> groups{};         ///< rates of stretches of that time
};

/// What a GPU did since it was opened. Times are from events of the device.
struct GpuState {
    std::uint32_t device = 0;
    std::uint64_t copied_bytes = 0;
    Nanoseconds copy_time{};  ///< decoding included, where it decodes
    Nanoseconds step_time{};
    Nanoseconds gap_time{};       ///< of the compute stream, between steps
    Nanoseconds exchange_time{};  ///< of gradients, with the waiting for other GPUs
    std::uint64_t steps = 0;
    std::optional<double> loss{};  ///< of the last step; training only
    bool diverged = false;         ///< training whose loss was not a number
    GpuSideFigures side{};
    std::string side_problem{};          ///< why they cannot be asked for; "" = they can
    std::string description{};           ///< device, work, plug-in: a sentence for the record
    std::string proxy_of{};              ///< network that a stand-in ran for; "" = no stand-in
    std::string decoder{};               ///< what decodes, for people; "" = batches are pixels
    std::string decode_way{};            ///< of it, what of the GPU: "8 JPEG engines of the GPU"
    std::uint64_t decoded_together = 0;  ///< images, by the way that `decoder` names
    std::uint64_t decoded_singly = 0;    ///< images that way did not take
    std::uint64_t decode_failed = 0;  ///< images that could not be decoded: their pixels are black
    std::uint64_t decoded_by_processor = 0;  ///< images too large for their place in a batch
    std::string pin_problem{};  ///< why memory could not be pinned; "" = it was, or need not be
    std::optional<GpuCeiling> ceiling{};        ///< see GpuOptions::ceiling_seconds
    std::string ceiling_problem{};              ///< how far its stretches lie apart; "" = steady
    std::optional<GpuCeiling> ceiling_after{};  ///< measured again when the run had ended
    std::string ceiling_after_problem{};        ///< why there is none; "" = none was due, or it is
    bool exchanges = false;          ///< it trains together with the other GPUs of the run
    std::uint64_t steps_alone = 0;   ///< of those, where others had no batch: weights differ since
    std::string exchange_problem{};  ///< why it does not; "" = it does, or need not
    std::string remarks{};           ///< of the plug-in, in whole sentences; "" = none
};

/// What keeps a batch from being larger still.
enum class BatchLimit : std::uint8_t {
    Memory,   ///< of the device
    Values,   ///< a tensor may have no 2^31 of them, for our kernels and for older cuDNN
    Setting,  ///< batch.images
};

/// What came of looking for the largest batch.
struct BatchFit {
    std::uint32_t images = 0;
    BatchLimit limit = BatchLimit::Memory;
    std::uint32_t refused = 0;     ///< the smallest batch that the device did not hold; 0 = none
    std::uint64_t free_bytes = 0;  ///< of the device, before anything was taken; 0 = unknown
};

}  // namespace throughline::consumer
