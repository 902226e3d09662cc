// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/chart_pane.h"

#include <QEvent>
#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "ui/style/icons.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr int kHeadMarginPx = 4;

/// By mouse or key. The focus that a window or a menu gives back chooses nothing.
bool isReached(const QEvent& event) {
    if (event.type() == QEvent::FocusIn) {
        const Qt::FocusReason reason = static_cast<const QFocusEvent&>(event).reason();
        return reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason;
    }
    return event.type() == QEvent::MouseButtonPress;
}

bool isSameSpan(const Span& a, const Span& b) {
    constexpr double kSame = 1e-9;  // of its length
    return std::fabs(a.low - b.low) + std::fabs(a.high - b.high) <= kSame * a.length();
}

bool isSameView(const PlotRange& a, const PlotRange& b) {
    return isSameSpan(a.x, b.x) && isSameSpan(a.y, b.y) && isSameSpan(a.y2, b.y2);
}

}  // namespace

ChartPane::ChartPane(QWidget* parent)
    : QFrame(parent), plot_(new PlotView(this)), head_(new QWidget(this)), title_(new QLabel) {
    auto* remove = new QToolButton;
    remove->setIcon(icon(QStringLiteral("close")));
    remove->setAutoRaise(true);
    remove->setFocusPolicy(Qt::TabFocus);
    remove->setToolTip(tr("Remove this chart (Ctrl+Shift+W)"));
    remove->setAccessibleName(tr("Remove this chart"));
    connect(remove, &QToolButton::clicked, this, &ChartPane::removeAsked);
    title_->setTextFormat(Qt::PlainText);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* across = new QHBoxLayout(head_);
    across->setContentsMargins(kHeadMarginPx, 0, 0, 0);
    across->addWidget(title_, 1);
    across->addWidget(remove);
    auto* down = bareLayout<QVBoxLayout>(this, 0);
    down->addWidget(head_);
    down->addWidget(plot_, 1);
    plot_->setSelectable(true);
    plot_->installEventFilter(this);
    title_->installEventFilter(this);
    setPlace(true, true);
}

void ChartPane::setPlot(BuiltPlot built, ChartRecipe recipe) {
    notes_ = built.notes();
    missing_ = std::move(built.missing);
    recipe_ = std::move(recipe);
    plot_->setModel(std::move(built.model));
    scales_ = scalesOfPlot();
    showTitle();
}

void ChartPane::takeScales(bool logarithmic_x, bool logarithmic_y) {
    recipe_.choice.setLogarithmic(logarithmic_x, logarithmic_y);
    scales_ = scalesOfPlot();
}

std::pair<AxisScale, AxisScale> ChartPane::scalesOfPlot() const {
    return {plot_->model().x.scale, plot_->model().y.scale};
}

std::optional<ChartZoom> ChartPane::zoom() const {
    return zoomOf(plot_->model(), plot_->zoom().current(), plot_->zoom().home());
}

void ChartPane::showZoom(const ChartZoom& zoom) {
    if (plot_->model().hasPoints()) {
        const PlotRange wanted = rangeOf(zoom, plot_->model(), plot_->zoom().home());
        // Values and places are not the same numbers on a logarithmic axis: nothing moves for that.
        if (!isSameView(plot_->zoom().current(), wanted)) {
            plot_->showRange(wanted);
        }
    }
}

void ChartPane::setPlace(bool alone, bool current) {
    head_->setVisible(!alone);
    setFrameShape(alone ? QFrame::NoFrame : QFrame::StyledPanel);
    // Which chart the controls speak of is told by more than a colour.
    QFont font = title_->font();
    font.setBold(current);
    title_->setFont(font);
    title_->setForegroundRole(current ? QPalette::WindowText : QPalette::PlaceholderText);
    showTitle();
}

void ChartPane::showTitle() {
    const QString title = chartTitle(plot_->model());
    title_->setText(title_->fontMetrics().elidedText(title, Qt::ElideRight, title_->width()));
    title_->setToolTip(title);
    plot_->setAccessibleName(head_->isHidden() ? tr("Chart") : tr("Chart: %1").arg(title));
}

void ChartPane::mousePressEvent(QMouseEvent* event) {
    QFrame::mousePressEvent(event);
    plot_->setFocus(Qt::MouseFocusReason);
}

bool ChartPane::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && isReached(*event)) {
        Q_EMIT chosen();
    }
    if (watched == title_ && event->type() == QEvent::Resize) {
        showTitle();
    }
    return QFrame::eventFilter(watched, event);
}

}  // namespace throughline::ui
