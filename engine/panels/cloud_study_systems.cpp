// SPDX-License-Identifier: Apache-2.0
// The panels of rescale: stores, file systems and many nodes.
#include "engine/base/say.h"
#include "engine/panels/claims.h"
#include "engine/panels/panel_lists.h"

namespace throughline::panels {
namespace {

constexpr const char* kWithoutValues =
    to_say("The cloud study shows it in a chart without values.");

Panel copy_time() {
    return {
        .id = "copy-time",
        .studies = {"rescale"},
        .question = Question::CopyOrStream,
        .title = to_say("Time to copy the data set from object storage, by cloud"),
        .what = to_say("How long GPUs wait before the first step where data are copied first"),
        .unpublished = kWithoutValues,
        .lesson = {.sentences = {to_say("Before a disk can be read, its data have to get "
                                        "there: here 700 GB."),
                                 to_say("The time of the copy is paid for with the machine's "
                                        "GPUs idle."),
                                 to_say("Many small files take far longer than a few large "
                                        "ones of the same size."),
                                 to_say("Where the data are read for one epoch only, reading them "
                                        "from the store can cost less than the copy.")},
                   .figures = {"rescale-013", "sagemaker-013"},
                   .scenario = "object-store"},
        .not_drawn =
            to_say("The study gives no values, and a copy is no run that a chart could show."),
        .not_measured = to_say("A copy is no run: 'throughline-engine dataset sync' copies from a "
                               "store of yours and says how long it took.")};
}

Panel object_direct() {
    return {
        .id = "object-direct",
        .studies = {"rescale"},
        .sources = {"rescale"},
        .question = Question::CopyOrStream,
        .title = to_say("Object store against persistent SSD, by model"),
        .what = to_say("Whether a network can be fed straight from the object store"),
        .lesson = {.sentences = {to_say("Straight from the object store ResNet-50 reached "
                                        "about 70 % of its rate on a persistent SSD."),
                                 to_say("ResNet-152 reached all of it, since it takes fewer "
                                        "images a second."),
                                 to_say("Whether a store is fast enough depends on the "
                                        "network that it feeds."),
                                 to_say("More requests under way hide the latency of each, "
                                        "until the store or the link is full.")},
                   .figures = {"rescale-023", "rescale-024"},
                   .setting = "storage.queue_depth",
                   .scenario = "object-store"},
        .views = {runs_of(
                      "model", "relative_rate", {{.key = "storage_target", .contains = {"GCS"}}}),
                  whole(runs_of("model",
                                "images_per_second",
                                {{.key = "storage_target", .contains = {"GCS"}}}))},
        .experiment = "store",
        .claim = store_claim()};
}

Panel object_throttling() {
    const View refused = over_time("http_throttled_per_second", {{.key = "storage.endpoint"}});
    return {.id = "object-throttling",
            .studies = {"rescale"},
            .question = Question::CopyOrStream,
            .title = to_say("Throttled requests of the object store over time"),
            .what = to_say("Whether the store refuses requests because there are too many"),
            .unpublished = kWithoutValues,
            .lesson = {.sentences = {to_say("A store that gets more requests than it allows "
                                            "answers some of them with a refusal (4xx)."),
                                     to_say("Each refused request is asked again later, so the "
                                            "rate falls though nothing fails."),
                                     to_say("One cloud of the study throttled, another's rate "
                                            "grew with the number of GPUs."),
                                     to_say("Fewer and larger objects, or fewer requests at a "
                                            "time, stay below the limit.")},
                       .figures = {"rescale-032"},
                       .setting = "storage.slow_down_seconds",
                       .scenario = "object-store"},
            .views = {refused,
                      also(refused, "http_requests_per_second"),
                      also(refused, "images_per_second")},
            .experiment = "throttling",
            .claim = throttling_claim()};
}

Lesson of_file_systems() {
    return {.sentences = {to_say("From HDFS one node with 8 V100s got more than 4,000 images/s "
                                 "with ResNet-50, as many as from an attached io1."),
                          to_say("HDFS was ahead of Lustre with every network."),
                          to_say("A file system on fast local disks behind a fast network can "
                                 "replace a disk in each node."),
                          to_say("Its data are there for every node, and none has to copy them.")},
            .figures = {"rescale-029"},
            .scenario = "hdfs-datanodes"};
}

Panel file_systems() {
    return {.id = "file-systems",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::WhichDisk,
            .title = to_say("Images/s of Lustre and HDFS, by model"),
            .what = to_say("Which file system feeds one node faster"),
            .unpublished = to_say("The cloud study shows Lustre in a chart without values; of HDFS "
                                  "its text states one rate."),
            .lesson = of_file_systems(),
            .views = {whole(runs_of("model",
                                    "images_per_second",
                                    {{.key = "storage_target", .contains = {"HDFS 3", "Lustre"}},
                                     {.key = "node_count", .contains = {}, .absent = true}}))},
            .not_measured = kNeedsFileSystem};
}

Panel file_systems_io1() {
    return {.id = "file-systems-io1",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::WhichDisk,
            .title = to_say("Lustre and HDFS against the io1 disk, ResNet-50"),
            .what = to_say("Whether a file system costs anything against an attached disk"),
            .unpublished = to_say("The cloud study shows Lustre and io1 in a chart without "
                                  "values; its text says that HDFS equals io1."),
            .lesson = of_file_systems(),
            .views = {whole(
                runs_of("storage_target",
                        "images_per_second",
                        {{.key = "storage_target", .contains = {"HDFS 3", "Lustre", "EBS io1"}},
                         {.key = "model", .contains = {"resnet50"}},
                         {.key = "node_count", .contains = {}, .absent = true}}))},
            .not_measured = kNeedsFileSystem};
}

View by_gpus(const char* storage) {
    View view = whole(runs_of(
        "gpu_count", "images_per_second", {{.key = "storage_target", .contains = {storage}}}));
    view.ideal = true;
    return view;
}

Panel scaling_object_store() {
    return {.id = "scaling-object-store",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::DoesItScale,
            .title = to_say("From the object store: GPUs up to which the rate grows with them"),
            .what = to_say("How many GPUs an object store feeds before the rate falls behind"),
            .unpublished = to_say("The cloud study shows images/s from 4 to 64 GPUs in a chart "
                                  "without values; its text states how far the rate is linear."),
            .lesson = {.sentences = {to_say("From one cloud's store the rate grew in step with "
                                            "the GPUs up to 32, with all three networks."),
                                     to_say("That is about 3 GB/s over eight nodes, and there was "
                                            "room left."),
                                     to_say("A store has many servers, so nodes that read "
                                            "different objects do not wait for each other."),
                                     to_say("The first limit is then the network link of each "
                                            "node, which comes with the node.")},
                       .figures = {"rescale-032", "rescale-033"},
                       .setting = "dataset.nodes",
                       .scenario = "object-store"},
            .views = {runs_of("storage_target",
                              "linear_scaling_gpus",
                              {{.key = "storage_target", .contains = {"GCS"}}}),
                      by_gpus("GCS")},
            .experiment = "store-scaling",
            .claim = store_scaling_claim()};
}

Panel scaling_file_system() {
    return {.id = "scaling-hdfs",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::DoesItScale,
            .title = to_say("From HDFS with 2 and 4 data nodes: images/s of 64 GPUs"),
            .what = to_say("How many data nodes 8 nodes of GPUs need"),
            .unpublished = to_say("The cloud study shows images/s by number of GPUs in charts "
                                  "without values; its text states those of 64 GPUs, and up to "
                                  "how many GPUs the rate is linear."),
            .lesson = {.sentences = {to_say("Two data nodes gave 64 GPUs almost 25,000 images/s of "
                                            "the trivial model, about 2.5 GB/s."),
                                     to_say("Four gave 48,000, nearly twice as much, and then "
                                            "something else than storage limited."),
                                     to_say("ResNet-152 grew in step up to 64 GPUs with two data "
                                            "nodes already, the faster networks up to 32."),
                                     to_say("So the slower the network, the fewer data nodes it "
                                            "needs.")},
                       .figures = {"rescale-034", "rescale-035", "rescale-038", "rescale-045"},
                       .setting = "dataset.nodes",
                       .scenario = "hdfs-datanodes"},
            .views = {whole(runs_of("storage_target",
                                    "images_per_second",
                                    {{.key = "storage_target", .contains = {"HDFS, "}},
                                     {.key = "model", .contains = {"trivial"}},
                                     {.key = "statement", .contains = {}, .absent = true}})),
                      by_gpus("HDFS, "),
                      runs_of("model",
                              "linear_scaling_gpus",
                              {{.key = "storage_target", .contains = {"HDFS"}}})},
            .experiment = "hdfs-scaling",
            .claim = hdfs_scaling_claim()};
}

Panel datanode_network() {
    const View sent = runs_of("storage_target",
                              "network_receive_bytes_per_second",
                              {{.key = "storage_target", .contains = {"HDFS"}}});
    return {.id = "datanode-network",
            .studies = {"rescale"},
            .sources = {"rescale"},
            .question = Question::WhereTheTimeGoes,
            .title = to_say("Network of the HDFS data nodes"),
            .what = to_say("Whether the data nodes send as much as their links carry"),
            .unpublished = to_say("The cloud study shows a data node's network over time in a "
                                  "chart without values; its text states the most."),
            .lesson = {.sentences = {to_say("One data node of two sent at most about 11 Gbit/s, "
                                            "though its link has 25."),
                                     to_say("Both together are 22 Gbit/s, or 27,000 images/s of "
                                            "100 kB: just above what was measured."),
                                     to_say("So the two data nodes were the limit of 64 GPUs."),
                                     to_say("A link's nominal rate is no promise of what a server "
                                            "behind it can send.")},
                       .figures = {"rescale-027", "rescale-039", "rescale-041"},
                       .scenario = "hdfs-datanodes"},
            .views = {sent, over_time("network_receive_bytes_per_second", sent.published)},
            .not_measured = kNeedsHosts};
}

}  // namespace

std::vector<Panel> cloud_study_system_panels() {
    return {copy_time(),
            object_direct(),
            object_throttling(),
            file_systems(),
            file_systems_io1(),
            scaling_object_store(),
            scaling_file_system(),
            datanode_network()};
}

}  // namespace throughline::panels
