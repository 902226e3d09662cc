// SPDX-License-Identifier: Apache-2.0
// Panels of no study: of one's own runs alone.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

/// One job past the page cache, in these patterns: what else a baseline holds does not compare.
std::vector<Condition> grid_of(std::vector<std::string> patterns) {
    return {{.key = "pattern", .contains = std::move(patterns)},
            {.key = "pattern", .contains = {"metadata"}, .absent = true},
            {.key = "storage.direct", .contains = {"false"}, .absent = true},
            // All counts but 1.
            {.key = "storage.threads",
             .contains = {"0", "2", "3", "4", "5", "6", "7", "8", "9"},
             .absent = true}};
}

Lesson of_grids() {
    return {.sentences = {to_say("Small requests are bound by how many a disk answers, large ones "
                                 "by how many bytes it moves."),
                          to_say("With one request at a time the latency of each is the rate."),
                          to_say("More of them under way raise the rate until a limit is met, and "
                                 "only the latency after that."),
                          to_say("The smallest size and depth that reach the limit are the ones "
                                 "to read with.")},
            .figures = {},
            .setting = "storage.queue_depth",
            .scenario = "attached-disks"};
}

Panel storage_map() {
    View view = runs_of("storage.queue_depth", "read_requests_per_second", grid_of({"randread"}));
    view.points = Points::Map;
    view.rows = "storage.block_bytes";
    return {.id = "storage-map",
            .question = Question::WhichDisk,
            .title = to_say("Random reads by request size and depth"),
            .what = to_say("What a disk delivers, cell by cell; choose MB/s or a latency as the "
                           "colour"),
            .lesson = of_grids(),
            .views = {view},
            .not_measured = kSeeBaseline};
}

Panel storage_sizes() {
    View view =
        runs_of("storage.block_bytes", "requested_read_bytes_per_second", grid_of({"read"}));
    view.log_x = true;
    return {.id = "storage-sizes",
            .question = Question::WhichDisk,
            .title = to_say("MB/s and reads/s by request size"),
            .what = to_say("From which request size on the disk is at a limit that is known of it"),
            .lesson = of_grids(),
            .views = {view, also(view, "read_requests_per_second")},
            .not_measured = kSeeBaseline};
}

/// Nobody has published it, and no published run says what decoded.
Panel decode_devices() {
    return {.id = "decode-devices",
            .question = Question::HowManyThreads,
            .title = to_say("CPU against GPU decoding, by decode threads"),
            .what = to_say("From how many threads the CPU decodes faster than the GPU"),
            .lesson = {.sentences = {to_say("A GPU's JPEG engines decode at a rate of their own "
                                            "that threads of the processor do not change."),
                                     to_say("The processor's rate grows with its threads, so the "
                                            "two lines cross."),
                                     to_say("Left of the crossing the GPU should decode, right of "
                                            "it the processor."),
                                     to_say("A GPU that also trains has less time to decode, so "
                                            "measure both together.")},
                       .figures = {},
                       .setting = "decode.device"},
            .views = {runs_of("decode.threads", "images_per_second", {{.key = "decode.device"}})},
            .not_measured = kNeedsGpus};
}

Panel copy_stream_cache() {
    const View until =
        runs_of(kEpochOfRun, "time_to_epoch_end", {{.key = "cache.kind"}, {.key = "cache.fill"}});
    View first = runs_of(
        "dataset.path", "time_to_first_batch", {{.key = "cache.kind"}, {.key = "cache.fill"}});
    first.names = true;
    return {.id = "copy-stream-cache",
            .question = Question::CopyOrStream,
            .title = to_say("Copy first, stream, or cache?"),
            .what = to_say("After how many epochs a copy of the data set has paid, and whether a "
                           "cache in front of the store does better"),
            .lesson = {.sentences = {to_say("Streaming has its first batch at once and pays for "
                                            "the store in every epoch."),
                                     to_say("A copy pays once, before the first batch, and reads "
                                            "from the disk from then on."),
                                     to_say("A cache that fills while training has both, where it "
                                            "holds the data set."),
                                     to_say("A cache that holds less should keep what came first: "
                                            "what it lets in instead goes before it is used.")},
                       .figures = {},
                       .setting = "cache.kind"},
            .views = {until,
                      also(until, "epoch_seconds"),
                      first,
                      also(until, "epoch_hit_share"),
                      also(until, "epoch_fetched_bytes"),
                      also(until, "epoch_cache_bytes"),
                      also(until, "epoch_evictions")},
            .experiment = "ways",
            .claim = ways_claim()};
}

}  // namespace

std::vector<Panel> own_panels() {
    return {storage_map(), storage_sizes(), decode_devices(), copy_stream_cache()};
}

}  // namespace throughline::panels
