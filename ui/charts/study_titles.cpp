// SPDX-License-Identifier: GPL-3.0-or-later
// How studies are called in charts: see study_for_plot.h.
#include <QCoreApplication>
#include <functional>
#include <map>
#include <set>

#include "engine/analysis/emulation.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

namespace {

/// A title before the name of a curve leaves room for it.
QString shortened(const QString& title) {
    constexpr qsizetype kCharactersMax = 30;
    if (title.size() <= kCharactersMax) {
        return title;
    }
    const qsizetype space = title.lastIndexOf(QChar(u' '), kCharactersMax - 1);
    return title.left(space > 0 ? space : kCharactersMax - 1) + QChar(u'\u2026');
}

/// The title with the study's mark and what sets it apart.
QString withMark(const QString& title, const StudyForPlot& study) {
    QStringList more{QString::fromStdString(analysis::emulated_mark(study.emulated)), study.apart};
    more.removeAll(QString());
    return more.isEmpty() ? title
                          : QStringLiteral("%1 (%2)").arg(title, more.join(QStringLiteral(", ")));
}

/// Of "2026-03-01T14:03:22Z" so many characters, as they are read.
QString startOf(const StudyForPlot& study, qsizetype characters) {
    if (study.startedAt.size() < characters) {
        return {};
    }
    return study.startedAt.left(characters).replace(QChar(u'T'), QChar(u' '));
}

using Telling = std::function<QString(const StudyForPlot&)>;

/// What may set studies apart, what says most to a reader first. The last always does.
const std::vector<Telling>& tellings() {
    constexpr qsizetype kDay = 10;
    constexpr qsizetype kMinute = 16;
    constexpr qsizetype kSecond = 19;
    constexpr qsizetype kUuidBeginning = 8;
    static const std::vector<Telling> kAll{
        [](const StudyForPlot& study) {
            return study.origin == record::Origin::Published ? study.sourceDate
                                                             : startOf(study, kDay);
        },
        [](const StudyForPlot& study) { return startOf(study, kMinute); },
        [](const StudyForPlot& study) { return startOf(study, kSecond); },
        [](const StudyForPlot& study) { return study.uuid.left(kUuidBeginning); },
        [](const StudyForPlot& study) { return study.uuid; }};
    return kAll;
}

bool tellsApart(const Telling& telling, const std::vector<StudyForPlot*>& studies) {
    std::set<QString> texts;
    for (const StudyForPlot* study : studies) {
        texts.insert(telling(*study));
    }
    return texts.size() == studies.size() && texts.count(QString()) == 0;
}

}  // namespace

QString plainTitleOf(const StudyForPlot& study) {
    return study.title.isEmpty() ? QCoreApplication::translate("Explore", "Untitled study")
                                 : study.title;
}

QString titleOf(const StudyForPlot& study) {
    return withMark(plainTitleOf(study), study);
}

QString shortTitleOf(const StudyForPlot& study) {
    return withMark(shortened(plainTitleOf(study)), study);
}

void tellStudiesApart(std::vector<StudyForPlot>& studies) {
    std::map<QString, std::vector<StudyForPlot*>> of_title;
    for (StudyForPlot& study : studies) {
        study.apart.clear();
        of_title[shortened(plainTitleOf(study))].push_back(&study);
    }
    for (const auto& [title, same] : of_title) {
        if (same.size() < 2) {
            continue;
        }
        for (const Telling& telling : tellings()) {
            if (!tellsApart(telling, same)) {
                continue;
            }
            for (StudyForPlot* study : same) {
                study->apart = telling(*study);
            }
            break;
        }
    }
}

}  // namespace throughline::ui
