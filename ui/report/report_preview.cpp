// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_preview.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include "engine/report/printed_text.h"
#include "ui/report/report_maker.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr int kGapPx = 14;        ///< around a page
constexpr int kWidthMaxPx = 900;  ///< of a page: wider is no easier to read
constexpr double kFramePx = 2.0;

}  // namespace

/// The pages, at the width that there is.
class ReportPreview::Paper : public QWidget {
public:
    explicit Paper(ReportPreview* preview) : preview_(preview) {
        setAccessibleName(ReportPreview::tr("Pages of the report"));
    }

    double scale() const {
        const double room = std::min(width() - 2 * kGapPx, kWidthMaxPx);
        return room / preview_->pages_->form().size.width();
    }
    /// Of whole pixels: between them a row of the picture would be left out, and a line of text
    /// look squashed.
    QRectF placeOf(std::size_t page) const {
        const QSize size = (preview_->pages_->form().size * scale()).toSize();
        const int left = (width() - size.width()) / 2;
        const int top = kGapPx + static_cast<int>(page) * (size.height() + kGapPx);
        return QRect(QPoint(left, top), size);
    }
    void fit() {
        const std::size_t count = preview_->pageCount();
        setMinimumHeight(count == 0 ? 0 : static_cast<int>(placeOf(count).top()));
        update();
    }

protected:
    void resizeEvent(QResizeEvent* /*event*/) override { fit(); }

    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        const Theme& theme = currentTheme();
        if (preview_->pageCount() == 0) {
            painter.setPen(theme.mutedText);
            painter.drawText(rect().adjusted(24, 24, -24, -24),
                             Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                             preview_->problem_);
            return;
        }
        for (std::size_t page = 0; page < preview_->pageCount(); ++page) {
            const QRectF place = placeOf(page);
            if (event->rect().intersects(place.toAlignedRect())) {
                paintPage(painter, page, place);
            }
        }
    }

    void mousePressEvent(QMouseEvent* event) override {
        for (std::size_t page = 0; page < preview_->pageCount(); ++page) {
            const QRectF place = placeOf(page);
            if (place.contains(event->position())) {
                const QPointF point = (event->position() - place.topLeft()) / scale();
                if (const auto item = preview_->pages_->itemAt(page, point)) {
                    Q_EMIT preview_->blockClicked(preview_->blockOf(*item));
                }
            }
        }
    }

private:
    void paintPage(QPainter& painter, std::size_t page, const QRectF& place) const {
        const double ratio = devicePixelRatioF();
        QImage paper((place.size() * ratio).toSize(), QImage::Format_RGB32);
        // Texts are laid out at this resolution, whatever the screen's.
        const int dots = static_cast<int>(std::lround(kPageDpi / 0.0254));
        paper.setDotsPerMeterX(dots);
        paper.setDotsPerMeterY(dots);
        paper.fill(Qt::white);
        QPainter on_paper(&paper);
        on_paper.setRenderHint(QPainter::Antialiasing);
        on_paper.scale(scale() * ratio, scale() * ratio);
        preview_->pages_->paint(
            on_paper, page, ReportPreview::tr("(computed when the report is exported)"));
        on_paper.end();
        paper.setDevicePixelRatio(ratio);
        painter.drawImage(place.topLeft(), paper);
        painter.setPen(QPen(currentTheme().border, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place);
        QRectF frame;
        for (const ReportPages::ItemOnPage& item : preview_->pages_->items()) {
            if (item.page == page && preview_->chosen_ >= 0 &&
                preview_->blockOf(item.item) == preview_->chosen_) {
                frame = frame.united(item.place);
            }
        }
        if (!frame.isEmpty()) {
            painter.setPen(QPen(currentTheme().accent, kFramePx));
            painter.drawRoundedRect(
                QRectF(place.topLeft() + frame.topLeft() * scale(), frame.size() * scale())
                    .adjusted(-5, -3, 5, 3),
                4,
                4);
        }
    }

    ReportPreview* preview_;
};

ReportPreview::ReportPreview(QWidget* parent) : QScrollArea(parent), paper_(new Paper(this)) {
    setWidget(paper_);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(fontMetrics().averageCharWidth() * 32);
    connect(ThemeNotifier::instance(),
            &ThemeNotifier::themeChanged,
            paper_,
            qOverload<>(&QWidget::update));
}

ReportPreview::~ReportPreview() = default;

std::size_t ReportPreview::pageCount() const {
    return pages_ == nullptr ? 0 : pages_->count();
}

int ReportPreview::blockOf(std::size_t item) const {
    return static_cast<int>(report_->content.blocks[item]);
}

void ReportPreview::setReport(std::shared_ptr<const ComposedReport> report) {
    pages_.reset();  // it borrows the former one's charts
    report_ = std::move(report);
    std::vector<const ChartOfView*> charts;
    for (const ReportChart& chart : report_->charts) {
        charts.push_back(&chart.chart);
    }
    const MadeBy by = madeNow();
    pages_ = std::make_unique<ReportPages>(
        report_->content,
        std::move(charts),
        report::print_words(by.program, by.date, report_->content.language),
        PageForm::paper());
    paper_->fit();
}

void ReportPreview::setProblem(const QString& why) {
    pages_.reset();
    report_.reset();
    problem_ = why;
    paper_->fit();
}

void ReportPreview::setChosen(int block) {
    chosen_ = block;
    paper_->update();
}

void ReportPreview::scrollToBlock(int block) {
    for (std::size_t i = 0; pages_ && i < pages_->items().size(); ++i) {
        const ReportPages::ItemOnPage& item = pages_->items()[i];
        if (blockOf(item.item) == block) {
            const double top =
                paper_->placeOf(item.page).top() + item.place.top() * paper_->scale();
            const int shown = verticalScrollBar()->value();
            if (top < shown || top > shown + viewport()->height() - 60) {
                verticalScrollBar()->setValue(static_cast<int>(top) - 20);
            }
            return;
        }
    }
}

}  // namespace throughline::ui
