// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/word_chooser.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>

namespace throughline::ui {

namespace {

constexpr int kSearchRole = Qt::UserRole + 1;
constexpr int kCharsMin = 3;
constexpr int kCharsMax = 34;
constexpr int kListRows = 14;

}  // namespace

void sayNothingIsCalled(QWidget* field, const QString& text, const QString& stays) {
    const QString why =
        WordChooser::tr("Nothing is called \"%1\" here; \"%2\" stays.").arg(text, stays);
    const auto show = [field, why] {
        QToolTip::showText(field->mapToGlobal(field->rect().bottomLeft()), why, field);
    };
    show();
    QMetaObject::invokeMethod(field, show, Qt::QueuedConnection);
}

WordChooser::WordChooser(QWidget* parent)
    : QComboBox(parent), matches_(new WordsFilter(kSearchRole, this)) {
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setFocusPolicy(Qt::StrongFocus);
    setMaxVisibleItems(kListRows);
    setCompleter(nullptr);
    matches_->setSourceModel(model());
    completer_ = new QCompleter(matches_, this);
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->setMaxVisibleItems(kListRows);
    completer_->setWidget(this);
    lineEdit()->installEventFilter(this);
    completer_->popup()->installEventFilter(this);
    connect(lineEdit(), &QLineEdit::textEdited, this, &WordChooser::narrow);
    connect(completer_,
            qOverload<const QModelIndex&>(&QCompleter::activated),
            this,
            [this](const QModelIndex& index) { take(index.data(Qt::UserRole).toString()); });
    connect(this, &QComboBox::activated, this, [this](int index) {
        // Leaving the box chooses the entry of the same text, too: that is no choice.
        if (itemText(index) != shown_) {
            take(itemData(index).toString());
        }
    });
}

void WordChooser::setChoices(const std::vector<Choice>& choices) {
    const QSignalBlocker quiet(this);
    const bool selected = waitsForTyping();
    clear();
    int widest = 0;
    for (const Choice& choice : choices) {
        addItem(choice.title, choice.id);
        setItemData(count() - 1, QString(choice.title + u' ' + choice.search), kSearchRole);
        setItemData(count() - 1, choice.tip, Qt::ToolTipRole);
        widest = std::max(widest, fontMetrics().horizontalAdvance(choice.title));
    }
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 24;
    view()->setMinimumWidth(widest + bar);
    completer_->popup()->setMinimumWidth(widest + bar);
    setCurrentIndex(-1);
    showShown(selected);
}

void WordChooser::setChosen(const QString& id, const QString& shown) {
    const QSignalBlocker quiet(this);
    const bool selected = waitsForTyping();  // a new index changes the text
    setCurrentIndex(findData(id));
    shown_ = shown;
    showShown(selected);
    updateGeometry();
}

QStringList WordChooser::found(const QString& words) {
    matches_->setWords(words);
    QStringList titles;
    for (int row = 0; row < matches_->rowCount(); ++row) {
        titles << matches_->index(row, 0).data().toString();
    }
    return titles;
}

void WordChooser::narrow(const QString& words) {
    // A list that only repeats what stands there would take the next click for itself.
    const QStringList titles = found(words);
    if (titles.isEmpty() ||
        (titles.size() == 1 && titles[0].compare(words, Qt::CaseInsensitive) == 0)) {
        completer_->popup()->hide();
        return;
    }
    completer_->complete(QRect(0, 0, completer_->popup()->minimumWidth(), height()));
    // Whoever types the whole of a title means it, wherever it stands in the list.
    for (int row = 0; completer_->setCurrentRow(row); ++row) {
        if (completer_->currentIndex().data().toString().compare(words, Qt::CaseInsensitive) == 0) {
            completer_->popup()->setCurrentIndex(completer_->currentIndex());
            return;
        }
    }
    completer_->setCurrentRow(0);
}

void WordChooser::take(const QString& id) {
    Q_EMIT chosen(id);
    showAgain();  // also where it was chosen already
}

/// The entry that is marked in the list, else the first that is found.
void WordChooser::takeTyped() {
    const QString text = lineEdit()->text().trimmed();
    const QModelIndex marked =
        completer_->popup()->isVisible() ? completer_->popup()->currentIndex() : QModelIndex();
    completer_->popup()->hide();
    if (text == displayed_) {
        return;
    }
    if (marked.isValid()) {
        take(marked.data(Qt::UserRole).toString());
    } else if (takes_text_ && findText(text, Qt::MatchFixedString) < 0 && !text.isEmpty() &&
               (text.front().isDigit() || text.contains(u':'))) {
        Q_EMIT typed(text);
    } else if (!text.isEmpty() && !found(text).isEmpty()) {
        const int exact = findText(text, Qt::MatchFixedString);
        take(exact >= 0 ? itemData(exact).toString()
                        : matches_->index(0, 0).data(Qt::UserRole).toString());
    } else if (!text.isEmpty()) {
        refuse(text);
    }
    showAgain();
}

void WordChooser::refuse(const QString& text) {
    sayNothingIsCalled(this, text, shown_);
}

/// What is chosen may change while somebody is about to type, or come after the keyboard: it is
/// selected then.
bool WordChooser::waitsForTyping() const {
    return lineEdit()->hasFocus() && lineEdit()->selectedText() == lineEdit()->text();
}

void WordChooser::showAgain() {
    showShown(waitsForTyping());
}

void WordChooser::setRoomFor(const QStringList& texts, int charsMax) {
    room_for_ = texts;
    room_chars_max_ = charsMax;
    updateGeometry();
}

/// As it fits the box; whole before that has its size.
QString WordChooser::cut(const QString& text) const {
    constexpr int kFramePx = 6;  // around the text of a line
    return room_for_.isEmpty() || !isVisible()
               ? text
               : fontMetrics().elidedText(text, Qt::ElideRight, lineEdit()->width() - kFramePx);
}

void WordChooser::showShown(bool selected) {
    displayed_ = cut(shown_);
    setEditText(displayed_);
    lineEdit()->setCursorPosition(0);
    if (selected) {
        lineEdit()->selectAll();
    }
}

void WordChooser::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        takeTyped();
        return;
    }
    if (key == Qt::Key_Escape && lineEdit()->text() != displayed_) {
        showAgain();
        lineEdit()->selectAll();
        return;
    }
    QComboBox::keyPressEvent(event);
}

