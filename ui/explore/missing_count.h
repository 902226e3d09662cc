// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <cstddef>
#include <map>

namespace throughline::ui {

/// Counts what is missing, by sentence, and says it once for each.
class MissingCount {
public:
    void add(const QString& what) { ++counts_[what]; }
    QStringList sentences(std::size_t total) const {
        QStringList result;
        for (const auto& [what, count] : counts_) {
            result << QCoreApplication::translate("Explore", "%1 of %2 runs %3.")
                          .arg(count)
                          .arg(total)
                          .arg(what);
        }
        return result;
    }

private:
    std::map<QString, int> counts_;
};

}  // namespace throughline::ui
