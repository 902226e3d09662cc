// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QPushButton>
#include <QWidget>
#include <array>

#include "ui/bridge/live_source.h"
#include "ui/measure/figure_tile.h"
#include "ui/measure/pipeline_view.h"
#include "ui/measure/threads_control.h"
#include "ui/study/observed_view.h"
#include "ui/study/run_table.h"

namespace throughline::ui {

/// What is seen while a measurement runs.
/// Thread: GUI. An update touches a few labels and repaints; it stays far below 16 ms.
class LivePanel : public QWidget {
    Q_OBJECT
public:
    explicit LivePanel(QWidget* parent = nullptr);

    void setSnapshot(const LiveSnapshot& snapshot);
    void clear();
    ThreadsControl* threads() { return threads_; }
    /// Nothing is recorded: the threads may be changed, and there are no runs to list.
    void setPlaying(bool playing);
    QPushButton* tryNowButton() { return try_now_; }

Q_SIGNALS:
    /// Another computer that cannot be reached is to be tried at once.
    void tryNowAsked();

private:
    void showWhere(const Elsewhere& there);
    QString headlineOf(const LiveSnapshot& snapshot) const;
    void showTiles(const LiveSnapshot& snapshot);
    void showNotes(const LiveSnapshot& snapshot);

    QLabel* headline_ = nullptr;
    QLabel* what_ = nullptr;
    QLabel* where_ = nullptr;  ///< on which other computer, and how the connection is
    QPushButton* try_now_ = nullptr;
    /// Over the figures: those of a computer that is not heard are of the past.
    std::array<QGraphicsOpacityEffect*, 2> muting_{};
    ThreadsControl* threads_ = nullptr;
    bool playing_ = false;
    QWidget* tile_row_ = nullptr;
    std::array<FigureTile*, kFigureCount> tiles_{};
    PipelineView* pipeline_ = nullptr;
    ObservedView* observed_ = nullptr;
    QWidget* below_ = nullptr;
    RunTable* table_ = nullptr;
    QLabel* notes_ = nullptr;
    /// The table changes when one of these does, and not with every sample.
    struct RowsShown {
        std::size_t ended = 0;
        int run = 0;
        int repeat = 1;
        bool operator==(const RowsShown&) const = default;
    };
    RowsShown rows_shown_{};
};

/// "Run 3 of 12, round 1 of 3: full pipeline, decode threads 4".
QString runTitle(const LiveSnapshot& snapshot);
/// "measuring", "evicting the page cache", …
QString phaseTitle(const LiveSnapshot& snapshot);

}  // namespace throughline::ui
