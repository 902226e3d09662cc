// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/unseen_line.h"

#include <QHBoxLayout>

#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

/// By why they have no point, so that the numbers add up.
static QStringList whichOf(const UnseenStudies& unseen) {
    QStringList lines;
    const auto add = [&lines](const QStringList& titles, const QString& why) {
        if (!titles.isEmpty()) {
            lines << why << titles;
            for (qsizetype i = lines.size() - titles.size(); i < lines.size(); ++i) {
                lines[i].prepend(QStringLiteral("    "));
            }
        }
    };
    add(unseen.absent, UnseenLine::tr("Without these figures:"));
    add(unseen.asLines, UnseenLine::tr("As a line only:"));
    add(unseen.leftOut, UnseenLine::tr("Left out by this view:"));
    add(unseen.noRuns, UnseenLine::tr("Remarks only, without a run:"));
    return lines;
}

UnseenLine::UnseenLine(QWidget* parent)
    : QWidget(parent), text_(new QLabel), show_(new QPushButton) {
    text_->setTextFormat(Qt::PlainText);
    text_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setInk(text_, &Theme::warning);
    show_->setToolTip(tr("Change the axes to figures that these studies have"));
    auto* across = bareLayout<QHBoxLayout>(this);
    across->addWidget(text_, 1);
    across->addWidget(show_);
    connect(show_, &QPushButton::clicked, this, [this] {
        if (unseen_.instead) {
            Q_EMIT chartAsked(*unseen_.instead);
        }
    });
    hide();
}

void UnseenLine::setUnseen(const UnseenStudies& unseen) {
    unseen_ = unseen;
    setVisible(unseen.count > 0);
    text_->setText(tr("Without a point in this chart: %1 of %2 plotted studies.")
                       .arg(unseen.count)
                       .arg(unseen.all));
    text_->setToolTip(whichOf(unseen).join(u'\n'));
    text_->setAccessibleDescription(text_->toolTip());
    show_->setVisible(unseen.instead.has_value());
    show_->setText(tr("Show: %1").arg(unseen.title));
}

}  // namespace throughline::ui
