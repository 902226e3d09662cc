// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pinned_notes.h"

#include <algorithm>
#include <map>

namespace throughline::ui {

namespace {

auto isAt(const QString& study, int run) {
    return [study, run](const PinnedNote& note) { return note.study == study && note.run == run; };
}

}  // namespace

void pinNotes(PlotModel& model,
              const std::vector<StudyForPlot>& studies,
              const PlotChoice& choice) {
    if (choice.notes.empty() || !choice.has<RunsChart>()) {
        return;
    }
    std::map<std::int64_t, QString> by_id;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (const QString text = noteAt(choice, study.uuid, run.number); !text.isEmpty()) {
                by_id[run.id] = text;
            }
        }
    }
    for (PlotSeries& series : model.series) {
        for (PlotPoint& point : series.points) {
            const auto note = by_id.find(point.id);
            // On the second axis it would stand there twice.
            if (note != by_id.end() && !series.onSecondAxis &&
                series.kind != SeriesKind::Reference) {
                point.pin = note->second;
            }
        }
    }
}

PlotChoice withNote(PlotChoice choice, const QString& study, int run, const QString& text) {
    std::erase_if(choice.notes, isAt(study, run));
    if (!text.isEmpty()) {
        choice.notes.push_back({.study = study, .run = run, .text = text});
    }
    return choice;
}

QString noteAt(const PlotChoice& choice, const QString& study, int run) {
    const auto found = std::ranges::find_if(choice.notes, isAt(study, run));
    return found == choice.notes.end() ? QString() : found->text;
}

}  // namespace throughline::ui
