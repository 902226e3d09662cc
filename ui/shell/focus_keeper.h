// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QWidget>

namespace throughline::ui {

/// A control that goes away or can no longer be used hands its focus to the next one, and behind
/// the last of a page that is the filter of the list: there letters filter and Ctrl+Z is the
/// field's. With this the focus stays on the page. Thread: GUI.
class FocusKeeper : public QObject {
    Q_OBJECT
public:
    /// `pages`: what the focus stays in; it owns this.
    explicit FocusKeeper(QWidget* pages);

private:
    void keep(const QWidget* old, const QWidget* now);

    QWidget* pages_;
};

}  // namespace throughline::ui
