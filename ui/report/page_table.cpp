// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_table.h"

#include <algorithm>
#include <numeric>

#include "ui/report/page_inks.h"

namespace throughline::ui {

namespace {

constexpr double kCellGap = 0.9;       ///< between columns, in sizes
constexpr double kCellAbove = 0.3;     ///< within a cell, likewise
constexpr double kChangeScale = 0.88;  ///< of the text of a change
constexpr double kSizeMin = 6.5;
constexpr double kSmaller = 0.9;
constexpr double kSpare = 0.5;     ///< points by which a column is wider, so that none is wrapped
constexpr double kLongWord = 0.4;  ///< of a page's width: what is longer is broken

/// What a column needs, in points.
struct ColumnNeed {
    double least = 0.0;  ///< so that no word is broken
    double best = 0.0;   ///< so that nothing is wrapped
};

class TableMaker {
public:
    TableMaker(const report::Table& table, const PageForm& form, std::size_t number)
        : table_(table), form_(form), number_(number), size_(form.table) {
        count_ = table.heading.size();
        for (const auto& row : table.rows) {
            count_ = std::max(count_, row.size());
        }
        setWidths();
    }

    std::vector<PageRow> rows() {
        std::vector<PageRow> rows;
        const auto heading = std::make_shared<const PageRow>(headingRow());
        rows.push_back(*heading);
        const std::size_t count = table_.rows.size();
        for (std::size_t i = 0; i < count; ++i) {
            PageRow row = bodyRow(table_.rows[i]);
            const bool high = row.height + heading->height > form_.body().height() * 0.8;
            std::vector<PageRow> pieces =
                high ? stacked(table_.rows[i]) : std::vector<PageRow>{std::move(row)};
            pieces.front().heading = heading;
            pieces.front().rowsLeft = count - i;
            for (PageRow& piece : pieces) {
                piece.table = number_;
                piece.withNext = !high && count > 1 && (i == 0 || i + 2 == count);
                rows.push_back(std::move(piece));
            }
        }
        rows.back().withNext = false;
        return rows;
    }

private:
    TextLook cellLook(const report::Cell& cell) const {
        return {.size = size_, .italic = cell.tone == report::Tone::Predicted};
    }
    TextLook changeLook(const report::Cell& cell) const {
        return {.size = size_ * kChangeScale,
                .italic = cell.tone == report::Tone::Predicted,
                .ink = toneInk(cell.tone)};
    }
    TextLook headingLook() const { return {.size = size_, .bold = true}; }

    void widen(ColumnNeed& need, const QString& text, const TextLook& look) const {
        need.best = std::max(need.best, textWidth(text, look));
        need.least = std::max(need.least,
                              std::min(longestWord(text, look), form_.body().width() * kLongWord));
    }
    std::vector<ColumnNeed> needs() const {
        std::vector<ColumnNeed> needs(count_);
        for (std::size_t i = 0; i < table_.heading.size(); ++i) {
            widen(needs[i], pageText(table_.heading[i]), headingLook());
        }
        for (const auto& row : table_.rows) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                widen(needs[i], pageText(row[i].text), cellLook(row[i]));
                widen(needs[i], pageText(row[i].change), changeLook(row[i]));
            }
        }
        return needs;
    }
    static double sum(const std::vector<ColumnNeed>& needed, double ColumnNeed::* of) {
        return std::accumulate(
            needed.begin(), needed.end(), 0.0, [of](double total, const ColumnNeed& one) {
                return total + one.*of;
            });
    }
    /// Smaller type where words would have to be broken; then the longest of them are.
    void setWidths() {
        const double gaps = static_cast<double>(count_ > 0 ? count_ - 1 : 0);
        std::vector<ColumnNeed> needed = needs();
        const auto room = [&] { return form_.body().width() - gaps * (gap() + kSpare) - kSpare; };
        while (sum(needed, &ColumnNeed::least) > room() && size_ * kSmaller >= kSizeMin) {
            size_ *= kSmaller;
            needed = needs();
        }
        breakLongest(needed, room());
        const double best = sum(needed, &ColumnNeed::best);
        const double extra = std::clamp((room() - best) / (gaps + 1.0), 0.0, 2.0 * gap());
        const double most = best > room() ? mostOf(needed, room()) : 0.0;
        for (const ColumnNeed& need : needed) {
            widths_.push_back(kSpare + (best > room() ? std::clamp(most, need.least, need.best)
                                                      : need.best + extra));
        }
    }
    /// How wide a column may be so that all have room: narrow ones get what they need, and only
    /// the widest are wrapped.
    static double mostOf(const std::vector<ColumnNeed>& needed, double room) {
        const auto taken = [&](double most) {
            return std::accumulate(
                needed.begin(), needed.end(), 0.0, [most](double total, const ColumnNeed& need) {
                    return total + std::clamp(most, need.least, need.best);
                });
        };
        constexpr int kHalvings = 40;
        double low = 0.0;
        double high = room;
        for (int i = 0; i < kHalvings; ++i) {
            const double middle = (low + high) / 2.0;
            (taken(middle) > room ? high : low) = middle;
        }
        return low;
    }
    /// Lowers the widest needs until all have room.
    static void breakLongest(std::vector<ColumnNeed>& needed, double room) {
        constexpr double kStep = 0.97;
        for (double most = room; sum(needed, &ColumnNeed::least) > room; most *= kStep) {
            for (ColumnNeed& need : needed) {
                need.least = std::min(need.least, most);
            }
        }
    }
    double gap() const { return size_ * kCellGap; }

