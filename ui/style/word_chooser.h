// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QString>
#include <QStringList>
#include <vector>

#include "ui/style/words_filter.h"

class QCompleter;

namespace throughline::ui {

/// Says below a field that nothing has the name that was typed there, and what it keeps. Also once
/// the keyboard has gone on: a change of focus closes what is said, so it is said behind, too.
/// Thread: GUI.
void sayNothingIsCalled(QWidget* field, const QString& text, const QString& stays);

/// A choice among many in a line of words: as wide as what is chosen, its list as wide as its
/// longest entry; typing finds the entries that contain all words, in any order. What is typed is
/// taken by Return and by leaving the box; what matches nothing is refused in words.
/// Thread: GUI.
class WordChooser : public QComboBox {
    Q_OBJECT
public:
    struct Choice {
        QString id;
        QString title;     ///< in the list
        QString search{};  ///< found by these words, too
        QString tip{};
    };

    explicit WordChooser(QWidget* parent = nullptr);

    void setChoices(const std::vector<Choice>& choices);
    /// What is chosen; silent. `shown`: in the closed box, where it may be shorter.
    void setChosen(const QString& id, const QString& shown);
    /// Text that is no entry is taken, too, as a number is, or a name with its size ("gp2:5 GiB").
    void setTakesText(bool takes) { takes_text_ = takes; }
    /// The box is as wide as the widest of these, at most so many characters, whatever is chosen:
    /// what stands behind it does not move. What is longer ends in "…", and is whole in the
    /// tooltip.
    void setRoomFor(const QStringList& texts, int charsMax);
    const QString& shown() const { return shown_; }
    /// The titles that contain these words, as the list offers them.
    QStringList found(const QString& words);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(const QString& id);  ///< by the user
    void typed(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;  // scrolling past must not choose

private:
    void narrow(const QString& words);
    void take(const QString& id);
    void takeTyped();
    void refuse(const QString& text);
    void leave(Qt::FocusReason why);
    bool waitsForTyping() const;
    QString cut(const QString& text) const;
    void fitText();
    void showAgain();
    void showShown(bool selected);

    QCompleter* completer_;
    WordsFilter* matches_;
    QString shown_;
    QString displayed_;     ///< the same, cut where the box is narrower
    QStringList room_for_;  ///< empty: as wide as what is chosen
    int room_chars_max_ = 0;
    bool takes_text_ = false;
};

}  // namespace throughline::ui
