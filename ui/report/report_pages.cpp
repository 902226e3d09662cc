// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_pages.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/report/printed_text.h"
#include "ui/report/page_boxes.h"
#include "ui/report/page_inks.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr double kChartUnit = kPageDpi / kPointsPerInchOfPage;  ///< of PlotPage, in a point

constexpr double kChartShareLeast = 0.9;  ///< of what a chart's height is otherwise

PagePlot plotOf(const ChartOfView& of) {
    return {.model = &of.built.model, .range = of.range ? &*of.range : nullptr};
}

PlotLook chartLook() {
    return {printTheme(), pageFont({.size = PageForm::kChartType}, kPageDpi)};
}

/// A chart alone, with each of its curves in the legend.
PlotPage pageOfChart(const QSize& size) {
    constexpr double kCurvesShare = 0.25;  ///< of its width: how high the curves are at least
    return {.title = {}, .footer = {}, .size = size, .chartMin = size.width() * kCurvesShare};
}

/// Which item is the first that need not be on the first page.
std::size_t firstPart(const report::Content& content) {
    const auto end = std::ranges::find_if(content.items, [](const report::Item& item) {
        return std::holds_alternative<report::PageBreak>(item);
    });
    return static_cast<std::size_t>(end - content.items.begin());
}

/// As much of the contents as decides how the first page looks.
report::Content firstPageOf(const report::Content& content) {
    const std::size_t end = std::min(firstPart(content) + 2, content.items.size());
    report::Content first = content;
    first.items.resize(end);
    first.blocks.resize(end);
    first.proves.resize(end);
    return first;
}

/// Whether what stands between two starts of a page is no higher than one.
bool eachPageFits(const PageRows& rows, double height) {
    constexpr double kRounding = 0.01;  // points
    double y = 0.0;
    for (const auto& row : rows) {
        if (row->startsPage) {
            y = 0.0;
        }
        y += row->height + (y > 0.0 ? row->above : 0.0);
        if (y > height + kRounding) {
            return false;
        }
    }
    return true;
}

}  // namespace

ReportPages::ReportPages(const report::Content& content,
                         std::vector<const ChartOfView*> charts,
                         const std::vector<std::string>& end_words,
                         const PageForm& form)
    : form_(form),
      charts_(std::move(charts)),
      end_words_(end_words),
      title_(report::foot_title(content.title)),
      language_(content.language) {
    const Speaking speaking(language_);
    for (const ChartOfView* const chart : charts_) {
        form_.chartHeights.push_back(chart == nullptr || form_.deck ? 0.0 : neededHeight(*chart));
    }
    layOut(content);
}

/// In points: with its whole legend above curves that can be read.
double ReportPages::neededHeight(const ChartOfView& of) const {
    const double width = form_.body().width();
    const QSizeF least(width, width * form_.chartShare * kChartShareLeast);
    const PlotPage page = pageOfChart((least * kChartUnit).toSize());
    const int height = roomySize({plotOf(of)}, page, chartLook()).height();
    return height > page.size.height() ? height / kChartUnit : 0.0;
}

PageRows ReportPages::rowsOf(const report::Content& content) const {
    if (form_.deck) {
        return deckRows(content);
    }
    PageBoxes boxes(form_);
    boxes.addTitle(content);
    for (std::size_t i = 0; i < content.items.size(); ++i) {
        boxes.addItem(content.items[i], i);
    }
    boxes.addEnd(end_words_);
    return std::move(boxes).rows();
}

