// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// "3 of 12 runs", or "The run" where there is but one.
inline QString runsText(int count, std::size_t all) {
    return all == 1 ? QCoreApplication::translate("Explore", "The run")
                    : QCoreApplication::translate("Explore", "%1 of %2 runs").arg(count).arg(all);
}

/// "1 of 12 runs (mine.json)": `runs` with the titles of those of the studies that have such a run.
/// They are left out where all of them have, or more than are quickly read.
template <class Predicate>
QString ofStudies(const QString& runs,
                  const std::vector<StudyForPlot>& studies,
                  const Predicate& isOne) {
    constexpr qsizetype kNamedMax = 3;
    QStringList titles;
    for (const StudyForPlot& study : studies) {
        if (std::ranges::any_of(study.runs, isOne)) {
            titles << titleApartOf(study);
        }
    }
    const bool some = titles.size() < static_cast<qsizetype>(studies.size());
    return some && !titles.isEmpty() && titles.size() <= kNamedMax
               ? QStringLiteral("%1 (%2)").arg(runs, titles.join(QStringLiteral(", ")))
               : runs;
}

/// Counts what is missing, by reason, and lists each once: "3 of 12 runs: no read IOPS."
class MissingCount {
public:
    /// `reason` fits one run and several: "no read IOPS", "did not finish". A `run`, by its id,
    /// counts once for each reason, however many of its curves are missing.
    void add(const QString& reason, std::int64_t run) { met_[reason].insert(run); }
    /// `total`: how many runs there are. `studies`: whose they are.
    QStringList sentences(std::size_t total, const std::vector<StudyForPlot>& studies) const {
        QStringList result;
        for (const auto& [reason, met] : met_) {
            const auto isOne = [&of = met](const RunForPlot& run) { return of.contains(run.id); };
            result << QCoreApplication::translate("Explore", "%1: %2.")
                          .arg(ofStudies(
                                   runsText(static_cast<int>(met.size()), total), studies, isOne),
                               reason);
        }
        return result;
    }

private:
    std::map<QString, std::set<std::int64_t>> met_;
};

}  // namespace throughline::ui
