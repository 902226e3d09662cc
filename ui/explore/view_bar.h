// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>
#include <vector>

#include "ui/charts/quick_views.h"
#include "ui/explore/explore_document.h"
#include "ui/explore/reading_button.h"
#include "ui/style/wrap_layout.h"

class QToolButton;

namespace throughline::ui {

/// The way to the gallery, the charts that people ask for most, and how a chart is read.
/// Thread: GUI.
class ViewBar : public QWidget {
    Q_OBJECT
public:
    explicit ViewBar(ExploreDocument* document, QWidget* parent = nullptr);

    /// The charts of the published studies, by their keys.
    QList<QAction*> viewActions() const { return view_actions_; }
    /// At the right end.
    void add(QWidget* control);
    void addFirst(QWidget* control);  ///< of those at the right

Q_SIGNALS:
    void galleryWanted();

private:
    void makeViews();
    void show();
    void showQuickViews();

    ExploreDocument* document_;  // borrowed
    WrapLayout* row_;
    QToolButton* gallery_;
    QList<QAction*> view_actions_;
    std::vector<QuickView> quick_views_;
    std::vector<QToolButton*> quick_buttons_;
    ReadingButton* reading_;
    int generation_ = -1;  ///< of the studies that quick_views_ are of
};

}  // namespace throughline::ui
