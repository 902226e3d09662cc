// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <map>
#include <string>
#include <vector>

#include "engine/store/library.h"

namespace throughline::ui {

/// "2026-11-21 10:47" in local time from the record's UTC text.
QDateTime startedAt(const store::StudyRow& item);
/// "23 Nov 02:57"; of another year "23 Nov 2025".
QString whenText(const QDateTime& date);

/// What tells studies of a library from others of their title, wherever one of them is spoken of.
/// Thread: any.
class StudyNames {
public:
    StudyNames() = default;
    /// Of all that are in the library.
    explicit StudyNames(const std::vector<store::StudyRow>& studies);

    /// "23 Nov 02:57", of an import its folder; "" where no other study has the title.
    QString apartOf(const store::StudyRow& study) const;

private:
    std::map<std::string, std::vector<QDateTime>> titles_;  ///< when the studies of each began
};

}  // namespace throughline::ui
