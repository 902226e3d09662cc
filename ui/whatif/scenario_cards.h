// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QListWidget>
#include <QWidget>

#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// The scenarios as cards in a row, now first: marker and colour as in the charts, name, predicted
/// rate and difference. A click chooses; the rest is in the context menu and has a key.
/// Thread: GUI.
class ScenarioCards : public QWidget {
    Q_OBJECT
public:
    explicit ScenarioCards(ScenarioDocument* document, QWidget* parent = nullptr);

    QListWidget* list() { return list_; }
    /// What can be done with the chosen scenario; they work in the window that they are added to.
    const QList<QAction*>& commands() const { return commands_; }
    /// Asks for a name of the chosen scenario.
    void rename();

    QSize sizeHint() const override;  ///< room for all cards side by side, narrow ones
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int cardWidthMin() const;
    int cardWidthWished() const;
    QAction* addCommand(const char* icon_name,
                        const QString& text,
                        const QKeySequence& key,
                        const QString& tip,
                        const std::function<void()>& what);
    void makeCommands();
    void refresh();
    void place();
    /// The base's with what it is: "Now: gp2, 4 V100".
    QString nameOnCard(int column) const;
    QString lineOf(int column) const;

    ScenarioDocument* document_;  // borrowed
    QListWidget* list_;
    QList<QAction*> commands_;
    QAction* add_ = nullptr;
    QAction* duplicate_ = nullptr;
    QAction* rename_ = nullptr;
    QAction* left_ = nullptr;
    QAction* right_ = nullptr;
    QAction* remove_ = nullptr;
};

}  // namespace throughline::ui
