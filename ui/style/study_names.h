// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QHash>
#include <QString>
#include <array>
#include <map>
#include <vector>

namespace throughline::ui {

/// What a study is called and known by.
struct NamedStudy {
    QString title{};
    /// What says more than its start: the folder of an import, the date of a source; mostly "".
    QString from{};
    QString startedAt{};  ///< UTC, ISO 8601
    QString uuid{};
};

/// Local time of a record's UTC text.
QDateTime localStart(const QString& startedAt);
/// "23 Nov 02:57"; of another year "23 Nov 2025".
QString whenText(const QDateTime& date);
/// "photos (23 Nov 02:57)"; the title alone where `apart` is "".
QString nameApart(const QString& title, const QString& apart);

/// What tells studies from others of their title, wherever one of them is spoken of on the screen.
/// Thread: any.
class StudyNames {
public:
    StudyNames() = default;
    /// Of all that may be spoken of together.
    explicit StudyNames(const std::vector<NamedStudy>& studies);

    /// Where it is from, else when it began, "23 Nov 02:57", to the second where one minute has
    /// several, else how its uuid begins; "" where no other study has the title.
    QString apartOf(const NamedStudy& study) const;

private:
    static constexpr std::size_t kTellings = 5;
    /// For each telling how many studies of a title it says the same of.
    using Counts = std::array<QHash<QString, int>, kTellings>;
    static QString told(const NamedStudy& study, std::size_t telling);

    std::map<QString, Counts> titles_;
};

}  // namespace throughline::ui
