// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "engine/record/study.h"

namespace throughline::ui {

/// A rate of the best run of the whole pipeline, or of one of its stages alone.
struct LimitBar {
    QString name;
    double imagesPerSecond = 0.0;
    bool limits = false;  ///< by the verdict
    bool whole = false;   ///< the pipeline
};

/// The stages that were measured alone with the settings of the fastest run of the whole pipeline,
/// in the order of the images' way, and that run last. Call derive() first. Empty: there are none.
std::vector<LimitBar> limitBarsOf(const record::Study& study);

/// Whether the two that matter would be stubs beside the longest on a scale from 0: then it has to
/// be logarithmic, wherever they are drawn. False for none.
bool areFarApart(const std::vector<LimitBar>& bars);

/// These rates as bars on one scale: from 0, or logarithmic where areFarApart(), so that the two
/// that matter are long enough to be compared beside a disk that could feed forty such pipelines.
/// Thread: GUI.
class LimitBars : public QWidget {
    Q_OBJECT
public:
    explicit LimitBars(QWidget* parent = nullptr);

    void setBars(std::vector<LimitBar> bars);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int rowHeight() const;

    std::vector<LimitBar> bars_;
};

}  // namespace throughline::ui
