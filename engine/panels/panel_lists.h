// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/panels/panels.h"

// The parts of the table, study by study. For this folder alone.
namespace throughline::panels {

/// lambda-io: rates of training, then the storage under it.
std::vector<Panel> io_study_panels();
std::vector<Panel> io_study_device_panels();
/// rescale: attached disks, then stores, file systems and many nodes.
std::vector<Panel> cloud_study_disk_panels();
std::vector<Panel> cloud_study_system_panels();
/// weka, aws-multinode, sagemaker.
std::vector<Panel> training_study_panels();
/// Of no study: of one's own runs alone.
std::vector<Panel> own_panels();

/// Why a chart has no experiment, where several have none for the same reason.
inline constexpr const char* kNeedsGpus =
    to_say("It is about GPUs, which cannot be replaced by emulated accelerators.");
inline constexpr const char* kNeedsHosts =
    to_say("It is about several hosts: 'throughline-mpi' measures it on them.");
inline constexpr const char* kNeedsFileSystem =
    to_say("It needs such a file system: measure on a folder of it.");
inline constexpr const char* kSeeBaseline =
    to_say("'throughline-engine storage' measures what it shows.");

inline View runs_of(const char* x, const char* y, std::vector<Condition> published = {}) {
    View view;
    view.x = x;
    view.y = y;
    view.published = std::move(published);
    return view;
}

/// The same chart of another quantity.
inline View also(View view, const char* y) {
    view.y = y;
    return view;
}

/// The same with stages alone left out.
inline View whole(View view) {
    view.full_only = true;
    return view;
}

/// The same without runs of one's own, which all have a data set.
inline View published_only(View view) {
    view.own = {{.key = "dataset.path", .contains = {}, .absent = true}};
    return view;
}

/// The same without published runs, which have none.
inline View own_only(View view) {
    view.published = {{.key = "dataset.path"}};
    return view;
}

inline View over_time(const char* y, std::vector<Condition> published = {}) {
    View view = runs_of("", y, std::move(published));
    view.points = Points::Samples;
    return view;
}

}  // namespace throughline::panels
