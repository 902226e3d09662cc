// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/style/theme.h"
#include "ui/style/words_filter.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kShownMax = 200;  ///< nobody reads further: more letters are typed
constexpr int kKindRole = Qt::UserRole + 1;
constexpr int kGapPx = 12;

/// The title at the left, what it is at the right, in one line.
class ThingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const QString kind = index.data(kKindRole).toString();
        const int width = option.fontMetrics.horizontalAdvance(kind) + kGapPx;
        QStyleOptionViewItem whole = option;
        initStyleOption(&whole, index);
        QStyleOptionViewItem title = whole;
        whole.text.clear();
        whole.icon = QIcon();
        QStyle* style = QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &whole, painter, whole.widget);
        title.rect.setRight(title.rect.right() - width);
        title.backgroundBrush = Qt::NoBrush;
        QStyledItemDelegate::paint(painter, title, index);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        painter->setPen(selected ? option.palette.color(QPalette::HighlightedText)
                                 : currentTheme().mutedText);
        painter->drawText(
            option.rect.adjusted(0, 0, -kGapPx / 2, 0), Qt::AlignRight | Qt::AlignVCenter, kind);
    }
};

/// 0: the best. A command is called by its last word, behind those of its menus.
int rankOf(const Thing& thing, const QString& words) {
    const QString name = thing.title.section(QStringLiteral(" \u203A "), -1);
    if (words.isEmpty() || name.compare(words, Qt::CaseInsensitive) == 0) {
        return 0;
    }
    if (name.startsWith(words, Qt::CaseInsensitive)) {
        return 1;
    }
    const QStringList parts = thing.title.split(u' ');
    const bool begins = std::ranges::any_of(
        parts, [&](const QString& part) { return part.startsWith(words, Qt::CaseInsensitive); });
    return begins ? 2 : hasWords(thing.title, words) ? 3 : 4;
}

}  // namespace

std::vector<const Thing*> thingsWith(const std::vector<Thing>& things,
                                     const QString& words,
                                     std::size_t most) {
    const QString wanted = words.simplified();
    std::vector<std::pair<int, const Thing*>> ranked;
    for (const Thing& thing : things) {
        QString in_one = thing.title;  // "What if" is found by "whatif"
        in_one.remove(u' ');
        const QStringList all{thing.title, in_one, thing.kind, thing.words};
        if (hasWords(all.join(u' '), wanted)) {
            ranked.emplace_back(rankOf(thing, wanted), &thing);
        }
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<int, const Thing*>::first);
    std::vector<const Thing*> found;
    for (const auto& [rank, thing] : ranked) {
        if (found.size() == most) {
            break;
        }
        found.push_back(thing);
    }
    return found;
}

CommandPalette::CommandPalette(std::vector<Thing> things, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint), things_(std::move(things)) {
    setWindowTitle(tr("Find"));
    setObjectName(QStringLiteral("commandPalette"));
    input_ = new QLineEdit;
    input_->setPlaceholderText(tr("Find a command, study, view, quantity, setting or help page"));
    input_->setAccessibleName(tr("Find"));
    input_->setToolTip(tr("Enter goes there; Shift+Enter plots a study, or puts a quantity on x"));
    input_->setClearButtonEnabled(true);
    input_->installEventFilter(this);
    list_ = new QListWidget;
    list_->setAccessibleName(tr("What was found"));
    list_->setItemDelegate(new ThingDelegate(list_));
    list_->setUniformItemSizes(true);
    list_->setTextElideMode(Qt::ElideMiddle);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(input_);
    layout->addWidget(list_, 1);
    nothing_ = new QLabel(tr("Nothing found. Try fewer letters."));
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setForegroundRole(QPalette::PlaceholderText);  // the theme's muted text
    layout->addWidget(nothing_, 1);
    const int line = fontMetrics().height();
    resize(line * 44, line * 24);
    connect(input_, &QLineEdit::textChanged, this, &CommandPalette::showMatching);
    connect(input_, &QLineEdit::returnPressed, this, [this] { run(list_->currentItem()); });
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::run);
    showMatching({});
}

void CommandPalette::showMatching(const QString& words) {
    list_->clear();
    for (const Thing* thing : thingsWith(things_, words, kShownMax)) {
        auto* item = new QListWidgetItem(thing->icon, thing->title, list_);  // owned by the list
        item->setData(Qt::UserRole, static_cast<qlonglong>(thing - things_.data()));
        item->setData(kKindRole, thing->kind);
        item->setToolTip(thing->tip);
        item->setData(Qt::AccessibleTextRole,
                      QStringLiteral("%1, %2").arg(thing->title, thing->kind));
        if (!thing->enabled) {
            item->setFlags(item->flags() & ~(Qt::ItemIsEnabled | Qt::ItemIsSelectable));
        }
    }
    list_->setVisible(list_->count() > 0);
    nothing_->setVisible(list_->count() == 0);
    for (int row = 0; row < list_->count(); ++row) {
        if ((list_->item(row)->flags() & Qt::ItemIsEnabled) != 0) {
            list_->setCurrentRow(row);
            break;
        }
    }
}

/// Without it the palette would melt into the page behind.
void CommandPalette::paintEvent(QPaintEvent* event) {
    QDialog::paintEvent(event);
    QPainter painter(this);
    painter.setPen(currentTheme().mutedText);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CommandPalette::run(const QListWidgetItem* item) {
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled)) {
        return;
    }
    const Thing thing = things_[static_cast<std::size_t>(item->data(Qt::UserRole).toLongLong())];
    const bool shift = QApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
    accept();  // first, since a command may open a dialog of its own
    const auto& what = shift && thing.choose_with_shift ? thing.choose_with_shift : thing.choose;
    if (what) {
        what();
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == input_ && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up || key == Qt::Key_PageDown ||
            key == Qt::Key_PageUp) {
            QCoreApplication::sendEvent(list_, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace throughline::ui
