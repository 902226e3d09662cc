// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>

namespace throughline::ui {

/// The help: contents or what a search found on the left, the page on the right. Works offline.
/// Thread: GUI.
class HelpWindow : public QDialog {
    Q_OBJECT
public:
    explicit HelpWindow(QWidget* parent = nullptr);

    /// `heading`: what to show of it; empty is its beginning. An unknown page shows the first.
    void showPage(const QString& id, const QString& heading = {});
    QString page() const { return page_; }

private:
    void showContents(const QString& words);
    void takeChoice(int row);
    void follow(const QUrl& link);
    void step(int by);
    void render(const QString& id, const QString& heading);

    struct Place {
        QString page;
        QString heading;
    };
    QString page_;
    QList<Place> places_;  ///< as visited
    qsizetype place_ = -1;
    QLineEdit* search_;
    QListWidget* list_;
    QTextBrowser* text_;
    QAction* back_;
    QAction* forward_;
};

}  // namespace throughline::ui
