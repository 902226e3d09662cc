// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_start.h"

#include <QCommandLinkButton>
#include <QLabel>
#include <QVBoxLayout>

#include "ui/style/icons.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kStartChars = 62;  ///< as wide as a sentence is read well

QLabel* paragraph(const QString& text, const QFont& font) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setFont(font);
    return label;
}

}  // namespace

ReportStart::ReportStart(QWidget* parent) : QScrollArea(parent), buttons_(new QVBoxLayout) {
    auto* column = new QWidget;
    column->setMaximumWidth(fontMetrics().averageCharWidth() * kStartChars);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(8);
    layout->addWidget(paragraph(tr("Begin a report"), titleFont()));
    layout->addWidget(
        paragraph(tr("Choose a question: it is answered for the studies that are plotted. Or press "
                     "Ctrl+Shift+R beside a result, a chart or figures to add them one by one."),
                  font()));
    buttons_->setSpacing(2);
    layout->addLayout(buttons_);
    layout->addStretch(1);
    auto* middle = new QWidget;
    auto* row = bareLayout<QHBoxLayout>(middle, 0);
    row->addStretch(1);
    row->addWidget(column, 8);
    row->addStretch(1);
    setWidget(middle);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
}

bool ReportStart::isEmpty() const {
    return buttons_->isEmpty();
}

void ReportStart::setBeginnings(const std::vector<ReportBeginning>& beginnings) {
    while (QLayoutItem* item = buttons_->takeAt(0)) {
        item->widget()->deleteLater();  // one of them may have been pressed
        delete item;
    }
    bool saved = false;
    for (const ReportBeginning& one : beginnings) {
        if (one.saved && !saved) {
            buttons_->addWidget(paragraph(tr("Saved reports"), headingFont()));
            saved = true;
        }
        auto* button = new QCommandLinkButton(one.title, one.what);
        button->setIcon(icon(one.saved ? QStringLiteral("open") : QStringLiteral("report")));
        button->setToolTip(one.what);
        connect(button, &QAbstractButton::clicked, this, one.begin);
        buttons_->addWidget(button);
    }
}

}  // namespace throughline::ui
