// SPDX-License-Identifier: Apache-2.0
// The panels of weka, aws-multinode and sagemaker.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

Lesson of_inference() {
    return {.sentences = {to_say("Inference does no backward pass, so the same GPUs take about "
                                 "three times as many images."),
                          to_say("GoogLeNet took just under 42,000 images/s from a parallel file "
                                 "system and about 17,000 from a local NVMe."),
                          to_say("The GPUs waited for the local disk more than half of the time."),
                          to_say("A disk that is fast enough for training can be too slow for "
                                 "validation.")},
            .figures = {"weka-001", "weka-002"},
            .setting = "consumer.phase"};
}

Panel inference_storage() {
    return {.id = "inference-storage",
            .studies = {"weka"},
            .sources = {"weka"},
            .question = Question::WhichDisk,
            .title = to_say("Inference: images/s by network and storage"),
            .what = to_say("Which storage keeps up with GPUs that only classify"),
            .unpublished = to_say("The study of the parallel file system states the rates of "
                                  "GoogLeNet only; those of the other networks stand in charts "
                                  "without values."),
            .lesson = of_inference(),
            .views = {whole(
                runs_of("storage_target",
                        "images_per_second",
                        {{.key = "phase", .contains = {"inference"}}, {.key = "storage_target"}}))},
            .experiment = "inference",
            .claim = inference_claim()};
}

Panel inference_memory() {
    return {.id = "inference-memory",
            .studies = {"weka"},
            .question = Question::WhichDisk,
            .title = to_say("Inference of ResNet-50 from memory, NVMe and a parallel file system"),
            .what = to_say("How near storage comes to data that lie in memory"),
            .unpublished =
                to_say("The study of the parallel file system shows it in a chart without values."),
            .lesson = of_inference(),
            .views = {whole(runs_of("storage_target",
                                    "images_per_second",
                                    {{.key = "phase", .contains = {"inference"}},
                                     {.key = "model", .contains = {"resnet50"}}}))},
            .experiment = "inference",
            .claim = memory_claim()};
}

Panel frameworks() {
    const View of_tools =
        runs_of("tool",
                "training_time",
                {{.key = "tool", .contains = {"MXNet", "Horovod 0.13"}}, {.key = "node_count"}});
    return {.id = "frameworks",
            .studies = {"aws-multinode"},
            .sources = {"aws-multinode"},
            .question = Question::DoesItScale,
            .title = to_say("Time to train, images/s, accuracy and scaling of two frameworks"),
            .what = to_say("Which way of exchanging gradients trains faster on 64 GPUs"),
            .lesson = {.sentences = {to_say("With 64 V100s parameter servers trained ResNet-50 in "
                                            "47 minutes and all-reduce in 50."),
                                     to_say("That is about 44,000 and 41,000 images/s, 92 % and "
                                            "90 % of 8 times one node."),
                                     to_say("Both reached the same accuracy within a quarter of a "
                                            "per cent."),
                                     to_say("The data lay in the memory of the nodes, so storage "
                                            "had no part in it.")},
                       .figures = {"aws-multinode-001", "aws-multinode-004", "aws-multinode-006"},
                       .scenario = "eight-nodes"},
            .views = {of_tools,
                      also(of_tools, "images_per_second"),
                      also(of_tools, "top1_accuracy"),
                      also(of_tools, "scaling_efficiency")},
            .not_measured = kNeedsGpus};
}

Panel accuracy_epochs() {
    return {.id = "accuracy-epochs",
            .studies = {"aws-multinode"},
            .question = Question::DoesItScale,
            .title = to_say("Top-1 accuracy over the training"),
            .what = to_say("Whether training on many GPUs still learns as well"),
            .unpublished = to_say("The multi-node study shows the accuracy by epoch in a chart "
                                  "without values; its text states the last: 75.75 % and 75.54 %."),
            .lesson = {.sentences = {to_say("More GPUs mean a larger batch for each step, here "
                                            "16,384 images."),
                                     to_say("A larger batch can learn worse if the learning rate "
                                            "is not raised and warmed up with it."),
                                     to_say("Both frameworks ended above 75.5 % after 90 epochs."),
                                     to_say("A rate of images says nothing about what was learned "
                                            "from them.")},
                       .figures = {"aws-multinode-003", "aws-multinode-008", "aws-multinode-011"}},
            .views = {over_time("top1_accuracy", {{.key = "epoch"}})},
            .not_measured = to_say("The engine trains to measure a rate and not to learn; import a "
                                   "training log instead.")};
}

