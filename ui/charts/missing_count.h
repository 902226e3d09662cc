// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace throughline::ui {

/// "3 of 12 runs", or "The run" where there is but one.
inline QString runsText(int count, std::size_t all) {
    return all == 1 ? QCoreApplication::translate("Explore", "The run")
                    : QCoreApplication::translate("Explore", "%1 of %2 runs").arg(count).arg(all);
}

/// Counts what is missing, by reason, and lists each once: "3 of 12 runs: no read IOPS."
class MissingCount {
public:
    /// `reason` fits one run and several: "no read IOPS", "did not finish". A `run` counts once for
    /// each reason, however many of its curves are missing; 0: each time.
    void add(const QString& reason, std::int64_t run = 0) {
        Counted& counted = counts_[reason];
        if (run == 0 || counted.met.insert(run).second) {
            ++counted.runs;
        }
    }
    /// `total`: how many runs there are.
    QStringList sentences(std::size_t total) const {
        QStringList result;
        for (const auto& [reason, counted] : counts_) {
            result << QCoreApplication::translate("Explore", "%1: %2.")
                          .arg(runsText(counted.runs, total), reason);
        }
        return result;
    }

private:
    struct Counted {
        int runs = 0;
        std::set<std::int64_t> met{};
    };
    std::map<QString, Counted> counts_;
};

}  // namespace throughline::ui
