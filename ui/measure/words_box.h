// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

#include "ui/style/words_filter.h"

namespace throughline::ui {

/// A list to choose from, also by typing: what is offered holds the words typed, in any order, and
/// Return takes the first of it. What leads nowhere goes back to what was chosen.
/// Thread: GUI.
class WordsBox : public QComboBox {
    Q_OBJECT
public:
    explicit WordsBox(QWidget* parent = nullptr);

    /// The texts offered; `chosen` is one of them.
    void setTexts(const QStringList& texts, const QString& chosen);
    const QString& chosen() const { return chosen_; }
    QSize minimumSizeHint() const override;  ///< narrow: a long text may be cut

Q_SIGNALS:
    /// By the user.
    void choiceMade();

private:
    void take(const QString& text);
    void settle();

    WordsFilter* found_ = nullptr;
    QString chosen_;
};

}  // namespace throughline::ui
