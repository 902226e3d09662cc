// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "engine/base/say.h"
#include "engine/metrics/registry_tables.h"

namespace throughline::metrics::tables {
namespace {

constexpr auto kCaches = std::to_array<MetricInfo>({
    {.id = "epoch_images_per_second",
     .unit = "1/s",
     .shown_unit = "images/s",
     .title = to_say("Images/s of an epoch"),
     .meaning = to_say("Images per second of each whole epoch since the start, warm-up included; "
                       "of a run with a cache that fills, or of several whole epochs."),
     .formula = to_say("images delivered in the epoch / its seconds"),
     .source = to_say("the consumer's count"),
     .better = Better::Higher,
     .dimension = "epoch"},
    {.id = "epoch_seconds",
     .unit = "s",
     .title = to_say("Time of an epoch"),
     .meaning = to_say("Time of each whole epoch, until its last image was delivered; a copy of "
                       "the data set before the run is not in it."),
     .formula = to_say("sum of its seconds"),
     .source = to_say("the consumer's clock"),
     .better = Better::Lower,
     .dimension = "epoch"},
    {.id = "time_to_epoch_end",
     .unit = "s",
     .title = to_say("Time to the end of an epoch"),
     .meaning = to_say("From the beginning until an epoch was over: a copy of the data set before "
                       "the run and all epochs until then."),
     .formula = to_say("copy-in time + times of the epochs"),
     .source = to_say("the consumer's clock"),
     .better = Better::Lower,
     .dimension = "epoch"},
    {.id = "epoch_cache_bytes",
     .unit = "bytes",
     .title = to_say("Bytes from the cache in an epoch"),
     .meaning = to_say("Bytes of each whole epoch that came from the program's cache on a disk or "
                       "in memory; without one, that the readers asked for and the kernel did not "
                       "fetch."),
     .formula = to_say("bytes of the cache's hits, or max(0, requested bytes - fetched bytes)"),
     .source = to_say("the cache's counts, or the readers' counts and /proc/self/io"),
     .dimension = "epoch"},
    {.id = "epoch_fetched_bytes",
     .unit = "bytes",
     .title = to_say("Bytes from storage in an epoch"),
     .meaning = to_say("Bytes of each whole epoch that came from the data set's storage: what the "
                       "cache of the program did not have, what a store sent, or what the kernel "
                       "fetched for this program."),
     .formula = to_say("bytes of the cache's misses, bytes read, or growth of read_bytes"),
     .source = to_say("the cache's or the readers' counts, or /proc/self/io"),
     .dimension = "epoch"},
    {.id = "epoch_hit_share",
     .unit = "%",
     .title = to_say("Cache hits in an epoch"),
     .meaning = to_say("Share of each whole epoch's reads that the program's cache on a disk or in "
                       "memory served."),
     .formula = to_say("100 * hits / (hits + misses)"),
     .source = to_say("the cache's counts"),
     .better = Better::Higher,
     .dimension = "epoch"},
    {.id = "epoch_evictions",
     .unit = "1",
     .title = to_say("Evictions in an epoch"),
     .meaning = to_say("Reads that the program's cache on a disk or in memory had kept and gave up "
                       "for others, in each whole epoch."),
     .source = to_say("the cache's counts"),
     .better = Better::Lower,
     .dimension = "epoch"},
    {.id = "cache_evictions",
     .unit = "1",
     .title = to_say("Evictions"),
     .meaning = to_say("Reads that the program's cache on a disk or in memory had kept and gave up "
                       "for others, since the run began."),
     .source = to_say("the cache's counts"),
     .better = Better::Lower},
    {.id = "cache_held_bytes",
     .unit = "bytes",
     .title = to_say("Cache held"),
     .meaning = to_say("What the program's cache on a disk or in memory held, at the end of the "
                       "interval."),
     .formula = to_say("whole blocks of what it keeps"),
     .source = to_say("the cache's counts")},
    {.id = "tier_read_bytes_per_second",
     .unit = "bytes/s",
     .title = to_say("Read rate from the program's cache"),
     .meaning = to_say("Bytes per second that came from the program's cache on a disk or in "
                       "memory."),
     .formula = to_say("bytes of its hits / elapsed"),
     .source = to_say("the cache's counts")},
    {.id = "cache_hit_share",
     .unit = "%",
     .title = to_say("Cache hits"),
     .meaning =
         to_say("Share of the images that Throughline's own cache served, so that they were not "
                "read or decoded again; of a cache on a disk or in memory share of the reads since "
                "the run began."),
     .formula = to_say("100 * images or reads out of the cache / all of them"),
     .source = to_say("the cache's counts"),
     .better = Better::Higher},
});

}  // namespace

std::span<const MetricInfo> cache_metrics() noexcept {
    return kCaches;
}

}  // namespace throughline::metrics::tables
