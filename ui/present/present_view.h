// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <cstddef>
#include <vector>

#include "engine/base/result.h"
#include "ui/plot/plot_page.h"
#include "ui/present/present_page.h"

namespace throughline::ui {

/// Pages one at a time, each as large as the widget: to be read from the back of a room.
///
/// Keys: Right, Down, Page Down, Space and Enter go on, Left, Up, Page Up and Backspace back, Home
/// and End to the first and last; E asks for an export, Escape and F5 leave. Other keys do nothing,
/// not even what they do in the window behind. A click goes on.
/// Thread: GUI.
class PresentView : public QWidget {
    Q_OBJECT
public:
    explicit PresentView(QWidget* parent = nullptr);

    /// Stays at the page that it shows, if that is among them.
    void setPages(std::vector<PresentPage> pages);
    const std::vector<PresentPage>& pages() const noexcept { return pages_; }
    std::size_t index() const noexcept { return index_; }
    void showPage(std::size_t index);
    /// Or the first, until that page comes, unless the user went to another one by then.
    void showPage(const QString& id);
    /// Height of the headline's letters with their room above and below, as fonts are measured.
    double headlinePx() const;
    QString mark() const;  ///< "3 / 7"; empty for a single page
    /// The page as a file, in print colours, with all that has to be known of it.
    /// Errors: those of saveChart().
    Result<void> exportTo(const QString& path) const;
    QString fileName() const;  ///< for that file, without an ending
    /// In the last line, until another page is shown.
    void say(const QString& words);
    /// The small print, line by line as it is drawn: where the page is from, or what was said; on
    /// the first page also which keys there are, whole.
    QStringList footLines() const;

Q_SIGNALS:
    void exportAsked();
    void left();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    double scale() const;  ///< pixels of the widget for a unit of the page
    PlotPage plotPage() const;
    std::vector<PagePlot> plots() const;
    double footRoom() const;  ///< for a line of the small print, in pixels
    void step(int by);
    void outdate();

    std::vector<PresentPage> pages_;
    std::size_t index_ = 0;
    QString awaited_;  ///< id of a page that is not there yet
    QString said_;
    bool says_keys_ = true;  ///< after the source, until another page is shown
    QImage picture_;         ///< of the page; null: it has to be drawn anew
    double foot_px_ = 0.0;   ///< the height below it
};

}  // namespace throughline::ui
