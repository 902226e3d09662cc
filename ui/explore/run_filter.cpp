// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/run_filter.h"

#include <algorithm>

namespace throughline::ui {

RunFilter filterTo(const PointIds& runs, const std::vector<StudyForPlot>& studies) {
    RunFilter only;
    for (const StudyForPlot& study : studies) {
        std::set<int>& numbers = only[study.uuid];
        for (const RunForPlot& run : study.runs) {
            if (runs.count(run.id) > 0) {
                numbers.insert(run.number);
            }
        }
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
            std::erase_if(rest.runs, [&](const RunForPlot& run) {
                return named->second.count(run.number) == 0;
            });
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
