// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QIcon>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QString>
#include <functional>
#include <vector>

namespace throughline::ui {

/// Something that is found by words: a command, a study, a view, a quantity, a setting, a page.
struct Thing {
    QString title;    ///< "photos, 1–4 threads"
    QString kind;     ///< "Study"; of a command its keys
    QString words{};  ///< what else it is found by
    QIcon icon{};
    QString tip{};
    bool enabled = true;
    std::function<void()> choose{};
    std::function<void()> choose_with_shift{};  ///< empty: the same
};

/// Those that have every one of `words`, at most `most`: first those whose title begins with them,
/// then those in whose title a word does, then those with all of them in the title; else in their
/// order. Pointers into `things`.
std::vector<const Thing*> thingsWith(const std::vector<Thing>& things,
                                     const QString& words,
                                     std::size_t most);

/// Types a few letters of what one wants to do or see, and gets there. What cannot be done now is
/// shown, but greyed. Thread: GUI.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    CommandPalette(std::vector<Thing> things, QWidget* parent);

    QLineEdit* input() const noexcept { return input_; }
    QListWidget* list() const noexcept { return list_; }
    /// Says that nothing matches; hidden while something does.
    QLabel* nothingFound() const noexcept { return nothing_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void showMatching(const QString& words);
    void run(const QListWidgetItem* item);

    std::vector<Thing> things_;
    QLineEdit* input_ = nullptr;
    QListWidget* list_ = nullptr;
    QLabel* nothing_ = nullptr;
};

}  // namespace throughline::ui
