// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/counters.h"

namespace throughline::pipeline {

void ReadCounters::add_to(Counts& counts) const noexcept {
    counts.images_read += images.read();
    counts.images_cached += cached.read();
    counts.images_failed += failed.read();
    counts.images_unread += failed.read();
    counts.bytes_requested += bytes_requested.read();
    counts.bytes_read += bytes_read.read();
    counts.reads += reads.read();
    counts.reads_failed += reads_failed.read();
    counts.verify_ns += verify_ns.read();
}

void DecodeCounters::add_to(Counts& counts) const noexcept {
    counts.images_decoded += images.read();
    counts.images_failed += failed.read();
    counts.images_progressive += progressive.read();
    counts.jpegs_decoded += jpegs.read();
    counts.pixels_decoded += pixels.read();
    counts.augment_ns += augment_ns.read();
    counts.augment_timed += augment_timed.read();
}

void ConsumeCounters::add_to(Counts& counts) const noexcept {
    counts.images_delivered += images.read();
    counts.batches += batches.read();
}

}  // namespace throughline::pipeline
