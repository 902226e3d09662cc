// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/saved_reports.h"

#include <algorithm>

namespace throughline::ui {

std::vector<report::Definition> SavedReports::list() const {
    std::vector<report::Definition> reports;
    for (const auto& [name, text] : files_.texts()) {
        if (auto read = report::parse_definition(text.toStdString())) {
            reports.push_back(*std::move(read));
        }
    }
    std::ranges::sort(reports, [](const report::Definition& a, const report::Definition& b) {
        return QString::fromStdString(a.title).localeAwareCompare(QString::fromStdString(b.title)) <
               0;
    });
    return reports;
}

Result<void> SavedReports::save(const report::Definition& definition) const {
    return files_.save(QString::fromStdString(definition.title),
                       QByteArray::fromStdString(report::definition_json(definition)));
}

}  // namespace throughline::ui