/// A block a page: its type is smaller where it would not fit.
PageRows ReportPages::deckRows(const report::Content& content) const {
    constexpr std::array kShares{1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6};
    PageRows all;
    std::size_t tables = 0;
    const auto add = [&](const auto& fill) {
        PageRows whole;
        std::size_t count = tables;
        for (const double share : kShares) {
            PageBoxes boxes(form_.smaller(share), tables);
            if (!all.empty()) {
                boxes.startPage();
            }
            fill(boxes);
            const std::size_t now = boxes.tables();
            PageRows rows = std::move(boxes).rows();
            const bool fits = eachPageFits(rows, form_.body().height());
            if (share == kShares.front() || fits) {
                whole = std::move(rows);
                count = now;
            }
            if (fits) {
                break;
            }
        }
        tables = count;
        std::ranges::move(whole, std::back_inserter(all));
    };
    for (std::size_t from = 0; from < content.items.size() || from == 0;) {
        std::size_t end = from;
        while (end < content.items.size() && content.blocks[end] == content.blocks[from]) {
            ++end;
        }
        add([&](PageBoxes& boxes) {
            if (from == 0) {
                boxes.addTitle(content);
            }
            for (std::size_t i = from; i < end; ++i) {
                boxes.addItem(content.items[i], i);
            }
        });
        from = std::max(end, from + 1);
    }
    add([&](PageBoxes& boxes) { boxes.addEnd(end_words_); });
    return all;
}

/// The first page answers the question: where its chart is too high for it, it becomes a little
/// lower, and where that is not enough its type smaller. A chart that is lower than that nobody
/// reads: then what stands below it goes on on the next page.
void ReportPages::layOut(const report::Content& content) {
    struct Try {
        double type;
        double share;  ///< of the chart
    };
    constexpr std::array kTries{Try{1.0, 0.95},
                                Try{1.0, kChartShareLeast},
                                Try{0.93, kChartShareLeast},
                                Try{0.86, kChartShareLeast}};
    const report::Content tried = firstPageOf(content);
    PageForm whole = form_;
    bool first = flow(tried);
    if (!first) {
        form_.joinedNotes = true;
        first = flow(tried);
        whole.joinedNotes = first;
    }
    for (std::size_t i = 0; i < kTries.size() && !first; ++i) {
        form_.firstType = kTries[i].type;
        form_.chartShare = whole.chartShare * kTries[i].share;
        first = flow(tried);
    }
    if (!first) {  // it is too long anyhow
        form_ = whole;
    }
    flow(content);
    for (std::size_t page = 0; page < pages_.size(); ++page) {
        for (const RowOnPage& row : pages_[page]) {
            note(row, page, content);
        }
    }
}

/// Returns whether all that is to stand on the first page does.
bool ReportPages::flow(const report::Content& content) {
    const auto more = [this](const PageRow& row) {
        TextLook look{.size = form_.table};
        look.ink = softInk();
        PageRow words{.height = 0.0, .above = look.size * 0.4};
        const auto text = std::make_shared<const TextLines>(
            pageText(report::more_rows_text(row.rowsLeft, language_)), look, form_.body().width());
        words.height = addLines(words, text, {});
        words.item = row.item;
        return std::make_shared<const PageRow>(std::move(words));
    };
    const PageRows rows = rowsOf(content);
    pages_ = flowRows(
        rows,
        form_.body().height(),
        form_.deck ? std::function<std::shared_ptr<const PageRow>(const PageRow&)>(more) : nullptr);
    const std::size_t answer = firstPart(content);
    const auto next = std::ranges::find_if(rows, [&](const auto& row) {
        return row->item != PageRow::kNoItem && row->item >= answer;
    });
    return form_.deck || pages_.size() == 1 ||
           (next != rows.end() && pages_[1].front().row == *next);
}

void ReportPages::note(const RowOnPage& placed, std::size_t page, const report::Content& content) {
    const PageRow& row = *placed.row;
    const QPointF at = form_.body().topLeft() + QPointF(0.0, placed.y);
    const QRectF place(at, QSizeF(form_.body().width(), row.height));
    if (placed.repeated) {
        return;
    }
    if (!row.bookmark.isEmpty()) {
        bookmarks_.push_back({row.bookmark, page});
    }
    if (row.chart) {
        const auto& chart = std::get<report::ChartPlace>(content.items[row.item]);
        charts_on_page_.push_back({*row.chart, page, place, QString::fromStdString(chart.alt)});
    }
    if (row.isDigest) {
        digest_ = place;
    }
    for (const PlacedLine& line : row.lines) {
        for (const TextLink& link : line.text->links(line.line, at + line.at)) {
            links_.push_back({page, link.place, link.address});
        }
    }
    noteItem(row, page, place);
}

