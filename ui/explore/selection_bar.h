// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <cstddef>

namespace throughline::ui {

/// Says how many runs are selected and how many are shown at all, with the buttons for it. What
/// changes is told to screen readers.
/// Thread: GUI.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    struct Counts {
        std::size_t selected = 0;
        std::size_t shown = 0;  ///< runs that are not filtered out
        std::size_t all = 0;    ///< runs of the ticked studies
        bool operator==(const Counts&) const = default;
    };

    /// The buttons are of these actions.
    SelectionBar(QAction* only, QAction* clear, QAction* all, QWidget* parent = nullptr);

    /// `figures`: what the selected runs reach in the current chart.
    void setCounts(const Counts& counts, const QString& figures);
    QString words() const { return label_->text(); }

Q_SIGNALS:
    void told(const QString& words);  ///< to screen readers

private:
    QLabel* label_;
    QToolButton* only_;
    QToolButton* clear_;
    QToolButton* all_;
    Counts counts_;
};

}  // namespace throughline::ui
