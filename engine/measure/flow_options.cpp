// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/flow_options.h"

#include <cstdint>
#include <string_view>

#include "engine/spec/choices.h"
#include "engine/spec/setting_use.h"

namespace throughline::measure {
namespace {

using spec::boolean_of;
using spec::count_of;
using spec::integer_of;
using spec::text_of;

constexpr std::uint64_t kChunkBytesDefault = 1U << 20U;

}  // namespace

void put_flow_options(const spec::Settings& settings, pipeline::PipelineOptions& options) {
    options.stream = text_of(settings, "dataset.access") != "index";
    if (options.stream) {
        // Shards are read in chunks of this size; a chunk is one request.
        options.chunk_bytes =
            options.reader.block_bytes == 0 ? kChunkBytesDefault : options.reader.block_bytes;
        options.reader.block_bytes = 0;
    }
    options.interleave = count_of(settings, "dataset.interleave");
    options.shuffle_window = count_of(settings, "dataset.shuffle_window");
    options.verify = boolean_of(settings, "dataset.verify");
    options.ordered = boolean_of(settings, "pipeline.ordered");
    options.prefetch_images = count_of(settings, "pipeline.prefetch_images");
    if (!spec::has_read_tier(settings)) {  // which is no cache of the pipeline
        options.cache = spec::choice_of<pipeline::CacheKind>(settings, "cache.kind");
    }
    const auto budget = static_cast<std::uint64_t>(integer_of(settings, "cache.budget_bytes"));
    options.cache_bytes = budget == 0 ? UINT64_MAX : budget;
    if (options.epochs_max != 0) {
        options.epochs_max = static_cast<std::uint64_t>(integer_of(settings, "epochs"));
    }
}

}  // namespace throughline::measure
