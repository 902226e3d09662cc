// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/study_names.h"

#include <QCoreApplication>
#include <QLocale>

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

}  // namespace

QDateTime localStart(const QString& startedAt) {
    return QDateTime::fromString(startedAt, Qt::ISODate).toLocalTime();
}

QString whenText(const QDateTime& date) {
    return QLocale().toString(
        date,
        isOfThisYear(date)
            ? QCoreApplication::translate("throughline::ui::StudyListModel", "d MMM HH:mm")
            : QCoreApplication::translate("throughline::ui::StudyListModel", "d MMM yyyy"));
}

QString nameApart(const QString& title, const QString& apart) {
    return apart.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, apart);
}

QString StudyNames::told(const NamedStudy& study, std::size_t telling) {
    constexpr qsizetype kUuidBeginning = 8;
    switch (telling) {
        case 0:
            return study.from;
        case 1:
            return whenText(localStart(study.startedAt));
        case 2:
            return exactWhenText(localStart(study.startedAt));
        case 3:
            return study.uuid.left(kUuidBeginning);
        default:
            return study.uuid;
    }
}

StudyNames::StudyNames(const std::vector<NamedStudy>& studies) {
    std::map<QString, int> of_title;
    for (const NamedStudy& study : studies) {
        ++of_title[study.title];
    }
    for (const NamedStudy& study : studies) {
        if (of_title[study.title] > 1) {
            for (std::size_t telling = 0; telling < kTellings; ++telling) {
                ++titles_[study.title][telling][told(study, telling)];
            }
        }
    }
}

QString StudyNames::apartOf(const NamedStudy& study) const {
    const auto counts = titles_.find(study.title);
    if (counts == titles_.end()) {
        return {};
    }
    for (std::size_t telling = 0; telling < kTellings; ++telling) {
        const QString text = told(study, telling);
        if (!text.isEmpty() && counts->second[telling].value(text) < 2) {
            return text;
        }
    }
    return {};
}

}  // namespace throughline::ui