void ReportPages::noteItem(const PageRow& row, std::size_t page, const QRectF& place) {
    if (row.item == PageRow::kNoItem) {
        return;
    }
    if (!items_.empty() && items_.back().item == row.item && items_.back().page == page) {
        items_.back().place |= place;
    } else {
        items_.push_back({row.item, page, place});
    }
}

std::optional<std::size_t> ReportPages::itemAt(std::size_t page, const QPointF& point) const {
    const auto found = std::ranges::find_if(items_, [&](const ItemOnPage& item) {
        return item.page == page && item.place.contains(point);
    });
    return found == items_.end() ? std::nullopt : std::optional(found->item);
}

void ReportPages::paint(QPainter& painter, std::size_t page, const QString& digits) const {
    paintTexts(painter, page);
    for (const ChartOnPage& chart : charts_on_page_) {
        if (chart.page == page) {
            painter.save();
            painter.translate(chart.place.topLeft());
            paintChart(painter, chart.chart);
            painter.restore();
        }
    }
    if (page + 1 == count() && !digits.isEmpty()) {
        painter.save();
        painter.translate(digest_.topLeft());
        paintDigest(painter, digits);
        painter.restore();
    }
}

void ReportPages::paintTexts(QPainter& painter, std::size_t page) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(form_.body().topLeft());
    for (const RowOnPage& placed : pages_[page]) {
        const QPointF at(0.0, placed.y);
        for (const PlacedMark& mark : placed.row->marks) {
            if (mark.filled) {
                painter.fillRect(mark.box.translated(at), mark.ink);
            } else {
                constexpr double kFrame = 0.7;
                painter.setPen(QPen(mark.ink, kFrame));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(mark.box.translated(at).adjusted(
                    kFrame / 2, kFrame / 2, -kFrame / 2, -kFrame / 2));
            }
        }
        for (const PlacedLine& line : placed.row->lines) {
            line.text->paint(painter, line.line, at + line.at);
        }
    }
    painter.restore();
    paintFoot(painter, page);
}

void ReportPages::paintFoot(QPainter& painter, std::size_t page) const {
    const QRectF foot = form_.foot();
    TextLook look{.size = form_.footType()};
    look.ink = softInk();
    const TextLines number(
        pageText(report::page_number_text(page, count(), language_)), look, foot.width());
    const double room = foot.width() - number.width() - 2 * form_.base;
    const QString text = pageText(title_);
    TextLook narrow = look;
    narrow.size *= std::min(1.0, room / std::max(1.0, textWidth(text, look) + 1.0));
    if (!text.isEmpty()) {
        TextLines(text, narrow, foot.width()).paint(painter, 0, foot.topLeft());
    }
    number.paint(painter, 0, {foot.right() - number.width(), foot.top()});
}

void ReportPages::paintChart(QPainter& painter, std::size_t chart) const {
    const auto on_page = std::ranges::find(charts_on_page_, chart, &ChartOnPage::chart);
    if (on_page == charts_on_page_.end() || chart >= charts_.size()) {
        return;
    }
    const ChartOfView& of = *charts_[chart];
    const Speaking speaking(language_);
    // A larger chart has thicker lines, too.
    const double zoom = form_.chart / PageForm::kChartType;
    PlotPage chart_page = pageOfChart((on_page->place.size() * kChartUnit / zoom).toSize());
    const QSize roomy = roomySize({plotOf(of)}, chart_page, chartLook());
    const double more = static_cast<double>(roomy.height()) / chart_page.size.height();
    if (more > 1.0) {  // all of it smaller: a slide has no more room
        chart_page.size = QSize(qRound(chart_page.size.width() * more), roomy.height());
    }
    const QSize size = chart_page.size;
    const PagePainter page({plotOf(of)}, chart_page, chartLook());
    painter.save();
    painter.scale(on_page->place.width() / size.width(), on_page->place.height() / size.height());
    page.paint(painter);
    painter.restore();
}

void ReportPages::paintDigest(QPainter& painter, const QString& digits) const {
    TextLook look{.size = form_.footType(), .mono = true};
    while (look.size > 1.0 && textWidth(digits, look) + 1.0 > digest_.width()) {
        look.size *= 0.95;
    }
    TextLines(digits, look, digest_.width()).paint(painter, 0, {});
}

}  // namespace throughline::ui