void WordChooser::focusInEvent(QFocusEvent* event) {
    QComboBox::focusInEvent(event);
    // Not where the list of what was found opened or closed, in the midst of typing.
    const bool comes_back = event->reason() == Qt::PopupFocusReason ||
                            event->reason() == Qt::ActiveWindowFocusReason ||
                            event->reason() == Qt::MenuBarFocusReason;
    if (!comes_back || lineEdit()->text() == displayed_) {
        lineEdit()->selectAll();  // typing takes its place
    }
}

/// What was typed counts as after Return, but not where only another window came to the front.
void WordChooser::leave(Qt::FocusReason why) {
    why == Qt::ActiveWindowFocusReason && !takes_text_ ? showAgain() : takeTyped();
}

/// A click selects what is chosen as Tab does: words are chosen anew and not edited.
bool WordChooser::eventFilter(QObject* watched, QEvent* event) {
    if (watched == completer_->popup()) {
        // The completer keeps the box from learning that Tab left it while the list is open.
        const int key =
            event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event)->key() : 0;
        if (key == Qt::Key_Tab || key == Qt::Key_Backtab) {
            leave(Qt::TabFocusReason);
        }
        return false;
    }
    if (event->type() == QEvent::MouseButtonRelease && lineEdit()->text() == displayed_ &&
        !lineEdit()->hasSelectedText()) {
        lineEdit()->selectAll();
    }
    return QComboBox::eventFilter(watched, event);
}

void WordChooser::focusOutEvent(QFocusEvent* event) {
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason && !completer_->popup()->isVisible()) {
        leave(event->reason());
    }
}

void WordChooser::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
    }
    QComboBox::changeEvent(event);
}

/// Not in the midst of typing.
void WordChooser::fitText() {
    if (lineEdit()->text() == displayed_ && cut(shown_) != displayed_) {
        showAgain();
    }
}

void WordChooser::resizeEvent(QResizeEvent* event) {
    QComboBox::resizeEvent(event);
    fitText();
}

/// It had its size before it was visible.
void WordChooser::showEvent(QShowEvent* event) {
    QComboBox::showEvent(event);
    fitText();
}

void WordChooser::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

QSize WordChooser::sizeHint() const {
    const int chars = fontMetrics().averageCharWidth();
    int text = fontMetrics().horizontalAdvance(shown_) + chars;
    if (!room_for_.isEmpty()) {
        text = 0;
        for (const QString& one : room_for_) {
            text = std::max(text, fontMetrics().horizontalAdvance(one) + chars);
        }
        text = std::min(text, room_chars_max_ * chars);
    }
    const int room = QComboBox::minimumSizeHint().width() -
                     minimumContentsLength() * fontMetrics().horizontalAdvance(u'X');
    const int arrow = std::min(room, style()->pixelMetric(QStyle::PM_ScrollBarExtent) * 2 + 12);
    return {std::clamp(text, kCharsMin * chars, kCharsMax * chars) + arrow,
            QComboBox::sizeHint().height()};
}

QSize WordChooser::minimumSizeHint() const {
    return {std::min(sizeHint().width(), fontMetrics().averageCharWidth() * 12),
            sizeHint().height()};
}

}  // namespace throughline::ui
