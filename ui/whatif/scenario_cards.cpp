// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/scenario_cards.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <algorithm>

#include "engine/whatif/headline.h"
#include "ui/style/key_action.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/style/widgets.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_text.h"

namespace throughline::ui {

namespace {

constexpr int kFiguresRole = Qt::UserRole + 1;
constexpr int kSlotRole = kFiguresRole + 1;  ///< the second line of a card
constexpr int kCardMarkerPx = 12;
constexpr int kGapPx = 4;
constexpr int kCardCharactersMin = 15;   ///< below that the row is scrolled
constexpr int kCardCharactersWish = 17;  ///< below that the cards stand in a line of their own
constexpr int kCardPxMax = 300;
constexpr QMargins kCardMargins(8, 3, 6, 3);
constexpr int kMarkerGapPx = 5;

/// A card: marker and name, predicted figures in italics below.
class CardDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = currentTheme();
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const QRect card = option.rect.adjusted(1, 1, -kGapPx, -1);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(chosen ? theme.accent : theme.border, chosen ? 2 : 1));
        QColor ground = chosen ? theme.accent : theme.surface;
        ground.setAlphaF(chosen ? 0.16F : 1.0F);
        painter->setBrush(ground);
        painter->drawRoundedRect(QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        const QRect text = card.marginsRemoved(kCardMargins);
        const QPixmap marker = markerPixmap(
            index.data(kSlotRole).toInt(), kCardMarkerPx, painter->device()->devicePixelRatioF());
        QFont font = option.font;
        font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
        const int line = QFontMetrics(font).height();
        painter->drawPixmap(text.left(), text.top() + (line - kCardMarkerPx) / 2, marker);
        painter->setFont(font);
        painter->setPen(theme.text);
        const QRect name(text.left() + kCardMarkerPx + kMarkerGapPx,
                         text.top(),
                         text.width() - kCardMarkerPx - kMarkerGapPx,
                         line);
        painter->drawText(
            name,
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, name.width()));
        font = smallFont();
        font.setItalic(true);  // predicted
        painter->setFont(font);
        const QRect figures(text.left(), name.bottom() + 1, text.width(), line);
        painter->drawText(
            figures,
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(
                index.data(kFiguresRole).toString(), Qt::ElideRight, figures.width()));
        painter->restore();
    }
};

}  // namespace

ScenarioCards::ScenarioCards(ScenarioDocument* document, QWidget* parent)
    : QWidget(parent), document_(document), list_(new QListWidget) {
    list_->setFlow(QListView::LeftToRight);
    list_->setWrapping(false);
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setItemDelegate(new CardDelegate(list_));
    list_->setAccessibleName(tr("Scenarios"));
    list_->setContextMenuPolicy(Qt::ActionsContextMenu);
    list_->viewport()->setAutoFillBackground(false);
    list_->installEventFilter(this);
    makeCommands();
    auto* add = new QToolButton;
    add_->setIconText(QStringLiteral("+"));  // the button shows it, menus the whole
    add->setDefaultAction(add_);
    add->setFont(titleFont());
    add->setToolButtonStyle(Qt::ToolButtonTextOnly);
    add->setAccessibleName(add_->text());
    add->setAutoRaise(true);
    add->setFocusPolicy(Qt::StrongFocus);
    auto* row = bareLayout<QHBoxLayout>(this, 2);
    row->addWidget(list_, 1);
    row->addWidget(add);
    connect(list_, &QListWidget::currentRowChanged, this, [this](int chosen) {
        document_->choose(chosen);
    });
    connect(list_, &QListWidget::itemDoubleClicked, this, &ScenarioCards::rename);
    connect(document_, &ScenarioDocument::changed, this, &ScenarioCards::refresh);
    connect(document_, &ScenarioDocument::chosenChanged, this, &ScenarioCards::refresh);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    place();
    refresh();
}

QAction* ScenarioCards::addCommand(const char* icon_name,
                                   const QString& text,
                                   const QKeySequence& key,
                                   const QString& tip,
                                   const std::function<void()>& what) {
    QAction* action = keyActionOf(list_, icon_name, text, key, tip, what);
    commands_ << action;
    return action;
}

void ScenarioCards::makeCommands() {
    const int key_mod = int(Qt::CTRL) | int(Qt::SHIFT);
    add_ = addCommand("",
                      tr("Add scenario"),
                      QKeySequence(key_mod | Qt::Key_N),
                      tr("Add a scenario without changes; six at most"),
                      [this] { document_->duplicate(0); });
    duplicate_ = addCommand("copy",
                            tr("Duplicate"),
                            QKeySequence(Qt::CTRL | Qt::Key_D),
                            tr("Copy the chosen scenario"),
                            [this] { document_->duplicate(document_->chosen()); });
    rename_ = addCommand("",
                         tr("Rename…"),
                         QKeySequence(Qt::SHIFT | Qt::Key_F2),
                         tr("Rename the chosen scenario"),
                         [this] { rename(); });
    left_ = addCommand("",
                       tr("Move left"),
                       QKeySequence(key_mod | Qt::Key_Left),
                       tr("Move the chosen scenario to the left"),
                       [this] { document_->move(document_->chosen(), -1); });
    right_ = addCommand("",
                        tr("Move right"),
                        QKeySequence(key_mod | Qt::Key_Right),
                        tr("Move the chosen scenario to the right"),
                        [this] { document_->move(document_->chosen(), 1); });
    remove_ = addCommand("delete",
                         tr("Remove"),
                         QKeySequence(key_mod | Qt::Key_Delete),
                         tr("Remove the chosen scenario; undo brings it back"),
                         [this] { document_->remove(document_->chosen()); });
}

