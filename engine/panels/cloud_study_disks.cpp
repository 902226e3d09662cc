// SPDX-License-Identifier: Apache-2.0
// The panels of rescale: attached disks.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

/// Volumes of the study on one node.
std::vector<Condition> on_one_node(const char* model) {
    std::vector<Condition> conditions{{.key = "storage_target", .contains = {"EBS"}},
                                      {.key = "gpu_count"},
                                      {.key = "node_count", .contains = {}, .absent = true},
                                      {.key = "statement", .contains = {}, .absent = true}};
    if (model != nullptr) {
        conditions.push_back({.key = "model", .contains = {model}});
    }
    return conditions;
}

Lesson of_volumes() {
    return {.sentences = {to_say("gp2 stops at its 160 MB/s, which are 1,600 images/s of 100 kB, "
                                 "with 4 GPUs and with 8."),
                          to_say("st1 stops at 500 I/Os a second because images are read in "
                                 "random order, far below its 500 MB/s."),
                          to_say("io1 feeds all GPUs: 8 V100s trained ResNet-50 1.75 times as "
                                 "fast as 4 there."),
                          to_say("So look for the limit that your reads meet first and not for "
                                 "the largest number of a price list.")},
            .figures = {"rescale-017", "rescale-021", "rescale-022"},
            .setting = "storage.volume",
            .scenario = "attached-disks"};
}

Panel disk_types() {
    return {.id = "disk-types",
            .studies = {"rescale", "weka"},
            .sources = {"rescale", "weka"},
            .question = Question::WhichDisk,
            .title = to_say("Images/s by storage and GPUs"),
            .what = to_say("The rate of the same GPUs on different storage"),
            .unpublished =
                to_say("The cloud study shows gp2, st1, io1 and the disks of the other clouds in "
                       "a chart without values; its text states the HDFS rates."),
            .lesson = of_volumes(),
            // Storage alone decodes nothing, and would tower above them.
            .views = {whole(runs_of("storage_target",
                                    "images_per_second",
                                    {{.key = "storage_target"},
                                     {.key = "gpu_count"},
                                     {.key = "decode.threads", .contains = {}, .absent = true},
                                     {.key = "tool", .contains = {"PyTorch"}, .absent = true},
                                     {.key = "statement", .contains = {}, .absent = true}}))},
            .experiment = "volumes",
            .claim = storage_matters_claim()};
}

/// The study has no images/s of them, but says what each can do at most.
std::vector<Condition> limits_of_volumes() {
    return {{.key = "storage_target", .contains = {"EBS"}},
            {.key = "statement", .contains = {"limit"}}};
}

Panel volumes() {
    const View images = whole(runs_of("storage_target", "images_per_second", limits_of_volumes()));
    const View measured =
        whole(runs_of("storage_target", "read_bytes_per_second", on_one_node(nullptr)));
    return {.id = "volumes",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::WhichDisk,
            .title = to_say("Which volume for 4 and 8 V100s?"),
            .what = to_say("The most that the listed limits of each volume allow, beside runs on "
                           "emulated volumes"),
            .unpublished =
                to_say("The cloud study gives no images/s for gp2 and st1. It states 160 MB/s on "
                       "gp2 (1,600 images/s of its 100 kB), 500 IOPS on st1 (at most 500 "
                       "images/s if each image is one I/O), on io1 with 8 GPUs 1.75 times the "
                       "rate of 4, and 4,200 images/s as the most of 8 GPUs."),
            .lesson = of_volumes(),
            .views = {images, measured, also(measured, "read_requests_per_second")},
            .experiment = "volumes",
            .claim = volumes_claim()};
}

Panel disks_resnet152() {
    const View speedup = runs_of("storage_target", "speedup", on_one_node("resnet152"));
    return {.id = "disks-resnet152",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::DoesItScale,
            .title = to_say("ResNet-152: speed-up from 4 to 8 GPUs by disk"),
            .what = to_say("Whether a slower network needs a slower disk only"),
            .unpublished = to_say("The cloud study shows the images/s of this network in a chart "
                                  "without values; its text states the ratio on io1."),
            .lesson = {.sentences = {to_say("On io1 8 V100s trained ResNet-152 1.73 times as fast "
                                            "as 4, about as much more as with ResNet-50."),
                                     to_say("The larger network takes fewer images a second, so "
                                            "it asks less of the disk."),
                                     to_say("What is lost between 1.73 and 2 is not the disk's, "
                                            "which still had room."),
                                     to_say("The slower the step, the cheaper the disk that "
                                            "feeds it.")},
                       .figures = {"rescale-018"},
                       .setting = "consumer.batch_seconds",
                       .scenario = "attached-disks"},
            .views = {speedup,
                      whole(runs_of("storage_target", "images_per_second", speedup.published))},
            .experiment = "volumes-resnet152",
            .claim = larger_network_claim()};
}

