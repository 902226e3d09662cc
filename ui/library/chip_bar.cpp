// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/library/chip_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <utility>

#include "ui/style/icons.h"
#include "ui/style/short_names.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kGap = 4;
constexpr int kNameLines = 14;  ///< width of a name at most, in heights of a line

QPixmap dotOf(const QModelIndex& study, int side, qreal ratio) {
    return markerPixmap(study.data(StudyListModel::SlotRole).toInt(),
                        side,
                        ratio,
                        study.data(StudyListModel::PublishedRole).toBool());
}

/// The title, what of the study was emulated, and what tells it from others of its title.
QString nameOf(const QModelIndex& study) {
    QStringList more{study.data(StudyListModel::EmulatedRole).toString(),
                     study.data(StudyListModel::ApartRole).toString()};
    more.removeAll(QString());
    const QString title = study.data(StudyListModel::ListedNameRole).toString();
    return more.isEmpty() ? title
                          : QStringLiteral("%1 (%2)").arg(title, more.join(QStringLiteral(", ")));
}

/// A button with its name, whose right end is a cross.
class Chip : public QToolButton {
public:
    using QToolButton::QToolButton;

    bool isOnCross(const QPoint& at) const { return at.x() > width() - height(); }
    QSize sizeHint() const override {
        const QSize plain = QToolButton::sizeHint();
        return {plain.width() + fontMetrics().height(), plain.height()};
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QToolButton::paintEvent(event);
        QPainter painter(this);
        const int side = fontMetrics().height() * 3 / 4;
        ui::icon(QStringLiteral("close"))
            .paint(&painter, QRect(width() - side - kGap, (height() - side) / 2, side, side));
    }
};

}  // namespace

ChipBar::ChipBar(StudyListModel* studies, QWidget* parent)
    : QWidget(parent),
      studies_(studies),
      row_(new QWidget),
      hint_(new QLabel(tr("Nothing is plotted. Click the dot before a study to add it here."))),
      more_(new QToolButton),
      compare_(new QToolButton),
      clear_(new QToolButton) {
    setAccessibleName(tr("Plotted studies"));
    hint_->setForegroundRole(QPalette::PlaceholderText);
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    more_->setAutoRaise(true);
    more_->setToolTip(tr("Show the other plotted studies"));
    compare_->setText(tr("Compare"));
    compare_->setAutoRaise(true);
    compare_->setToolTip(tr("Show the figures of the plotted studies side by side (Ctrl+Shift+B)"));
    connect(compare_, &QToolButton::clicked, this, &ChipBar::compareAsked);
    clear_->setText(tr("Clear"));
    clear_->setAutoRaise(true);
    clear_->setToolTip(tr("Take all studies out of the charts; Ctrl+Z brings them back"));
    connect(clear_, &QToolButton::clicked, this, &ChipBar::clearAsked);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->setSpacing(kGap);
    bareLayout<QHBoxLayout>(row_, kGap);
    layout->addWidget(hint_);
    layout->addWidget(row_);
    layout->addWidget(more_);
    layout->addStretch(1);
    layout->addWidget(compare_);
    layout->addWidget(clear_);
    connect(studies_, &QAbstractItemModel::modelReset, this, &ChipBar::refresh);
    connect(studies_, &QAbstractItemModel::dataChanged, this, &ChipBar::refresh);
    connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, this, &ChipBar::refresh);
    refresh();
}

QToolButton* ChipBar::makeChip(const QModelIndex& study, const QString& shown) {
    const QString name = nameOf(study);
    auto* chip = new Chip;
    const int side = chip->fontMetrics().height();
    chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    chip->setIcon(dotOf(study, side, devicePixelRatioF()));
    chip->setText(shown);
    chip->setAccessibleName(tr("%1, plotted").arg(name));
    chip->setToolTip(
        tr("%1\nClick to show its page; click the cross, or press Delete, to take it out of the "
           "charts.")
            .arg(name));
    chip->setFocusPolicy(Qt::TabFocus);
    chip->setProperty("study", study.data(StudyListModel::IdRole));
    chip->installEventFilter(this);
    connect(chip, &QToolButton::clicked, this, [this, chip] {
        Q_EMIT opened(chip->property("study").toLongLong());
    });
    return chip;
}

