// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/study_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <utility>

namespace throughline::ui {

namespace {

bool isOfThisYear(const QDateTime& date) {
    return date.date().year() == QDate::currentDate().year();
}

/// To the second, for runs of one name that soon followed each other.
QString exactWhenText(const QDateTime& date) {
    return QLocale().toString(
        date,
        isOfThisYear(date)
            ? QCoreApplication::translate("throughline::ui::StudyListModel", "d MMM HH:mm:ss")
            : QCoreApplication::translate("throughline::ui::StudyListModel",
                                          "d MMM yyyy HH:mm:ss"));
}

/// Whether whenText() tells a start from the other ones, among which it is itself. All are local,
/// as what is written.
bool isSaidBy(const QDateTime& start, const std::vector<QDateTime>& starts) {
    const bool to_the_minute = isOfThisYear(start);
    const auto minute = [](const QDateTime& date) {
        return std::pair(date.time().hour(), date.time().minute());
    };
    return std::ranges::count_if(starts, [&](const QDateTime& other) {
               return other.date() == start.date() &&
                      (!to_the_minute || minute(other) == minute(start));
           }) < 2;
}

}  // namespace

QDateTime startedAt(const store::StudyRow& item) {
    return QDateTime::fromString(QString::fromStdString(item.started_at), Qt::ISODate)
        .toLocalTime();
}

QString whenText(const QDateTime& date) {
    return QLocale().toString(
        date,
        isOfThisYear(date)
            ? QCoreApplication::translate("throughline::ui::StudyListModel", "d MMM HH:mm")
            : QCoreApplication::translate("throughline::ui::StudyListModel", "d MMM yyyy"));
}

StudyNames::StudyNames(const std::vector<store::StudyRow>& studies) {
    for (const store::StudyRow& study : studies) {
        titles_[study.title].push_back(startedAt(study));
    }
}

QString StudyNames::apartOf(const store::StudyRow& study) const {
    const auto of_its_title = titles_.find(study.title);
    if (of_its_title == titles_.end() || of_its_title->second.size() < 2) {
        return {};
    }
    if (study.origin == record::Origin::Imported) {
        return QFileInfo(QString::fromStdString(study.source_path)).dir().dirName();
    }
    const QDateTime start = startedAt(study);
    return isSaidBy(start, of_its_title->second) ? whenText(start) : exactWhenText(start);
}

}  // namespace throughline::ui