QString ScenarioCards::nameOnCard(int column) const {
    return column == 0 ? nowWithName(*document_) : document_->columnName(column);
}

QString ScenarioCards::lineOf(int column) const {
    if (!document_->isAnswered(column)) {
        return tr("no answer");
    }
    const auto& answers = document_->answers().answers;
    const auto& answer = answers[static_cast<std::size_t>(column)];
    const auto said = whatif::headline(answer, answers.front());
    if (!said.images_per_s.value) {
        return tr("no limit");
    }
    const QString rate =
        tr("≈ %1").arg(predictedText(*said.images_per_s.value, answer.graded.grade));
    if (!said.against_base_pct.value) {
        return rate;
    }
    return rate + u' ' +
           differenceText(*said.against_base_pct.value, whatif::digits_of(answer.graded.grade));
}

void ScenarioCards::refresh() {
    const QSignalBlocker quiet(list_);
    updateGeometry();
    while (list_->count() > document_->columnCount()) {
        delete list_->takeItem(list_->count() - 1);
    }
    for (int column = 0; column < document_->columnCount(); ++column) {
        if (column == list_->count()) {
            list_->addItem(QString());
        }
        QListWidgetItem* card = list_->item(column);
        const QString line = lineOf(column);
        card->setText(nameOnCard(column));
        card->setData(kFiguresRole, line);
        card->setData(kSlotRole, document_->slotOf(column));
        card->setData(Qt::AccessibleTextRole,
                      tr("%1, predicted: %2").arg(nameOnCard(column), line));
        const auto& answers = document_->answers().answers;
        card->setToolTip(
            document_->isAnswered(column)
                ? QStringLiteral("<p>%1</p>")
                      .arg(QString::fromStdString(
                               whatif::headline_text(answers[static_cast<std::size_t>(column)],
                                                     answers.front()))
                               .toHtmlEscaped())
                : document_->problemOf(column));
    }
    const int column = document_->chosen();
    list_->setCurrentRow(column);
    list_->scrollToItem(list_->currentItem());
    add_->setEnabled(canAdd(*document_));
    duplicate_->setEnabled(canAdd(*document_));
    rename_->setEnabled(column > 0);
    remove_->setEnabled(column > 0);
    left_->setEnabled(column > 1);
    right_->setEnabled(column > 0 && column + 1 < document_->columnCount());
    place();
}

/// So that no scenario's name or figures are cut. What now is has its name elsewhere, too.
int ScenarioCards::cardWidthWished() const {
    QFont chosen = list_->font();
    chosen.setWeight(QFont::DemiBold);
    QFont figures = smallFont();
    figures.setItalic(true);
    int width = 0;
    for (int column = 1; column < document_->columnCount(); ++column) {
        width = std::max({width,
                          QFontMetrics(chosen).horizontalAdvance(nameOnCard(column)) +
                              kCardMarkerPx + kMarkerGapPx,
                          QFontMetrics(figures).horizontalAdvance(lineOf(column))});
    }
    return width + kCardMargins.left() + kCardMargins.right() + kGapPx + 2;
}

/// As many as there are side by side, in the room that there is.
int ScenarioCards::cardWidthMin() const {
    return list_->fontMetrics().averageCharWidth() * kCardCharactersMin;
}

QSize ScenarioCards::sizeHint() const {
    const int add = layout()->minimumSize().width() - list_->minimumSizeHint().width();
    const int card = std::clamp(cardWidthWished(),
                                list_->fontMetrics().averageCharWidth() * kCardCharactersWish,
                                kCardPxMax);
    return {card * document_->columnCount() + std::max(0, add), layout()->minimumSize().height()};
}

QSize ScenarioCards::minimumSizeHint() const {
    constexpr int kCardsMin = 3;
    return {cardWidthMin() * kCardsMin, sizeHint().height()};
}

void ScenarioCards::place() {
    const int height = list_->fontMetrics().height() * 2 + 12;
    // Two lines of cards rather than names that are cut.
    const int cards = std::max(1, document_->columnCount());
    const int wished = std::min(cardWidthWished(), kCardPxMax);
    const int lines = cards > 2 && list_->width() / cards < wished * 19 / 20 ? 2 : 1;
    list_->setWrapping(lines > 1);
    list_->setFixedHeight(height * lines);
    const int width = std::clamp((list_->width() - lines) * lines / (cards + (cards % lines)),
                                 cardWidthMin(),
                                 std::max(cardWidthMin(), kCardPxMax));
    for (int row = 0; row < list_->count(); ++row) {
        list_->item(row)->setSizeHint({width, height});
    }
    list_->doItemsLayout();
}

void ScenarioCards::rename() {
    const int column = document_->chosen();
    if (column < 1) {
        return;
    }
    QInputDialog dialog(this);
    dialog.setWindowTitle(tr("Rename scenario"));
    dialog.setLabelText(tr("Name:"));
    dialog.setTextValue(document_->columnName(column));
    fitTitle(&dialog);
    if (dialog.exec() == QDialog::Accepted) {
        document_->rename(column, dialog.textValue());
    }
}

void ScenarioCards::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        place();
    }
    QWidget::changeEvent(event);
}

bool ScenarioCards::eventFilter(QObject* watched, QEvent* event) {
    if (watched == list_ && event->type() == QEvent::Resize) {
        place();
    }
    if (watched == list_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = key->modifiers() == Qt::NoModifier;
        if (plain && (key->key() == Qt::Key_F2 || key->key() == Qt::Key_Delete)) {
            (key->key() == Qt::Key_F2 ? rename_ : remove_)->trigger();
            return true;
        }
        if (plain && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)) {
            // From line to line as well.
            document_->choose(document_->chosen() + (key->key() == Qt::Key_Left ? -1 : 1));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace throughline::ui
