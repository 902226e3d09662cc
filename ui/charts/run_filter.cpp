// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/run_filter.h"

#include <algorithm>
#include <iterator>

namespace throughline::ui {

RunsByStudy runsByStudy(const PointIds& runs, const std::vector<StudyForPlot>& studies) {
    RunsByStudy found;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            if (runs.count(run.id) > 0) {
                found[study.uuid].insert(run.number);
            }
        }
    }
    return found;
}

PointIds idsOf(const RunsByStudy& runs, const std::vector<StudyForPlot>& studies) {
    PointIds ids;
    for (const StudyForPlot& study : studies) {
        const auto named = runs.find(study.uuid);
        for (const RunForPlot& run : study.runs) {
            if (named != runs.end() && named->second.count(run.number) > 0) {
                ids.insert(run.id);
            }
        }
    }
    return ids;
}

RunFilter filterTo(const PointIds& runs, const std::vector<StudyForPlot>& studies) {
    RunFilter only = runsByStudy(runs, studies);
    for (const StudyForPlot& study : studies) {
        only[study.uuid];  // named, so that none of its other runs is shown
    }
    return only;
}

std::vector<StudyForPlot> filtered(const std::vector<StudyForPlot>& studies,
                                   const RunFilter& only) {
    std::vector<StudyForPlot> result;
    for (const StudyForPlot& study : studies) {
        const auto named = only.find(study.uuid);
        StudyForPlot rest = study;
        if (named != only.end()) {
            const auto others = std::stable_partition(
                rest.runs.begin(), rest.runs.end(), [&](const RunForPlot& run) {
                    return named->second.count(run.number) > 0;
                });
            std::move(others, rest.runs.end(), std::back_inserter(rest.leftOut));
            rest.runs.erase(others, rest.runs.end());
        }
        if (named == only.end() || !rest.runs.empty()) {
            result.push_back(std::move(rest));
        }
    }
    return result;
}

std::size_t runCount(const std::vector<StudyForPlot>& studies) {
    std::size_t count = 0;
    for (const StudyForPlot& study : studies) {
        count += study.runs.size();
    }
    return count;
}

}  // namespace throughline::ui