Panel nodes() {
    View view = whole(runs_of("node_count", "images_per_second", {{.key = "node_count"}}));
    view.ideal = true;
    View efficiency = also(view, "scaling_efficiency");
    efficiency.ideal = false;
    // Both published figures are of 8 nodes: as points they lie on one another.
    efficiency.names = true;
    // Of one's own nodes alone: nobody has published the figures of single ones.
    View each = own_only(also(view, "images_per_second{node}"));
    each.ideal = false;
    each.names = true;
    each.own = {{.key = "node_count"}};
    View course = own_only(over_time("images_per_second{node}"));
    course.own = each.own;
    return {.id = "nodes",
            .studies = {"aws-multinode", "rescale"},
            .sources = {"aws-multinode", "rescale"},
            .question = Question::DoesItScale,
            .title = to_say("Images/s by nodes, against ideal scaling"),
            .what = to_say("How much is lost as nodes are added"),
            .unpublished =
                to_say("Of several node counts, the studies state figures only for 8. The 33,000 "
                       "images/s of the cloud study is its own ideal: 8 times the 4,200 of its "
                       "best single node."),
            .lesson = {.sentences = {to_say("Ideal is the rate of one node times the number of "
                                            "nodes."),
                                     to_say("With 8 nodes of 8 V100s two frameworks reached 90 % "
                                            "and 92 % of it."),
                                     to_say("What is lost goes into the exchange of gradients "
                                            "after each step."),
                                     to_say("Where all nodes read the same storage, its limit "
                                            "cuts the line off before the exchange does.")},
                       .figures = {"aws-multinode-004", "aws-multinode-009", "rescale-031"},
                       .setting = "dataset.nodes",
                       .scenario = "eight-nodes"},
            .views = {view, efficiency, each, course},
            .not_measured = kNeedsHosts};
}

Lesson of_workers() {
    return {.sentences = {to_say("One loader worker gave a V100 about 100 images/s, and its use "
                                 "peaked at 50 %."),
                          to_say("Seven workers gave about 300 images/s and a mean use of 95 %."),
                          to_say("An epoch took 260 seconds with one worker and 96 with seven."),
                          to_say("Low use of GPU, processor and disk all together means too few "
                                 "workers.")},
            .figures = {"sagemaker-001", "sagemaker-002", "sagemaker-004", "sagemaker-005"},
            .setting = "decode.threads",
            .scenario = "loader-workers"};
}

Panel workers_gpu() {
    View by_workers = runs_of("decode.threads", "gpu_utilisation", {{.key = "decode.threads"}});
    by_workers.names = true;
    return {.id = "workers-gpu",
            .studies = {"sagemaker"},
            .sources = {"sagemaker"},
            .question = Question::HowManyThreads,
            .title = to_say("GPU utilisation by loader workers, and over time"),
            .what = to_say("Whether more loader workers feed the GPU"),
            .unpublished =
                to_say("The study states the peak with one worker and the mean with seven; it "
                       "shows values over time in a chart without values."),
            .lesson = of_workers(),
            .views = {by_workers,
                      also(by_workers, "accelerator_utilisation"),
                      over_time("gpu_utilisation", by_workers.published)},
            .experiment = "workers",
            .claim = workers_use_claim()};
}

Panel workers_epoch() {
    View time = runs_of("decode.threads",
                        "epoch_time",
                        {{.key = "decode.threads"}, {.key = "data", .contains = {"per item"}}});
    time.names = true;
    return {.id = "workers-epoch",
            .studies = {"sagemaker"},
            .sources = {"sagemaker"},
            .question = Question::HowManyThreads,
            .title = to_say("Epoch time and images/s by loader workers"),
            .what = to_say("How much sooner an epoch ends with more loader workers"),
            .lesson = of_workers(),
            .views = {time, also(time, "images_per_second")},
            .experiment = "workers",
            .claim = workers_epoch_claim()};
}

Panel resized_ahead() {
    const View images = published_only(runs_of("data",
                                               "images_per_second",
                                               {{.key = "data", .contains = {"Caltech-256"}},
                                                {.key = "decode.threads", .contains = {"1"}}}));
    return {.id = "resized-ahead",
            .studies = {"sagemaker"},
            .sources = {"sagemaker"},
            .question = Question::WhereTheTimeGoes,
            .title = to_say("Images resized ahead of time, one loader worker"),
            .what = to_say("What resizing the data set once saves in every epoch"),
            .unpublished = to_say("The study shows GPU utilisation for it in a chart without "
                                  "values; its text states images/s and epoch time."),
            .lesson = {.sentences = {to_say("With images that had been resized ahead of time one "
                                            "worker gave 300 images/s instead of 100."),
                                     to_say("That is as much as seven workers gave with the "
                                            "original images."),
                                     to_say("Small images decode faster, and the resize is done "
                                            "once instead of in every epoch."),
                                     to_say("The price is a copy of the data set that fits one "
                                            "input size.")},
                       .figures = {"sagemaker-001", "sagemaker-007", "sagemaker-008"},
                       .setting = "decode.width_px"},
            .views = {images,
                      also(images, "epoch_time"),
                      // Own images are told apart by their folders.
                      runs_of("dataset.path", "images_per_second", {{.key = "dataset.path"}})},
            .experiment = "resized",
            .claim = resized_claim()};
}

}  // namespace

std::vector<Panel> training_study_panels() {
    return {inference_storage(),
            inference_memory(),
            frameworks(),
            accuracy_epochs(),
            nodes(),
            workers_gpu(),
            workers_epoch(),
            resized_ahead()};
}

}  // namespace throughline::panels
