// SPDX-License-Identifier: Apache-2.0
// The panels of lambda-io: rates of training.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

Lesson of_threads() {
    return {.sentences = {to_say("With 4 private threads 8 V100s got 2,026 images/s, with 28 they "
                                 "got 8,754."),
                          to_say("Up to about 24 threads each one added nearly the same, since "
                                 "decoding was what the GPUs waited for."),
                          to_say("Beyond that the curve is flat, with about 30 cores busy."),
                          to_say("Network storage gave almost the same curve, so it was the "
                                 "processor and not the disk.")},
            .figures = {"lambda-io-043", "lambda-io-048", "lambda-io-049", "lambda-io-055"},
            .setting = "decode.threads",
            .scenario = "loader-threads"};
}

Panel loader_threads() {
    return {.id = "loader-threads",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::HowManyThreads,
            .title = to_say("Images/s by decode threads, local and network storage"),
            .what = to_say("How many threads decode fast enough, and whether storage matters"),
            .lesson = of_threads(),
            .views = {runs_of("decode.threads",
                              "images_per_second",
                              {{.key = "decode.threads"}, {.key = "storage_target"}})},
            .experiment = "threads",
            .claim = threads_claim()};
}

Lesson of_compilation() {
    return {
        .sentences = {to_say("Synthetic data lie on the GPU already, so the rate is what the "
                             "GPUs can do and not what they are fed."),
                      to_say("With 8 V100s the compiler XLA gave 9,582 images/s and without "
                             "it 7,362."),
                      to_say(
                          "With one GPU both gave 1,244: the gain grows with the number of GPUs."),
                      to_say("Settings of an older article reached 11,155, more than the "
                             "10,547 that it reports: compare settings before machines.")},
        .figures = {"lambda-io-029", "lambda-io-032", "lambda-io-036", "lambda-io-039"},
        .setting = "consumer.kind"};
}

Panel synthetic_compiled() {
    View view = runs_of("gpu_count",
                        "images_per_second",
                        {{.key = "gpu_count"},
                         {.key = "data", .contains = {"synthetic"}},
                         {.key = "tool", .contains = {"no XLA", "tf_xla_auto_jit"}}});
    view.ideal = true;
    return {.id = "synthetic-xla",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::DoesItScale,
            .title = to_say("Images/s on synthetic data by GPUs, with and without XLA"),
            .what = to_say("What the GPUs can do where nothing has to be read or decoded"),
            .lesson = of_compilation(),
            .views = {view},
            .not_measured = kNeedsGpus};
}

Panel synthetic_reports() {
    return {.id = "synthetic-reports",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::DoesItScale,
            .title = to_say("Images/s on synthetic data against an older report, 8 V100s"),
            .what = to_say("Whether the same GPUs reach what somebody else reports of them"),
            .lesson = of_compilation(),
            .views = {runs_of("tool",
                              "images_per_second",
                              {{.key = "gpu_count", .contains = {"8"}},
                               {.key = "data", .contains = {"synthetic"}},
                               {.key = "tool", .contains = {"article", "settings, XLA"}},
                               {.key = "tool", .contains = {"auto_jit"}, .absent = true}})},
            .not_measured = kNeedsGpus};
}

Lesson of_the_data_path() {
    return {.sentences = {to_say("Synthetic data do without storage, decoding and copies, so the "
                                 "gap to real data is what the data path costs."),
                          to_say("At the default number of threads 8 V100s got 3,940 images/s "
                                 "from local NVMe and 4,101 from network storage, beside 11,128 "
                                 "on synthetic data."),
                          to_say("That the two kinds of storage hardly differ says that the "
                                 "loader limits and not the disk."),
                          to_say("About 1 to 1.3 GB/s of images keep 8 V100s busy at fp16.")},
            .figures = {"lambda-io-028", "lambda-io-040", "lambda-io-041", "lambda-io-042"},
            .setting = "stages",
            .scenario = "loader-threads"};
}

Panel real_synthetic() {
    return {
        .id = "real-synthetic",
        .studies = {"lambda-io"},
        .sources = {"lambda-io"},
        .question = Question::WhereTheTimeGoes,
        .title = to_say("Images/s by GPUs, real and synthetic data"),
        .what = to_say("What the data path costs: synthetic data does without it"),
        .lesson = of_the_data_path(),
        .views = {runs_of("gpu_count",
                          "images_per_second",
                          {{.key = "gpu_count"},
                           {.key = "data", .contains = {"synthetic", "TFRecords", "raw ImageNet"}},
                           {.key = "decode.threads", .contains = {}, .absent = true}})},
        .experiment = "data-path",
        .claim = data_path_claim()};
}

Panel pytorch_gpus() {
    View view = runs_of("gpu_count",
                        "images_per_second",
                        {{.key = "gpu_count"}, {.key = "tool", .contains = {"PyTorch, NVIDIA"}}});
    view.ideal = true;
    return {.id = "pytorch-gpus",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::DoesItScale,
            .title = to_say("Images/s of PyTorch by GPUs, raw JPEG files"),
            .what = to_say("Whether a loader with a file an image keeps up as GPUs are added"),
            .lesson = {.sentences = {to_say("One V100 got 835 images/s and eight got 6,379, 7.6 "
                                            "times as much."),
                                     to_say("PyTorch read raw JPEG files, and each one costs the "
                                            "file system a look-up."),
                                     to_say("On a local NVMe that cost nothing that shows."),
                                     to_say("On a file system with slow metadata packed records "
                                            "save these look-ups.")},
                       .figures = {"lambda-io-059", "lambda-io-062"},
                       .setting = "consumer.accelerators"},
            .views = {view},
            .experiment = "accelerators",
            .claim = accelerators_claim()};
}

Panel loader_profile() {
    View view = runs_of("operation", "cpu_share", {{.key = "operation"}});
    return {.id = "loader-profile",
            .studies = {"lambda-io"},
            .sources = {"lambda-io"},
            .question = Question::WhereTheTimeGoes,
            .title = to_say("Profile of the loader threads"),
            .what = to_say("Which work of the loader takes the processor's time"),
            .lesson =
                {.sentences = {to_say("The loader threads took 77 % of all CPU cycles of the job."),
                               to_say("Decompressing JPEGs alone took 51 %, resizing 14 %, casting "
                                      "5 % and flipping 3 %."),
                               to_say("So a faster decoder or a smaller image helps more than any "
                                      "other change of the loader."),
                               to_say("A decoder that scales while it decodes saves a part of the "
                                      "resizing, too.")},
                 .figures = {"lambda-io-013", "lambda-io-014", "lambda-io-015"},
                 .setting = "decode.scale"},
            .views = {view},
            .not_measured = to_say("The engine does not tell the parts of its decoder's work "
                                   "apart yet.")};
}

}  // namespace

std::vector<Panel> io_study_panels() {
    return {loader_threads(),
            real_synthetic(),
            synthetic_compiled(),
            synthetic_reports(),
            pytorch_gpus(),
            loader_profile()};
}

}  // namespace throughline::panels