    double columnLeft(std::size_t column) const {
        return std::accumulate(widths_.begin(),
                               widths_.begin() + static_cast<std::ptrdiff_t>(column),
                               gap() * static_cast<double>(column));
    }
    double addCell(PageRow& row,
                   const QString& text,
                   const TextLook& look,
                   std::size_t column,
                   double y) const {
        return text.isEmpty()
                   ? y
                   : addLines(row,
                              std::make_shared<const TextLines>(text, look, widths_[column]),
                              {columnLeft(column), y});
    }
    void rule(PageRow& row, double thickness, const QColor& ink) const {
        row.marks.push_back(
            {QRectF(0.0, row.height - thickness, form_.body().width(), thickness), ink});
    }

    PageRow headingRow() const {
        constexpr double kThick = 0.9;
        PageRow row{.withNext = true};
        for (std::size_t i = 0; i < table_.heading.size(); ++i) {
            const double end =
                addCell(row, pageText(table_.heading[i]), headingLook(), i, size_ * 0.2);
            row.height = std::max(row.height, end + size_ * kCellAbove);
        }
        rule(row, kThick, softInk());
        return row;
    }
    PageRow bodyRow(const std::vector<report::Cell>& cells) const {
        constexpr double kThin = 0.4;
        PageRow row;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            double y = size_ * kCellAbove;
            y = addCell(row, pageText(cells[i].text), cellLook(cells[i]), i, y);
            y = addCell(row, pageText(cells[i].change), changeLook(cells[i]), i, y);
            row.height = std::max(row.height, y + size_ * kCellAbove);
        }
        rule(row, kThin, lineInk());
        return row;
    }
    /// A row that is higher than a page: its cells below each other, line by line.
    std::vector<PageRow> stacked(const std::vector<report::Cell>& cells) const {
        std::vector<PageRow> rows;
        const auto add = [&](const std::string& text, const TextLook& look) {
            const auto lines =
                std::make_shared<const TextLines>(pageText(text), look, form_.body().width());
            for (int i = 0; i < lines->count() && !text.empty(); ++i) {
                PageRow row{.height = lines->lineHeight(i)};
                row.lines.push_back({lines, i, {}});
                rows.push_back(std::move(row));
            }
        };
        for (const report::Cell& cell : cells) {
            add(cell.text, cellLook(cell));
            add(cell.change, changeLook(cell));
        }
        return rows;
    }

    const report::Table& table_;
    const PageForm& form_;
    std::size_t number_;
    double size_;
    std::size_t count_ = 0;
    std::vector<double> widths_;
};

}  // namespace

std::vector<PageRow> tableRows(const report::Table& table,
                               const PageForm& form,
                               std::size_t number) {
    return TableMaker(table, form, number).rows();
}

}  // namespace throughline::ui
