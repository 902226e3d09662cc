// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

#include "ui/present/present_page.h"

namespace throughline::ui {

/// Pages that cover the whole window, menus and panels too, which stay behind them as they were.
/// Right, Space and Page Down go on, Left and Page Up back, Home and End to the ends; E saves the
/// page as a picture; Escape and F5 end it.
/// Thread: GUI.
class PresentView : public QWidget {
    Q_OBJECT
public:
    /// As large as `window` for as long as it is shown.
    explicit PresentView(QWidget* window);

    /// `first`: what stands there at the beginning.
    void setPages(std::vector<PresentPage> pages, int first);
    /// Behind those that are there.
    void addPages(std::vector<PresentPage> pages);
    int count() const { return static_cast<int>(pages_.size()); }
    int index() const { return index_; }
    const PresentPage& page() const { return pages_[static_cast<std::size_t>(index_)]; }
    void go(int index);  ///< to the nearest that there is
    /// The page in the colours of paper, 1280 by 720 or as the window is, twice as fine.
    QImage picture() const;

Q_SIGNALS:
    void ended();
    void saveAsked();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QString mark() const;

    std::vector<PresentPage> pages_{PresentPage()};
    int index_ = 0;
};

}  // namespace throughline::ui
