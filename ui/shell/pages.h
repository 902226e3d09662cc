// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>
#include <QTabWidget>
#include <cstdint>

namespace throughline::ui {

enum class Page : std::uint8_t {
    Welcome,
    Measure,
    Result,
    Explore,
    WhatIf,
    Figures,
    Settings,
    Report
};

/// The welcome page alone, or the tabs of the others.
/// Thread: GUI.
class Pages : public QStackedWidget {
    Q_OBJECT
public:
    explicit Pages(QWidget* welcome, QWidget* parent = nullptr);

    /// Those behind the welcome page, in the order of Page.
    void addTab(QWidget* page, const QString& title, const QString& tip);
    Page page() const;
    void showPage(Page page);
    /// What is in front from its beginning: it is of another study.
    void scrollUp();
    /// Whether a page was ever asked for.
    bool isChosen() const noexcept { return is_chosen_; }

Q_SIGNALS:
    void pageChanged();

private:
    /// Whoever opens a page that begins with a question can answer at once, without a click into
    /// it.
    void begin(int tab);

    QTabWidget* tabs_;
    bool is_chosen_ = false;
};

}  // namespace throughline::ui
