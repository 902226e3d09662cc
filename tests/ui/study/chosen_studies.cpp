// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/study/chosen_studies.h"

#include "engine/record/study_builder.h"
#include "tests/ui/bridge/record_maker.h"

namespace throughline::ui {

ChosenStudy chosenStudy(const std::string& title, int runs, double rate, bool star) {
    record::StudyBuilder builder;
    for (const record::Line& line : smallStudy(title, title, runs)) {
        static_cast<void>(builder.add(line));
    }
    record::Study study = std::move(builder).finish();
    const auto repeated = [](double value) {
        return record::Summary{.value = value, .low = 0.95 * value, .high = 1.05 * value, .n = 5};
    };
    for (record::RunData& run : study.runs) {
        const double images = 100.0 * run.started.run * rate;
        run.metrics["images_per_second"] = repeated(images);
        run.metrics["read_latency_p99"] = repeated(1.0 / images);
    }
    ChosenStudy chosen;
    chosen.row.id = 1;
    chosen.row.uuid = title;
    chosen.row.title = title;
    chosen.row.baseline = star;
    chosen.study = std::make_shared<const record::Study>(std::move(study));
    return chosen;
}

}  // namespace throughline::ui
