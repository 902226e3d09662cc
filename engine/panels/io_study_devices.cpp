// SPDX-License-Identifier: Apache-2.0
// The panels of lambda-io: the storage under the training.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

Panel file_sizes() {
    View view = runs_of("file_size", "file_share", {{.key = "file_size"}});
    view.points = Points::Histogram;
    return {
        .id = "file-sizes",
        .studies = {"lambda-io"},
        .sources = {"lambda-io"},
        .question = Question::WhichDisk,
        .title = to_say("File sizes of a data set"),
        .what = to_say("How many small reads a data set demands of storage"),
        .lesson = {.sentences = {to_say("About 71 % of ImageNet's images lie between 64 and "
                                        "256 KiB, and nearly all others are smaller."),
                                 to_say("So a data set of single files asks for random reads "
                                        "of about 100 kB."),
                                 to_say("The rate of such reads and not the sequential MB/s "
                                        "of a data sheet decides."),
                                 to_say("Packed into shards the same images can be read in "
                                        "large pieces.")},
                   .figures = {"lambda-io-004", "lambda-io-073"},
                   .setting = "dataset.path"},
        .views = {view},
        .not_measured = to_say("It is no measurement: 'throughline-engine inspect FOLDER' tells "
                               "the sizes of a data set's files.")};
}

Lesson of_baselines() {
    return {.sentences =
                {to_say("In reads of 4 MB the local NVMe gave 7,303 MB/s and the network storage "
                        "1,104, nearly 7 times less."),
                 to_say("In random reads of 16 KiB it was 55,600 against 15,600 IOPS, 3.6 times "
                        "less."),
                 to_say("A ratio of two systems holds for one request size and one pattern alone."),
                 to_say("Training needed 1 to 1.3 GB/s, so it is worth knowing both ends before "
                        "buying either.")},
            .figures = {"lambda-io-063", "lambda-io-065", "lambda-io-067", "lambda-io-069"},
            .setting = "storage.block_bytes",
            .scenario = "attached-disks"};
}

/// The device's writes during other runs are not theirs.
std::vector<Condition> ones_that_write() {
    return {{.key = "pattern", .contains = {"write"}}};
}

Panel large_requests() {
    const View reads = runs_of("storage_target",
                               "read_bytes_per_second",
                               {{.key = "data", .contains = {"fio, 4 MB read"}}});
    View writes = also(reads, "write_bytes_per_second");
    writes.published = {{.key = "data", .contains = {"fio, 4 MB write"}}};
    writes.own = ones_that_write();
    return {.id = "fio-large",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::WhichDisk,
            .title = to_say("fio: reads and writes of 4 MB, local and network storage"),
            .what = to_say("How many MB/s storage delivers and takes in large requests"),
            .lesson = of_baselines(),
            .views = {reads, writes},
            .experiment = "requests",
            .claim = requests_claim()};
}

Panel small_requests() {
    const View reads = runs_of(
        "storage_target", "read_iops", {{.key = "data", .contains = {"fio, 16K random read"}}});
    View writes = also(reads, "write_iops");
    writes.published = {{.key = "data", .contains = {"fio, 16K random write"}}};
    writes.own = ones_that_write();
    return {.id = "fio-small",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::WhichDisk,
            .title = to_say("fio: random reads and writes of 16 KiB, local and network storage"),
            .what = to_say("How many small requests a second storage answers"),
            .lesson = of_baselines(),
            .views = {reads, writes},
            .experiment = "requests",
            .claim = requests_claim()};
}

Panel size_mix() {
    View reads = runs_of("storage_target", "read_iops", {{.key = "data", .contains = {"bssplit"}}});
    reads.own = {{.key = "stages", .contains = {"storage"}}};
    View images = also(reads, "images_per_second");
    images.own.clear();  // beside decode alone
    return {.id = "size-mix",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::WhichDisk,
            .title = to_say("Reads/s of ImageNet's mix of sizes"),
            .what = to_say("How many images a second storage alone could deliver"),
            .lesson =
                {.sentences = {to_say("fio was told the sizes of ImageNet's files, a mean of 75.9 "
                                      "kB, and read them at random."),
                               to_say("The local NVMe gave 38,200 reads/s and the network storage "
                                      "10,200."),
                               to_say("Both are more than the 8,754 images/s that 8 V100s took, so "
                                      "storage alone did not limit."),
                               to_say("A mix of sizes tells more of training than one size does.")},
                 .figures = {"lambda-io-071", "lambda-io-072", "lambda-io-005"},
                 .setting = "stages"},
            .views = {reads, images},
            .experiment = "size-mix",
            .claim = size_mix_claim()};
}

