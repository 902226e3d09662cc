// SPDX-License-Identifier: GPL-3.0-or-later
// What the scenarios rest on: studies, and what is asked of them.
#include <QCoreApplication>
#include <array>
#include <utility>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

using whatif::Scenario;

namespace {

/// The titles of the worked examples, as their files have them.
constexpr std::array kExampleTitles{
    QT_TRANSLATE_NOOP("Examples", "Attached disks: gp2, st1 and io1 with 4 and 8 V100"),
    QT_TRANSLATE_NOOP("Examples", "gp2, gp3 and st1 volumes with burst credits"),
    QT_TRANSLATE_NOOP("Examples", "Eight nodes of eight V100, and how they scale"),
    QT_TRANSLATE_NOOP("Examples", "HDFS with 2 and 4 data nodes in front of 64 V100"),
    QT_TRANSLATE_NOOP("Examples", "Decode threads: local NVMe against network storage, 8 V100"),
    QT_TRANSLATE_NOOP("Examples", "One decode thread against seven, one V100"),
    QT_TRANSLATE_NOOP("Examples", "Object store against persistent SSD, P100")};

}  // namespace

QString shownTitle(const ScenarioDocument& document) {
    const std::string title = whatif::title_of(document.file());
    const auto example = std::ranges::find(kExampleTitles, title);
    return example == kExampleTitles.end() ? QString::fromStdString(title)
                                           : QCoreApplication::translate("Examples", *example);
}

void ScenarioDocument::setStudyBase(StudyBasePtr study) {
    State next = state_;
    whatif::ScenarioFile& file = next.file;
    if (!study) {
        file.base = std::exchange(file.typed_base, {})
                        .value_or(file.study_base ? Scenario{.name = whatif::kUnnamedBase}
                                                  : state_.file.base);
    } else {
        if (!state_.file.study_base) {
            file.typed_base = file.base;
        }
        // Typed-in figures would hide what was measured.
        file.base.changes.clear();
        file.base.catalog = {};
        file.base.cpu_cost.reset();
    }
    file.lost_base.clear();
    const QString text =
        study ? tr("Use study as the base") : tr("Use typed-in figures as the base");
    file.study_base = std::move(study);
    apply(std::move(next), text);
}

whatif::WaysQuestion firstWaysQuestion() {
    constexpr double kEpochs = 10.0;  // by then a copy has mostly paid
    return {.epochs = {kEpochs}};
}

void ScenarioDocument::askWays(StudyOfWays study,
                               const whatif::WaysQuestion& question,
                               const QString& text,
                               const QString& mergeKey) {
    State next = state_;
    next.file.ways_study = std::move(study);
    next.file.ways = question;
    apply(std::move(next), text, mergeKey);
}

void ScenarioDocument::askNodes(const whatif::NodesQuestion& question,
                                const QString& text,
                                const QString& mergeKey) {
    State next = state_;
    next.file.nodes = question;
    apply(std::move(next), text, mergeKey);
}

}  // namespace throughline::ui
