// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/view_previews.h"

#include <QPointer>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/explore/explore_charts.h"

namespace throughline::ui {

namespace {

// As large as a chart must be for its texts to be legible when it is scaled down.
constexpr int kHeightPx = 225;
constexpr int kHeightOfRowPx = 180;
constexpr double kAspect = 1.6;

QSize sizeFor(const ExploreState& state) {
    const auto count = static_cast<int>(state.charts.size());
    const int across = chartsAcross(state.charts.size(), state.arrangement);
    const int rows = (count + across - 1) / across;
    const int height = std::max(kHeightPx, rows * kHeightOfRowPx);
    return {static_cast<int>(height * kAspect), height};
}

}  // namespace

struct ViewPreviews::Drawing {
    ExploreDocument document;
    ChartGrid grid;
    ExploreCharts charts{&document, &grid};
};

ViewPreviews::ViewPreviews(StudyProvider studies, SampleProvider samples, QObject* parent)
    : QObject(parent), studies_(std::move(studies)), samples_(std::move(samples)) {}

ViewPreviews::~ViewPreviews() = default;

void ViewPreviews::order(PreviewOrder order) {
    waiting_.push_front(std::move(order));
    if (!at_work_) {
        at_work_ = true;
        QTimer::singleShot(0, this, &ViewPreviews::next);
    }
}

void ViewPreviews::next() {
    at_work_ = !waiting_.empty();
    if (!at_work_) {
        return;
    }
    current_ = std::move(waiting_.front());
    waiting_.pop_front();
    studies_(current_.studies(),
             [self = QPointer<ViewPreviews>(this)](std::vector<StudyForPlot> studies) {
                 if (self) {
                     self->draw(std::move(studies));
                 }
             });
}

void ViewPreviews::draw(std::vector<StudyForPlot> studies) {
    drawing_ = std::make_unique<Drawing>();
    drawing_->charts.samples()->setProvider(samples_);
    // The studies last, so that the charts are built once.
    current_.showIn(&drawing_->document);
    ChartGrid& grid = drawing_->grid;
    grid.setAttribute(Qt::WA_DontShowOnScreen);
    grid.setFrameShape(QFrame::NoFrame);
    grid.resize(sizeFor(drawing_->document.state()));
    grid.show();
    const auto finish_when_complete = [this] {
        if (!drawing_->charts.samples()->isWaiting()) {
            QTimer::singleShot(0, this, &ViewPreviews::finish);
        }
    };
    drawing_->document.setStudies(std::move(studies));
    if (drawing_->charts.samples()->isWaiting()) {
        connect(&drawing_->charts, &ExploreCharts::refreshed, this, finish_when_complete);
    } else {
        finish_when_complete();
    }
}

void ViewPreviews::finish() {
    if (drawing_ == nullptr) {
        return;  // samples came in two parts
    }
    const QList<QToolButton*> buttons = drawing_->grid.findChildren<QToolButton*>();
    for (QToolButton* button : buttons) {
        button->hide();
    }
    const QPixmap picture = drawing_->grid.grab();
    drawing_.reset();
    Q_EMIT drawn(current_.key, picture);
    QTimer::singleShot(0, this, &ViewPreviews::next);
}

}  // namespace throughline::ui
