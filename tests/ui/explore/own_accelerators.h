// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <utility>

#include "ui/charts/study_for_plot.h"
#include "ui/charts/study_views.h"

namespace throughline::ui {

inline StudyView viewOf(const char* name) {
    for (StudyView& view : studyViews()) {
        if (view.name == QLatin1String(name)) {
            return std::move(view);
        }
    }
    ADD_FAILURE() << name;
    return {};
}

/// Of our own: 1 and 2 emulated accelerators, fed by the pipeline and by nothing, and the storage
/// alone.
inline StudyForPlot ownAccelerators() {
    record::Study study;
    study.header.study = "own";
    study.header.title = "Own";
    study.header.origin = record::Origin::Measured;
    for (const char* const stages : {"full", "consumer", "storage"}) {
        for (const std::int64_t accelerators : {1, 2}) {
            record::RunData run;
            run.started.run = static_cast<int>(study.runs.size()) + 1;
            run.started.settings = {{"stages", std::string(stages)},
                                    {"consumer.kind", std::string("paced")},
                                    {"consumer.accelerators", accelerators},
                                    {"dataset.nodes", std::int64_t{1}},
                                    {"storage_target", std::string("AWS EBS gp2")}};
            run.status = record::RunStatus::Done;
            run.metrics["images_per_second"] = {.value = 400.0 * static_cast<double>(accelerators)};
            study.runs.push_back(std::move(run));
        }
    }
    return studyForPlot(study, 0);
}

}  // namespace throughline::ui
