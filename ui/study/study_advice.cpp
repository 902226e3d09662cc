// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_advice.h"

#include <QFontDatabase>

#include "engine/analysis/observed.h"
#include "engine/base/say.h"
#include "engine/whatif/advice.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

/// `items`: HTML.
QString list(const QString& title, const QStringList& items) {
    if (items.isEmpty()) {
        return {};
    }
    QString html =
        title.isEmpty() ? QString() : QStringLiteral("<p><b>%1</b></p>").arg(title.toHtmlEscaped());
    html += QStringLiteral("<ul>");
    for (const QString& item : items) {
        html += QStringLiteral("<li>%1</li>").arg(item);
    }
    return html + QStringLiteral("</ul>");
}

QStringList escaped(const std::vector<std::string>& texts) {
    QStringList items;
    for (const std::string& text : texts) {
        items << QString::fromStdString(text).toHtmlEscaped();
    }
    return items;
}

QStringList remedyItems(std::span<const analysis::Remedy> remedies) {
    const QString family = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    QStringList items;
    for (const analysis::Remedy& remedy : remedies) {
        const QString snippet = QString::fromUtf8(remedy.snippet).toHtmlEscaped();
        QString text = said(remedy.what).toHtmlEscaped();
        if (!snippet.isEmpty()) {
            text += QStringLiteral("<br><span style=\"font-family:'%1'\">%2</span>")
                        .arg(family, snippet);
        }
        items << text;
    }
    return items;
}

}  // namespace

StudyAdvice::StudyAdvice(QWidget* parent) : QTextBrowser(parent) {
    setAccessibleName(tr("What was seen, and what helps"));
    setFrameShape(QFrame::NoFrame);
}

bool StudyAdvice::setStudy(const record::Study& study) {
    QString html;
    if (analysis::is_observed(study) && !study.runs.empty()) {
        html += list({}, escaped(analysis::observed_evidence(study.runs.front())));
    }
    const whatif::Advice advice = whatif::advice_on(study);
    html += list(tr("What helps"), remedyItems(advice.remedies));
    html += list(tr("What the model expects of one change"), escaped(advice.gains));
    setHtml(html);
    return !html.isEmpty();
}

}  // namespace throughline::ui
