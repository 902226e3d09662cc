// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/export_runs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/gui/export_choice.h"
#include "app/gui/words.h"
#include "engine/catalog/catalog.h"
#include "engine/importers/published/published.h"
#include "engine/spec/choices.h"
#include "engine/store/find_study.h"
#include "ui/bridge/paths.h"
#include "ui/charts/decode_devices.h"
#include "ui/charts/study_views.h"
#include "ui/style/run_colours.h"

namespace throughline::ui {
namespace {

/// One entry of --runs.
struct Wanted {
    QString study;
    int run = 0;  ///< 0: all of them
};

Result<std::vector<Wanted>> wantedOf(const QString& list) {
    std::vector<Wanted> all;
    const QStringList entries = list.split(u',', Qt::SkipEmptyParts);
    for (const QString& entry : entries) {
        const QStringList parts = entry.trimmed().split(u'/');
        bool is_number = true;
        const int run = parts.size() == 2 ? parts[1].toInt(&is_number) : 0;
        if (parts.size() > 2 || !is_number || (parts.size() == 2 && run < 1)) {
            return usageError(tr("--runs %1: give a study or STUDY/RUN").arg(entry));
        }
        all.push_back({.study = parts[0], .run = run});
    }
    if (all.empty()) {
        return usageError(
            tr("--runs is empty; 'throughline-engine library list' lists the studies"));
    }
    return all;
}

/// Studies of one's own in which a GPU decoded: what a view of own runs is about.
Result<std::vector<Wanted>> wantedOfOwn(store::Library& library, const QString& name) {
    const auto studies = library.studies();
    if (!studies) {
        return studies.error();
    }
    std::vector<Wanted> all;
    for (const store::StudyRow& study : *studies) {
        const auto runs = library.runs(study.id);
        if (!runs) {
            return runs.error();
        }
        if (std::ranges::any_of(*runs, [](const store::RunRow& run) {
                return spec::decodes_on_gpu(run.settings);
            })) {
            all.push_back({.study = QString::fromStdString(study.uuid)});
        }
    }
    if (all.empty()) {
        return usageError(tr("--view %1: no run in this library was decoded on a GPU; measure with "
                             "decode.device=gpu and consumer.kind=gpu, or name studies with --runs")
                              .arg(name));
    }
    return all;
}

/// The studies of a view, of which those that are gone are left out.
Result<std::vector<Wanted>> wantedByView(store::Library& library, const QString& name) {
    const auto view = viewNamed(name);
    if (!view) {
        return view.error();
    }
    const auto ready = studyViewNamed(name);
    if (ready && comparesDecoders(ready->choice)) {
        return wantedOfOwn(library, name);
    }
    if (ready && !library.read_only()) {
        auto published = importers::published_studies(catalog::Catalog::built_in());
        if (auto kept = library.keep_published(std::move(published)); !kept) {
            return std::move(kept).error();
        }
    }
    if (view->studies.empty()) {
        return usageError(
            tr("--view %1 has no studies of its own: name yours with --runs").arg(name));
    }
    std::vector<Wanted> all;
    for (const QString& uuid : view->studies) {
        const auto found = store::find_study(library, uuid.toStdString());
        if (found) {
            all.push_back({.study = uuid});
        } else if (found.error().code != ErrorCode::NotFound) {
            return found.error();
        }
    }
    if (all.empty()) {
        return usageError(
            tr("--view %1: this library has none of its studies; name studies with --runs")
                .arg(name));
    }
    return all;
}

bool hasRun(const StudyForPlot& study, int number) {
    return std::ranges::any_of(study.runs,
                               [&](const RunForPlot& run) { return run.number == number; });
}

/// The named runs of studies that are read once each.
Result<std::vector<StudyForPlot>> readStudies(store::Library& library,
                                              const std::vector<Wanted>& wanted) {
    std::vector<StudyForPlot> studies;
    std::map<std::int64_t, std::size_t> place_of;  // by the library's id
    std::vector<std::set<int>> runs_of;            // of each study
    std::set<std::size_t> whole;                   // places of studies of which all are wanted
    for (const Wanted& one : wanted) {
        const auto id = store::find_study(library, one.study.toStdString());
        if (!id) {
            return id.error();
        }
        if (place_of.emplace(*id, studies.size()).second) {
            auto study = readStudyForPlot(library, *id);
            if (!study) {
                return std::move(study).error();
            }
            studies.push_back(*std::move(study));
            runs_of.emplace_back();
        }
        if (one.run == 0) {
            whole.insert(place_of[*id]);
            continue;
        }
        const StudyForPlot& study = studies[place_of[*id]];
        if (!hasRun(study, one.run)) {
            return usageError(tr("--runs %1/%2: \"%3\" has no such run; it has %4 in all")
                                  .arg(one.study)
                                  .arg(one.run)
                                  .arg(study.title)
                                  .arg(study.runs.size()));
        }
        runs_of[place_of[*id]].insert(one.run);
    }
    for (std::size_t i = 0; i < studies.size(); ++i) {
        const std::set<int>& chosen = runs_of[i];
        std::erase_if(studies[i].runs, [&](const RunForPlot& run) {
            return whole.count(i) == 0 && chosen.count(run.number) == 0;
        });
    }
    QStringList uuids;
    for (const StudyForPlot& study : studies) {
        uuids << study.uuid;
    }
    const auto settings = openSettings();
    const std::vector<int> colours = RunColours(settings.get()).slotsOf(uuids);
    for (std::size_t i = 0; i < studies.size(); ++i) {
        studies[i].colourSlot = colours[i];
    }
    tellStudiesApart(studies);
    return studies;
}

}  // namespace

Result<std::vector<StudyForPlot>> chosenStudies(store::Library& library,
                                                const QCommandLineParser& parser) {
    const QString view = parser.value(QStringLiteral("view"));
    const auto wanted = !parser.isSet(QStringLiteral("runs")) && !view.isEmpty()
                            ? wantedByView(library, view)
                            : wantedOf(parser.value(QStringLiteral("runs")));
    if (!wanted) {
        return wanted.error();
    }
    return readStudies(library, *wanted);
}

}  // namespace throughline::ui
