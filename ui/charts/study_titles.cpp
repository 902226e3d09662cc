// SPDX-License-Identifier: GPL-3.0-or-later
// How studies are called in charts: see study_for_plot.h, too.
#include "ui/charts/study_titles.h"

#include <QCoreApplication>
#include <QStringList>

#include "engine/analysis/emulation.h"
#include "engine/analysis/study_apart.h"
#include "ui/style/study_names.h"

namespace throughline::ui {

namespace {

/// A title before the name of a curve leaves room for it: its beginning and its end, which tells
/// studies of one data set apart, by whole words.
QString shortened(const QString& title) {
    constexpr qsizetype kCharactersMax = 30;
    constexpr qsizetype kEndMax = 16;
    if (title.size() <= kCharactersMax) {
        return title;
    }
    const qsizetype end = title.indexOf(u' ', title.size() - kEndMax - 1);
    const QString tail = end < 0 ? title.right(kEndMax) : title.mid(end + 1);
    const qsizetype room = kCharactersMax - 2 - tail.size();
    const qsizetype space = title.lastIndexOf(u' ', room);
    QString head = title.left(space > 0 ? space : room);
    while (head.endsWith(u',') || head.endsWith(u':')) {
        head.chop(1);
    }
    return QStringLiteral("%1\u2026 %2").arg(head, tail);
}

/// The title with the study's mark and what sets it apart.
QString withMark(const QString& title, const StudyForPlot& study, analysis::Emulated emulated) {
    QStringList more{QString::fromStdString(analysis::emulated_mark(emulated)), study.apart};
    more.removeAll(QString());
    return more.isEmpty() ? title
                          : QStringLiteral("%1 (%2)").arg(title, more.join(QStringLiteral(", ")));
}

}  // namespace

QString plainTitleOf(const StudyForPlot& study) {
    return study.title.isEmpty() ? QCoreApplication::translate("Explore", "Untitled study")
                                 : study.title;
}

QString titleOf(const StudyForPlot& study) {
    return titleOf(study, study.emulated);
}

QString titleOf(const StudyForPlot& study, analysis::Emulated emulated) {
    return withMark(plainTitleOf(study), study, emulated);
}

QString titleApartOf(const StudyForPlot& study) {
    return study.apart.isEmpty() ? plainTitleOf(study) : plainTitleOf(study) + u' ' + study.apart;
}

QString shortTitleOf(const StudyForPlot& study) {
    return withMark(shortened(plainTitleOf(study)), study, study.emulated);
}

void tellStudiesApart(std::vector<StudyForPlot>& studies) {
    std::vector<NamedStudy> named;
    for (const StudyForPlot& study : studies) {
        const bool published = study.origin == record::Origin::Published;
        named.push_back({.title = shortened(plainTitleOf(study)),
                         .from = published ? study.sourceDate : QString(),
                         .startedAt = study.startedAt,
                         .uuid = study.uuid});
    }
    const StudyNames names(named);
    for (std::size_t i = 0; i < studies.size(); ++i) {
        studies[i].apart = names.apartOf(named[i]);
    }
}

void tellReportedStudiesApart(std::vector<StudyForPlot>& studies) {
    std::vector<analysis::NamedStudy> names;
    for (const StudyForPlot& study : studies) {
        const bool published = study.origin == record::Origin::Published;
        names.push_back({.title = shortened(plainTitleOf(study)).toStdString(),
                         .date = published ? study.sourceDate.toStdString() : std::string(),
                         .started_at = study.startedAt.toStdString(),
                         .uuid = study.uuid.toStdString()});
    }
    const std::vector<std::string> apart = analysis::what_sets_apart(names);
    for (std::size_t i = 0; i < studies.size(); ++i) {
        studies[i].apart = QString::fromStdString(apart[i]);
    }
}

}  // namespace throughline::ui
