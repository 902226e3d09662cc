// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/unseen_line.h"

#include <QHBoxLayout>

#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

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
    text_->setToolTip(text_->text());
    show_->setVisible(unseen.instead.has_value());
    show_->setText(tr("Show: %1").arg(unseen.title));
}

}  // namespace throughline::ui
