// SPDX-License-Identifier: Apache-2.0
// The one home of every spec key: type, default, limits and words.
#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>

#include "engine/run/settings.h"

namespace throughline::run {
namespace {

constexpr std::array<const char*, 1> kFormats{"folder"};
constexpr std::array<const char*, 2> kOrders{"shuffle", "sequential"};
constexpr std::array<const char*, 2> kReaders{"io_uring", "pread"};
constexpr std::array<const char*, 1> kDecodeModes{"resize"};
constexpr std::array<const char*, 1> kOutputs{"uint8"};
constexpr std::array<const char*, 2> kConsumers{"null", "paced"};
constexpr std::array<const char*, 3> kPageCaches{"cold", "warm", "as_is"};
constexpr std::array<const char*, 4> kStages{"full", "storage", "decode", "consumer"};

constexpr std::int64_t kDecodeThreadsMax = 1024;
/// Largest integer that every JSON reader holds exactly (RFC 8259, section 6).
constexpr double kSeedMax = 9007199254740991.0;
constexpr double kDaySeconds = 86400.0;

SettingInfo integer(const char* key,
                    const char* unit,
                    std::int64_t value,
                    double minimum,
                    double maximum,
                    const char* meaning) {
    return {.key = key,
            .type = SettingType::Integer,
            .unit = unit,
            .default_value = value,
            .minimum = minimum,
            .maximum = maximum,
            .choices = {},
            .meaning = meaning};
}

SettingInfo seconds(const char* key, double value, double maximum, const char* meaning) {
    return {.key = key,
            .type = SettingType::Real,
            .unit = "s",
            .default_value = value,
            .minimum = 0.0,
            .maximum = maximum,
            .choices = {},
            .meaning = meaning};
}

SettingInfo choice(const char* key, std::span<const char* const> choices, const char* meaning) {
    return {.key = key,
            .type = SettingType::Choice,
            .unit = "",
            .default_value = std::string(choices.front()),
            .minimum = 0.0,
            .maximum = 0.0,
            .choices = choices,
            .meaning = meaning};
}

std::int64_t core_count() {
    const auto cores = static_cast<std::int64_t>(std::thread::hardware_concurrency());
    return std::clamp<std::int64_t>(cores, 1, kDecodeThreadsMax);
}

std::vector<SettingInfo> dataset_settings() {
    return {
        {.key = "dataset.path",
         .type = SettingType::Text,
         .unit = "",
         .default_value = std::string(),
         .minimum = 0.0,
         .maximum = 0.0,
         .choices = {},
         .meaning = "Folder with the images; sweep it to compare the same data on several disks."},
        choice("dataset.format", kFormats, "How the images are stored."),
        choice("dataset.order",
               kOrders,
               "Order of reading: reshuffled every epoch, or by name as listed."),
        integer("dataset.seed", "", 1, 0.0, kSeedMax, "Seed of the shuffled order."),
    };
}

std::vector<SettingInfo> storage_settings() {
    SettingInfo direct{.key = "storage.direct",
                       .type = SettingType::Boolean,
                       .unit = "",
                       .default_value = true,
                       .minimum = 0.0,
                       .maximum = 1.0,
                       .choices = {},
                       .meaning = "Read with O_DIRECT, past the page cache."};
    SettingInfo block = integer("storage.block_bytes",
                                "bytes",
                                0,
                                0.0,
                                64.0 * 1024 * 1024,
                                "Size of one read request; 0 reads each file in one request.");
    block.step = 4096;
    return {
        choice("storage.reader", kReaders, "How bytes are read: io_uring or blocking pread."),
        std::move(direct),
        integer("storage.queue_depth",
                "",
                32,
                1.0,
                4096.0,
                "Reads that io_uring keeps in flight, per reader thread."),
        std::move(block),
        integer("storage.threads", "", 1, 1.0, 256.0, "Reader threads."),
    };
}

std::vector<SettingInfo> processing_settings() {
    return {
        integer("decode.threads",
                "",
                core_count(),
                1.0,
                static_cast<double>(kDecodeThreadsMax),
                "Decoder threads; the default is one per processor core."),
        choice("decode.mode", kDecodeModes, "What is done to each image: resize it whole."),
        integer("decode.width_px", "px", 224, 16.0, 4096.0, "Width of a decoded image."),
        integer("decode.height_px", "px", 224, 16.0, 4096.0, "Height of a decoded image."),
        choice("decode.output", kOutputs, "Type of a decoded value."),
        integer("batch.images", "", 64, 1.0, 4096.0, "Images in a batch."),
        integer("batch.slots", "", 4, 2.0, 64.0, "Batches in the arena."),
        choice("consumer.kind",
               kConsumers,
               "What takes the batches: nothing at all, or a paced stand-in for an accelerator."),
        seconds("consumer.batch_seconds",
                0.0,
                3600.0,
                "How long the paced consumer holds each batch: the step time of the accelerator "
                "that it emulates."),
    };
}

std::vector<SettingInfo> run_settings() {
    return {
        choice("page_cache",
               kPageCaches,
               "State of the page cache at the start: evicted and verified, read once before, or "
               "left as it is."),
        choice("stages",
               kStages,
               "What is measured: the full pipeline, or one stage alone, which is its ceiling."),
        seconds("warmup_seconds", 2.0, kDaySeconds, "Time before the measured part."),
        seconds("duration_seconds", 10.0, kDaySeconds, "Measured time; 0 measures one epoch."),
        integer("repeats", "", 1, 1.0, 100.0, "How often each point is measured."),
    };
}

std::vector<SettingInfo> make_table() {
    std::vector<SettingInfo> table;
    for (auto part :
         {dataset_settings(), storage_settings(), processing_settings(), run_settings()}) {
        table.insert(table.end(), part.begin(), part.end());
    }
    return table;
}

}  // namespace

std::span<const SettingInfo> all_settings() noexcept {
    static const std::vector<SettingInfo> table = make_table();
    return table;
}

}  // namespace throughline::run