void ChipBar::refresh() {
    // As high without chips as with them: nothing below moves, and no window grows.
    const QMargins margins = layout()->contentsMargins();
    setMinimumHeight(clear_->sizeHint().height() + margins.top() + margins.bottom());
    const auto focused = std::ranges::find_if(chips_, &QWidget::hasFocus);
    const bool had_focus = focused != chips_.end();
    const auto place = static_cast<std::size_t>(focused - chips_.begin());
    const QVariant study = had_focus ? (*focused)->property("study") : QVariant();
    for (QToolButton* chip : std::exchange(chips_, {})) {
        chip->hide();
        chip->deleteLater();
    }
    std::vector<std::int64_t> left = studies_->plottedStudies();
    bool any = false;  // that somebody put there: published ones are folded away
    for (int row = 0; row < studies_->rowCount() && !any; ++row) {
        any = !studies_->index(row).data(StudyListModel::PublishedRole).toBool();
    }
    hint_->setVisible(left.empty() && any);
    clear_->setVisible(!left.empty());
    compare_->setVisible(left.size() > 1);
    more_->setText(tr("%n more", nullptr, static_cast<int>(left.size())));  // at its widest
    const int edge = clear_->sizeHint().width() + margins.left() + margins.right() + 3 * kGap;
    int room = width() - edge - (left.size() > 1 ? compare_->sizeHint().width() + kGap : 0);
    QStringList names;
    for (const std::int64_t id : left) {
        names << nameOf(studies_->indexOf(id));
    }
    const QStringList shown = shortNames(
        names, QFontMetricsF(clear_->fontMetrics()), clear_->fontMetrics().height() * kNameLines);
    std::vector<QToolButton*> chips;
    int wanted = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        chips.push_back(makeChip(studies_->indexOf(left[i]), shown[static_cast<qsizetype>(i)]));
        wanted += chips.back()->sizeHint().width() + kGap;
    }
    room -= wanted > room ? more_->sizeHint().width() + kGap : 0;
    for (QToolButton* chip : chips) {
        room -= chip->sizeHint().width() + kGap;
        if (room < 0 && !chips_.empty()) {
            delete chip;
            continue;
        }
        row_->layout()->addWidget(chip);
        chips_.push_back(chip);
    }
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(chips_.size()));
    fillMenu(left);
    if (had_focus && !chips_.empty()) {  // of the same study, or of the one in its place
        const auto same = std::ranges::find_if(
            chips_, [&](const QToolButton* chip) { return chip->property("study") == study; });
        (same != chips_.end() ? *same : chips_[std::min(place, chips_.size() - 1)])
            ->setFocus(Qt::OtherFocusReason);
    }
}

void ChipBar::fillMenu(const std::vector<std::int64_t>& studies) {
    more_->menu()->clear();
    more_->setVisible(!studies.empty());
    more_->setText(tr("%n more", nullptr, static_cast<int>(studies.size())));
    for (const std::int64_t id : studies) {
        const QModelIndex study = studies_->indexOf(id);
        const QPixmap dot = dotOf(study, fontMetrics().height(), devicePixelRatioF());
        connect(more_->menu()->addAction(QIcon(dot), nameOf(study)),
                &QAction::triggered,
                this,
                [this, id] { Q_EMIT opened(id); });
    }
}

bool ChipBar::eventFilter(QObject* watched, QEvent* event) {
    auto* chip = static_cast<Chip*>(watched);
    const bool cross = event->type() == QEvent::MouseButtonPress &&
                       chip->isOnCross(static_cast<QMouseEvent*>(event)->position().toPoint());
    const bool key = event->type() == QEvent::KeyPress &&
                     static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete;
    if (cross || key) {
        Q_EMIT unplotAsked(chip->property("study").toLongLong());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ChipBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {  // the height follows the chips
        refresh();
    }
}

void ChipBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        refresh();
    }
    QWidget::changeEvent(event);
}

}  // namespace throughline::ui
