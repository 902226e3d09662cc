// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/field_picker.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFocusEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/style/word_chooser.h"

namespace throughline::ui {

namespace {

constexpr int kCharactersMin = 14;
constexpr int kPickerCharacters = 24;
constexpr int kRowsShown = 18;

/// Shows the beginning of a text that is too long, with an ellipsis, while nobody types in it.
class RestingLineEdit : public QLineEdit {
protected:
    void paintEvent(QPaintEvent* event) override {
        constexpr int kTextMarginPx = 2;  // QLineEdit's own
        const QRect room = contentsRect().adjusted(kTextMarginPx, 0, -kTextMarginPx, 0);
        if (hasFocus() || fontMetrics().horizontalAdvance(text()) <= room.width()) {
            QLineEdit::paintEvent(event);
            return;
        }
        QPainter painter(this);
        painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled,
                                       isEnabled() ? QPalette::Text : QPalette::PlaceholderText));
        painter.drawText(room,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(text(), Qt::ElideRight, room.width()));
    }
};

}  // namespace

FieldPicker::FieldPicker(QWidget* parent) : QComboBox(parent) {
    setLineEdit(new RestingLineEdit);
    setInsertPolicy(QComboBox::NoInsert);
    setMaxVisibleItems(kRowsShown);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kPickerCharacters);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    connect(this, &QComboBox::activated, this, [this](int index) {
        lineEdit()->setCursorPosition(0);
        if (index >= 0) {
            Q_EMIT keyChosen(itemData(index).toString());
        }
    });
    // Words that match nothing are put back to what is shown in the chart.
    connect(lineEdit(), &QLineEdit::editingFinished, this, [this] {
        if (const int meant = meantBy(currentText()); meant >= 0 && meant != currentIndex()) {
            setCurrentIndex(meant);
            Q_EMIT keyChosen(itemData(meant).toString());
        } else if (findText(currentText()) < 0) {
            const QString typed = currentText().trimmed();
            setEditText(itemText(currentIndex()));
            if (!typed.isEmpty() && currentIndex() >= 0) {
                sayNothingIsCalled(this, typed, currentText());
            }
        }
        lineEdit()->setCursorPosition(0);
    });
}

void FieldPicker::setFields(const std::vector<Field>& fields, Options options) {
    if (fields == fields_ && options == options_) {
        return;  // who types in it, or looks through the list, is not disturbed
    }
    fields_ = fields;
    options_ = options;
    const QSignalBlocker blocker(this);
    const std::string before = currentKey();
    clear();
    if (options.allowNone) {
        addItem(tr("none"), QString());
    }
    std::optional<FieldGroup> last;
    for (const Field& field : fields) {
        if ((field.isText && !options.allowText) || (field.isSeveral && !options.allowSeveral)) {
            continue;
        }
        if (last && *last != field.group) {
            insertSeparator(count());
        }
        last = field.group;
        addItem(field.title, QString::fromStdString(field.key));
    }
    setCurrentKey(before);
}

int FieldPicker::meantBy(const QString& text) const {
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    if (words.isEmpty()) {
        return -1;
    }
    int meant = findText(text, Qt::MatchFixedString);
    for (int index = 0; meant < 0 && index < count(); ++index) {
        const bool fits = std::ranges::all_of(words, [&](const QString& word) {
            return itemText(index).contains(word, Qt::CaseInsensitive);
        });
        meant = fits ? index : -1;
    }
    return meant;
}

void FieldPicker::showPopup() {
    view()->setMinimumWidth(view()->sizeHintForColumn(0) +
                            view()->verticalScrollBar()->sizeHint().width());
    QComboBox::showPopup();
}

std::string FieldPicker::currentKey() const {
    return currentData().toString().toStdString();
}

void FieldPicker::setCurrentKey(const std::string& key) {
    const QSignalBlocker blocker(this);
    const int index = findData(QString::fromStdString(key));
    setCurrentIndex(index);
    setToolTip(itemText(index));
    lineEdit()->setCursorPosition(0);
}

QSize FieldPicker::minimumSizeHint() const {
    const int text = fontMetrics().averageCharWidth() * kCharactersMin;
    return {text + QComboBox::minimumSizeHint().height(), QComboBox::minimumSizeHint().height()};
}

}  // namespace throughline::ui
