// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include "engine/base/say.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

constexpr std::array<const char*, 7> kFormats{
    "auto", "folder", "tfrecord", "recordio", "tar", "raw", "blocks"};
constexpr std::array<const char*, 7> kFormatTitles{to_say("detected"),
                                                   to_say("folder of images"),
                                                   to_say("TFRecord"),
                                                   to_say("MXNet RecordIO"),
                                                   to_say("tar shards"),
                                                   to_say("raw tensors (.npy)"),
                                                   to_say("any files, in blocks")};
constexpr std::array<const char*, 2> kAccesses{"index", "sequential"};
constexpr std::array<const char*, 2> kAccessTitles{to_say("by position"),
                                                   to_say("from start to end")};
constexpr std::array<const char*, 2> kOrders{"shuffle", "sequential"};
constexpr std::array<const char*, 2> kOrderTitles{to_say("shuffled"), to_say("by name")};
/// Largest integer that every JSON reader holds exactly (RFC 8259, section 6).
constexpr double kSeedMax = 9007199254740991.0;
constexpr double kBlockBytesMax = 1024.0 * 1024.0 * 1024.0;
constexpr double kNodesMax = 65536.0;

SettingInfo format_setting() {
    return with_titles(
        choice_setting(
            "dataset.format",
            "Data set format",
            kFormats,
            to_say("How the images are stored: detected from their content, or an image folder, "
                   "TFRecord, MXNet RecordIO, tar shards, raw tensors (.npy), or any files cut "
                   "into blocks, to measure storage alone."),
            to_say("How the images are stored.")),
        kFormatTitles);
}

}  // namespace

std::vector<SettingInfo> dataset_settings() {
    return {
        text_setting(
            "dataset.path",
            "Data set",
            to_say("Folder or file with the images; sweep it to compare the same data on several "
                   "disks."),
            to_say("Folder of the images.")),
        format_setting(),
        text_setting(
            "dataset.feature",
            "TFRecord feature",
            to_say("Name of the TFRecord feature that holds the image; if empty, it is detected."),
            to_say("Feature of a tf.train.Example that holds the image; empty: detected.")),
        with_zero(integer_setting(
                      "dataset.block_bytes",
                      "Block of the data set",
                      "bytes",
                      131'072,
                      0.0,
                      kBlockBytesMax,
                      to_say("Size of the blocks that files are cut into; 0 takes whole files.")),
                  "whole files"),
        integer_setting(
            "dataset.nodes",
            "Nodes that share the data",
            "",
            1,
            1.0,
            kNodesMax,
            to_say("Number of nodes to divide the data among, by whole shards or files."),
            to_say("Nodes that the data is divided among, by whole shards or files.")),
        integer_setting("dataset.node",
                        "Node of the share",
                        "",
                        0,
                        0.0,
                        kNodesMax - 1,
                        to_say("Which node's share to read; nodes count from 0."),
                        to_say("The node whose share was read, from 0.")),
        with_titles(
            choice_setting(
                "dataset.access",
                "Access to shards",
                kAccesses,
                to_say("How images in shards are read: each by its position, or shards from start "
                       "to end."),
                to_say("Images in shards are read by position, or shards from start to end.")),
            kAccessTitles),
        with_titles(choice_setting(
                        "dataset.order",
                        "Read order",
                        kOrders,
                        to_say("Order of reading: reshuffled every epoch, or by name as listed."),
                        to_say("Order in which the images are read.")),
                    kOrderTitles),
        integer_setting("dataset.seed",
                        "Order seed",
                        "",
                        1,
                        0.0,
                        kSeedMax,
                        to_say("Seed of the shuffled order.")),
    };
}

}  // namespace throughline::spec
