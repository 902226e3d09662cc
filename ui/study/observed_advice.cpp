// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/observed_advice.h"

#include <QFontDatabase>

#include "engine/analysis/observed.h"
#include "engine/base/say.h"
#include "ui/style/said.h"

namespace throughline::ui {

namespace {

QString item(const QString& text) {
    return QStringLiteral("<li>%1</li>").arg(text.toHtmlEscaped());
}

}  // namespace

ObservedAdvice::ObservedAdvice(QWidget* parent) : QTextBrowser(parent) {
    setAccessibleName(tr("What was seen, and what helps"));
    setFrameShape(QFrame::NoFrame);
}

void ObservedAdvice::setStudy(const record::Study& study) {
    if (!analysis::is_observed(study) || study.runs.empty()) {
        clear();
        return;
    }
    QString html = QStringLiteral("<ul>");
    for (const std::string& text : analysis::observed_evidence(study.runs.front())) {
        html += item(QString::fromStdString(text));
    }
    html += QStringLiteral("</ul>");
    const auto remedies = analysis::remedies_for(analysis::observed_judgement(study).limit);
    if (!remedies.empty()) {
        html += QStringLiteral("<p><b>%1</b></p><ul>").arg(tr("What helps").toHtmlEscaped());
    }
    const QString family = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
    for (const analysis::Remedy& remedy : remedies) {
        const QString snippet = QString::fromUtf8(remedy.snippet).toHtmlEscaped();
        QString text = said(remedy.what).toHtmlEscaped();
        if (!snippet.isEmpty()) {
            text += QStringLiteral("<br><span style=\"font-family:'%1'\">%2</span>")
                        .arg(family, snippet);
        }
        html += QStringLiteral("<li>%1</li>").arg(text);
    }
    setHtml(html + (remedies.empty() ? QString() : QStringLiteral("</ul>")));
}

}  // namespace throughline::ui
