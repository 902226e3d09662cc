// SPDX-License-Identifier: Apache-2.0
// The spec's keys for how images flow: shards, advice to the kernel, order, caches, placement.
#include <array>

#include "engine/metrics/registry_entry.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics::tables {
namespace {

constexpr auto kEntries = std::to_array<MetricInfo>({
    condition("dataset.feature",
              "text",
              "TFRecord feature",
              "Feature of a tf.train.Example that holds the image; empty: found."),
    condition("dataset.block_bytes",
              "bytes",
              "Block of the data set",
              "Size of the blocks that files are cut into; 0 takes whole files."),
    condition("dataset.nodes",
              "1",
              "Nodes that share the data",
              "Nodes among which the data are shared out, by whole shards or files."),
    condition("dataset.node", "1", "Node of the share", "The node whose share was read, from 0."),
    condition("dataset.access",
              "text",
              "Access to shards",
              "Images in shards are read by their place, or shards from start to end."),
    condition("dataset.interleave",
              "1",
              "Shards interleaved",
              "Shards that each reader thread reads at once."),
    condition("dataset.shuffle_window",
              "1",
              "Shuffle window",
              "Images held back to draw the next one from at random; 0: none."),
    condition("dataset.verify", "1", "Verify records", "Each record was verified as it was read."),
    condition("storage.fadvise",
              "text",
              "Advice to the kernel",
              "What the kernel was told about buffered reads (posix_fadvise)."),
    condition("storage.read_ahead",
              "1",
              "Reads in advance",
              "Buffered reads that were opened and asked for in advance."),
    condition("storage.register_buffers",
              "1",
              "Registered buffers",
              "Read buffers were pinned once for the run (io_uring)."),
    condition("pipeline.ordered",
              "1",
              "Order kept",
              "Batches hold the images in exactly the order they were asked for."),
    condition("pipeline.prefetch_images",
              "1",
              "Prefetch",
              "Encoded images that may wait for decoders; 0: by the queue depth."),
    condition("cache.kind",
              "text",
              "Cache of the program",
              "What the program keeps in memory from the first epoch on."),
    condition(
        "cache.budget_bytes", "bytes", "Cache budget", "Memory for the cache of the program."),
    condition(
        "placement.policy", "text", "Thread placement", "Which processors the threads ran on."),
    condition(
        "epochs", "1", "Epochs asked for", "Epochs that were measured where no duration was set."),
});

}  // namespace

std::span<const MetricInfo> flow_conditions() noexcept {
    return kEntries;
}

}  // namespace throughline::metrics::tables
