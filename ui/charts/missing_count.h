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

/// What is missing of runs, as it is said of one and of several: "has no …", "have no …".
struct Missing {
    QString one;
    QString many;
};

/// Counts what is missing, by sentence, and says it once for each.
class MissingCount {
public:
    /// Of `run` the same counts once, whichever of its curves it is missing in; 0: each time.
    void add(const Missing& what, std::int64_t run = 0) {
        Counted& counted = counts_[what.many];
        counted.one = what.one;
        if (run == 0 || counted.met.insert(run).second) {
            ++counted.runs;
        }
    }
    /// `total`: how many runs there are. A single run needs no number.
    QStringList sentences(std::size_t total) const {
        QStringList result;
        for (const auto& [many, counted] : counts_) {
            const QString& what = counted.runs == 1 ? counted.one : many;
            result << (total == 1 ? QCoreApplication::translate("Explore", "The run %1.").arg(what)
                                  : QCoreApplication::translate("Explore", "%1 of %2 runs %3.")
                                        .arg(counted.runs)
                                        .arg(total)
                                        .arg(what));
        }
        return result;
    }

private:
    struct Counted {
        QString one;
        int runs = 0;
        std::set<std::int64_t> met{};
    };
    std::map<QString, Counted> counts_;
};

}  // namespace throughline::ui
