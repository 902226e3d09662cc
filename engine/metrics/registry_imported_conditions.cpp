// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/metrics/registry_entry.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics::tables {
namespace {

constexpr auto kEntries = std::to_array<MetricInfo>({
    condition("job", "text", "Job", "Name that the tool gave the run."),
    condition(
        "io_engine", "text", "I/O engine", "How the tool did its I/O: libaio, io_uring, psync."),
    condition("io_outstanding",
              "1",
              "Requests in flight",
              "Requests that all workers together kept in flight."),
    condition(
        "direct_io", "1", "Direct I/O", "Whether the tool bypassed the page cache: 1 yes, 0 no."),
    condition("read_share", "%", "Share of reads", "Share of reads in a mixed pattern."),
    condition("accelerator", "text", "Accelerator", "Accelerator that was used or emulated."),
    condition("image_size_px", "px", "Image size", "Edge of the images that the model takes."),
    condition("file_size", "bytes", "File size", "Size of one file."),
    condition("file_count", "1", "Files", "Number of files."),
    condition("step_axis",
              "text",
              "Axis without times",
              "What the time of the samples counts where the file has no times: steps or rows."),
    condition("excerpt",
              "text",
              "Excerpt from",
              "When the samples begin of a run that its source prints a part of; their time counts "
              "from there."),
    condition("file_size_is",
              "text",
              "File size is",
              "exact: a published share is of files of just this size, not of those up to twice "
              "as large."),
    condition("source_file", "text", "Source file", "File that the run was imported from."),
    condition("command", "text", "Command", "Command that was run."),
    condition("label", "text", "Label", "Label of a series in the tool it comes from."),
    condition(
        "statement", "text", "Statement", "That a published figure is its source's estimate."),
    condition("cpu_count", "1", "CPUs", "Number of CPUs of the host."),
    condition("period_seconds", "s", "Period", "Time between two values."),
});

}  // namespace

std::span<const MetricInfo> imported_conditions() noexcept {
    return kEntries;
}

}  // namespace throughline::metrics::tables