Panel disks_trivial() {
    return {
        .id = "disks-trivial",
        .studies = {"rescale"},
        .question = Question::WhichDisk,
        .title = to_say("Trivial model: images/s by disk and GPUs"),
        .what = to_say("What a disk delivers where the GPUs take all that comes"),
        .unpublished = to_say("The cloud study shows it in a chart without values."),
        .lesson = {.sentences = {to_say("A trivial network computes next to nothing, so it "
                                        "takes images as fast as they come."),
                                 to_say("Its rate is that of storage and loader, which real "
                                        "networks can only stay below."),
                                 to_say("It tells two disks apart that look the same behind "
                                        "a slow network."),
                                 to_say("Measured with no accelerator at all this is the "
                                        "rate of the data path alone.")},
                   .figures = {},
                   .setting = "consumer.kind"},
        .views = {whole(runs_of("storage_target", "images_per_second", on_one_node("trivial")))},
        .experiment = "trivial",
        .claim = trivial_claim()};
}

Panel disk_limits() {
    const View utilisation = runs_of(
        "storage_target", "disk_utilisation", {{.key = "storage_target", .contains = {"EBS"}}});
    return {.id = "disk-limits",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::WhichDisk,
            .title = to_say("Disk utilisation, MB/s and IOPS by disk, with the listed limits"),
            .what = to_say("Which limit each disk is at while GPUs are trained from it"),
            .unpublished = to_say("The cloud study states these figures in its text; its charts "
                                  "over time have no values."),
            .lesson = {.sentences = {to_say("gp2 and st1 were busy 100 % of the time with 4 GPUs "
                                            "already."),
                                     to_say("gp2 read at its listed 160 MB/s: it is bound by "
                                            "bandwidth."),
                                     to_say("st1 answered its listed 500 I/Os a second at far "
                                            "less than 500 MB/s: it is bound by requests."),
                                     to_say("Utilisation alone says that a disk is busy, the "
                                            "limits beside it say why.")},
                       .figures = {"rescale-019", "rescale-020", "rescale-021", "rescale-022"},
                       .setting = "storage.volume",
                       .scenario = "attached-disks"},
            .views = {utilisation,
                      also(utilisation, "read_bytes_per_second"),
                      also(utilisation, "read_iops"),
                      // Of an emulated volume: the disk's own says what the real one does.
                      also(utilisation, "volume_utilisation")},
            .experiment = "volumes",
            .claim = limits_claim()};
}

Panel disk_over_time() {
    // A chart each: on two axes of one chart the IOPS of equal requests lie upon their MB/s.
    const View rate =
        over_time("read_bytes_per_second", {{.key = "tool", .contains = {"collectl"}}});
    return {.id = "disk-over-time",
            .studies = {"rescale", "lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::WhereTheTimeGoes,
            .title = to_say("Disk utilisation, MB/s and IOPS over time"),
            .what = to_say("Whether the disk is at a limit, and which one"),
            .unpublished =
                to_say("The studies show disk utilisation over time in charts without values; "
                       "the cloud study states 100 % for gp2 and for st1 with 4 GPUs."),
            .lesson = {.sentences = {to_say("A flat line just under a listed limit is that limit "
                                            "at work."),
                                     to_say("A line that comes and goes is a loader that asks in "
                                            "bursts and waits between them."),
                                     to_say("TensorFlow's local NVMe gave about 990 MB/s here "
                                            "and could give 7,303."),
                                     to_say("A disk far below its limits while GPUs wait means "
                                            "that something else limits.")},
                       .figures = {"lambda-io-026", "lambda-io-063", "rescale-019"},
                       .setting = "storage.threads"},
            .views = {rate, also(rate, "read_iops"), also(rate, "disk_utilisation")},
            .seconds = 4.0,
            .experiment = "volumes",
            .claim = flat_line_claim()};
}

Panel shuffle() {
    return {.id = "shuffle",
            .studies = {"rescale"},
            .question = Question::WhichDisk,
            .title = to_say("st1: images/s by read order"),
            .what = to_say("What the random order of reading costs on a disk that is bound by "
                           "requests"),
            .unpublished = to_say("The cloud study names the shuffle as the cause and shows no "
                                  "figures without it."),
            .lesson = {.sentences = {to_say("st1 counts up to 1 MiB of adjoining reads as one "
                                            "I/O, and each random read as one."),
                                     to_say("In random order of 100 kB images its 500 I/Os are "
                                            "50 MB/s, a tenth of its bandwidth."),
                                     to_say("Read one after another the same images are bound by "
                                            "its bandwidth."),
                                     to_say("Shuffling shards and a window in memory keeps both "
                                            "the order random and the reads large.")},
                       .figures = {"rescale-003", "rescale-004", "rescale-022"},
                       .setting = "dataset.access",
                       .scenario = "attached-disks"},
            .views = {whole(
                runs_of("dataset.access", "images_per_second", {{.key = "dataset.access"}}))},
            .experiment = "shuffle",
            .claim = shuffle_claim()};
}

}  // namespace

std::vector<Panel> cloud_study_disk_panels() {
    return {disk_types(),
            volumes(),
            disks_resnet152(),
            disks_trivial(),
            disk_limits(),
            disk_over_time(),
            shuffle()};
}

}  // namespace throughline::panels