Panel disk_statistics() {
    const View rate =
        over_time("read_bytes_per_second", {{.key = "tool", .contains = {"collectl"}}});
    return {
        .id = "disk-statistics",
        .studies = {"lambda-io"},
        .sources = {"lambda-io"},
        .question = Question::WhereTheTimeGoes,
        .title = to_say("Disk statistics per second, PyTorch and TensorFlow"),
        .what = to_say("How differently two loaders ask the same disk for the same images"),
        .lesson = {.sentences =
                       {to_say("PyTorch asked for single files: 6,562 reads of 113 kB a second, "
                               "which waited 58 ms and more in a queue of hundreds."),
                        to_say("TensorFlow read shards ahead: 7,711 reads of 128 kB, no wait that "
                               "the tool could show, 7 in the queue."),
                        to_say("A long queue is no harm where the rate is what the GPUs take."),
                        to_say("It shows that latency counts for nothing as long as enough reads "
                               "are under way.")},
                   .figures = {"lambda-io-024", "lambda-io-025", "lambda-io-026", "lambda-io-027"},
                   .setting = "storage.queue_depth"},
        .views = {rate,
                  also(rate, "read_iops"),
                  also(rate, "read_request_size"),
                  also(rate, "read_await"),
                  also(rate, "disk_queue_length")},
        .seconds = 4.0,
        .experiment = "formats",
        .claim = requests_differ_claim()};
}

Panel cache_fills() {
    // No study says it by epoch.
    const View images =
        runs_of(kEpochOfRun, "epoch_images_per_second", {{.key = "storage.page_cache_bytes"}});
    return {
        .id = "cache-fills",
        .studies = {"lambda-io"},
        .question = Question::WhereTheTimeGoes,
        .title = to_say("The page cache fills"),
        .what = to_say("Whether a test gets faster because memory serves it: images/s, bytes "
                       "from the cache and from storage, epoch by epoch"),
        .unpublished = to_say("The I/O study says that its tests got faster as the page cache "
                              "filled; it shows no figures of it."),
        .lesson =
            {.sentences = {to_say("What has been read once may lie in memory, and a second epoch "
                                  "then asks storage for less."),
                           to_say("The test gets faster while it runs, though nothing about the "
                                  "storage has changed."),
                           to_say("A data set must be larger than memory, or the cache must be "
                                  "emptied, before a rate is one of storage."),
                           to_say("A budget of memory of its own shows both: below the data set "
                                  "nothing is gained, above it everything.")},
             .figures = {},
             .setting = "storage.page_cache_bytes"},
        .views = {images, also(images, "epoch_cache_bytes"), also(images, "epoch_fetched_bytes")},
        .experiment = "cache",
        .claim = cache_claim()};
}

Panel formats() {
    return {.id = "formats",
            .studies = {"lambda-io"},
            .question = Question::WhichDisk,
            .title = to_say("Images/s by format: single files and packed records"),
            .what = to_say("What packing a data set into shards is worth"),
            .unpublished = to_say("The I/O study reads single files and packed records with two "
                                  "different frameworks, so its rates are no comparison."),
            .lesson =
                {.sentences = {to_say("A file an image costs the file system a look-up and an open "
                                      "for each of them."),
                               to_say("Packed records put hundreds of images into one file that is "
                                      "opened once."),
                               to_say("On a fast local disk the difference is small; on a file "
                                      "system with slow metadata it decides."),
                               to_say("Files of 1 to 128 MB are a good size, says the study of the "
                                      "managed service.")},
                 .figures = {"sagemaker-011"},
                 .setting = "dataset.format"},
            // A format that is detected has no name of its own in a record; its folder has.
            .views = {runs_of("dataset.path", "images_per_second")},
            .experiment = "formats",
            .claim = formats_claim()};
}

}  // namespace

std::vector<Panel> io_study_device_panels() {
    return {file_sizes(),
            large_requests(),
            small_requests(),
            size_mix(),
            disk_statistics(),
            cache_fills(),
            formats()};
}

}  // namespace throughline::panels
