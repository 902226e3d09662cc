// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/tier_choice.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/pipeline/image_read.h"
#include "engine/spec/choices.h"
#include "engine/spec/setting_use.h"
#include "engine/storage/tiered_reader.h"

namespace throughline::measure {
namespace {

constexpr std::uint64_t kPageBytes = storage::BufferPool::kPageBytes;  // of a stream's chunks
constexpr std::uint64_t kEntryBytes = 72;  ///< with its places in the table
constexpr const char* kFolder = "/var/tmp";

/// In whole blocks.
std::uint64_t room_of(std::uint64_t bytes, std::uint64_t block_bytes) {
    return (bytes + block_bytes - 1) / block_bytes * block_bytes;
}

/// In how many pieces a data set is read, and what they take in whole blocks.
struct Pieces {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
};

Pieces pieces_by_index(const pipeline::PipelineOptions& options, std::uint64_t block_bytes) {
    const dataset::ImageSet& images = *options.images;
    Pieces pieces{.count = images.size()};
    for (std::size_t i = 0; i < images.size(); ++i) {
        pieces.bytes += room_of(pipeline::range_of(images, i, options.verify).bytes, block_bytes);
    }
    return pieces;
}

/// Chunks as StreamReadWorker asks for them.
Pieces pieces_of_streams(const pipeline::PipelineOptions& options, std::uint64_t block_bytes) {
    const dataset::ImageSet& images = *options.images;
    Pieces pieces;
    for (std::size_t file = 0; file < images.file_count(); ++file) {
        const auto range = images.images_of(file);
        if (range.first == range.last) {
            continue;
        }
        const auto first = pipeline::range_of(images, range.first, options.verify);
        const auto last = pipeline::range_of(images, range.last - 1, options.verify);
        const std::uint64_t begin = first.offset_bytes / kPageBytes * kPageBytes;
        const std::uint64_t end = std::max(last.offset_bytes + last.bytes, begin + 1);
        const std::uint64_t whole = (end - begin) / options.chunk_bytes;
        const std::uint64_t rest = (end - begin) % options.chunk_bytes;
        pieces.count += whole + (rest > 0 ? 1 : 0);
        pieces.bytes += whole * room_of(options.chunk_bytes, block_bytes);
        pieces.bytes += room_of(rest, block_bytes);
    }
    return pieces;
}

}  // namespace

std::uint64_t ChosenTier::memory_bytes() const noexcept {
    return options.entries_max * kEntryBytes + (options.folder.empty() ? options.budget_bytes : 0);
}

std::optional<ChosenTier> choose_tier(const spec::Settings& settings,
                                      const pipeline::PipelineOptions& options) {
    if (!spec::has_read_tier(settings) || !pipeline::reads(options.stages)) {
        return std::nullopt;
    }
    const std::string& path = spec::text_of(settings, "cache.path");
    const std::string folder = spec::text_of(settings, "cache.kind") == "memory" ? std::string()
                               : path.empty()                                    ? kFolder
                                                                                 : path;
    const std::uint64_t block_bytes = storage::tier_block_bytes(folder);
    const Pieces pieces = options.stream ? pieces_of_streams(options, block_bytes)
                                         : pieces_by_index(options, block_bytes);
    const auto budget =
        static_cast<std::uint64_t>(spec::integer_of(settings, "cache.budget_bytes"));
    return ChosenTier{
        .options = {.folder = folder,
                    .budget_bytes = budget == 0 ? pieces.bytes : std::min(budget, pieces.bytes),
                    .policy = spec::choice_of<storage::TierPolicy>(settings, "cache.policy"),
                    .entries_max = pieces.count},
        .data_bytes = pieces.bytes,
        .copied_before = spec::text_of(settings, "cache.fill") == "before"};
}

Result<std::shared_ptr<storage::ReadTier>> make_tier(const std::optional<ChosenTier>& chosen) {
    if (!chosen) {
        return std::shared_ptr<storage::ReadTier>();
    }
    if (chosen->copied_before && chosen->options.budget_bytes < chosen->data_bytes) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("cache.fill=before: the data set takes %1 and cache.budget_bytes "
                                 "is %2; 0 is as much as it takes",
                                 format_binary(chosen->data_bytes),
                                 format_binary(chosen->options.budget_bytes))};
    }
    return storage::ReadTier::open(chosen->options);
}

void put_in_front(const std::shared_ptr<storage::ReadTier>& tier,
                  pipeline::PipelineOptions& options) {
    if (tier == nullptr) {
        return;
    }
    options.make_reader =
        [tier, behind = std::move(options.make_reader)](
            const storage::ReaderOptions& reader,
            const storage::BufferPool& pool) -> Result<std::unique_ptr<storage::Reader>> {
        auto made = behind(reader, pool);
        return made ? storage::make_tiered_reader(reader, pool, *std::move(made), tier)
                    : std::move(made);
    };
}

}  // namespace throughline::measure
