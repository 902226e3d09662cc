// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/words_box.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>

namespace throughline::ui {

WordsBox::WordsBox(QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    found_ = new WordsFilter(Qt::DisplayRole, this);
    found_->setSourceModel(model());
    auto* completer = new QCompleter(found_, this);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    setCompleter(completer);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this](const QString& text) {
        found_->setWords(text);
        this->completer()->complete();
    });
    connect(completer,
            qOverload<const QString&>(&QCompleter::activated),
            this,
            [this](const QString& text) { take(text); });
    connect(this, &QComboBox::textActivated, this, &WordsBox::take);
    connect(lineEdit(), &QLineEdit::editingFinished, this, &WordsBox::settle);
}

void WordsBox::setTexts(const QStringList& texts, const QString& chosen) {
    const QSignalBlocker quiet(this);
    clear();
    addItems(texts);
    chosen_ = chosen;
    setCurrentIndex(findText(chosen));
    setEditText(chosen);
    lineEdit()->setCursorPosition(0);
    found_->setWords(QString());
}

QSize WordsBox::minimumSizeHint() const {
    constexpr int kCharacters = 10;
    return {fontMetrics().averageCharWidth() * kCharacters, QComboBox::minimumSizeHint().height()};
}

void WordsBox::take(const QString& text) {
    found_->setWords(QString());
    if (text != chosen_) {
        chosen_ = text;
        setEditText(text);
        Q_EMIT choiceMade();
    }
}

void WordsBox::settle() {
    const QString typed = currentText();
    if (typed == chosen_ || completer()->popup()->isVisible()) {
        return;
    }
    const bool any = !typed.trimmed().isEmpty() && found_->rowCount() > 0;
    const QString text = any ? found_->index(0, 0).data().toString() : chosen_;
    setEditText(text);
    take(text);
}

}  // namespace throughline::ui
