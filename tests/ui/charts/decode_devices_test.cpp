// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding on the processor beside decoding on a GPU, in the view that is ready for it.
#include "ui/charts/decode_devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/record/gpu_decode_note.h"
#include "engine/spec/choices.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/study_views.h"

namespace throughline::ui {
namespace {

/// Of our own: decoding alone by 1, 2 and 4 threads, and by a GPU.
StudyForPlot decodedByBoth() {
    record::Study study;
    study.header.study = "both";
    study.header.title = "Both";
    study.header.origin = record::Origin::Measured;
    for (const std::int64_t threads : {1, 2, 4, 0}) {
        record::RunData run;
        const int number = static_cast<int>(study.runs.size()) + 1;
        run.started.run = number;
        run.started.settings = {{"stages", std::string("decode")},
                                {"decode.device", std::string(threads == 0 ? "gpu" : "cpu")},
                                {"decode.threads", threads == 0 ? std::int64_t{4} : threads}};
        run.status = record::RunStatus::Done;
        run.metrics["images_per_second"] = {
            .value = threads == 0 ? 1500.0 : 500.0 * static_cast<double>(threads)};
        if (threads == 0) {
            record::Note note;
            note.run = number;
            note.code = record::kGpuDecodeNote;
            note.text = "the GPU decoded 3 images in batches and 0 one by one";
            note.item = "8 JPEG engines of the GPU";
            run.notes.push_back(std::move(note));
        }
        study.runs.push_back(std::move(run));
    }
    return studyForPlot(study, 0);
}

QString levelsOf(const PlotModel& model) {
    QStringList texts;
    for (const PlotLevel& level : model.levels) {
        texts << QStringLiteral("%1 %2").arg(level.text).arg(level.y);
    }
    return texts.join(u'|');
}

// Goal: from how many threads on the CPU is faster can be read from the chart. Method: a GPU as
// fast as three threads, measured with one number of them.
TEST(DecodeDevices, AGpuThatDecodesIsALineAcrossTheThreadsOfTheCpu) {
    const StudyView view = studyViewNamed(QStringLiteral("decode-devices")).value();
    const StudyForPlot both = decodedByBoth();
    const BuiltPlot built = buildPlot({both}, view.choice, {}, {});

    EXPECT_EQ(levelsOf(built.model), QStringLiteral("decoded by 8 JPEG engines of the GPU: 1500"));
    ASSERT_EQ(built.model.series.size(), 2U) << "the GPU's run is a point, too";
    EXPECT_EQ(built.model.series[0].points.size(), 3U);
    EXPECT_TRUE(built.missing.isEmpty()) << built.missing.join(u' ').toStdString();

    StudyForPlot swept = both;
    swept.runs.push_back(both.runs.back());
    swept.runs.back().settings["decode.threads"] = std::int64_t{8};
    EXPECT_EQ(levelsOf(buildPlot({swept}, view.choice, {}, {}).model), QString())
        << "which is a curve";
}

TEST(DecodeDevices, AComparisonOfDecodersSaysWhatItLacks) {
    const StudyView view = studyViewNamed(QStringLiteral("decode-devices")).value();
    const auto missing = [&](bool gpu) {
        StudyForPlot study = decodedByBoth();
        std::erase_if(study.runs, [&](const RunForPlot& run) {
            return spec::decodes_on_gpu(run.settings) == gpu;
        });
        return buildPlot({study}, view.choice, {}, {}).missing.join(u' ');
    };
    EXPECT_TRUE(
        missing(true).contains(QStringLiteral("decoded on a GPU: measure with "
                                              "decode.device=gpu")))
        << missing(true).toStdString();
    EXPECT_TRUE(missing(false).contains(QStringLiteral("sweep decode.threads")));
    const StudyView other = studyViewNamed(QStringLiteral("loader-threads")).value();
    StudyForPlot study = decodedByBoth();
    study.runs.pop_back();
    EXPECT_FALSE(buildPlot({study}, other.choice, {}, {}).missing.join(u' ').contains(u"GPU"));
}

}  // namespace
}  // namespace throughline::ui
