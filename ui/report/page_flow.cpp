// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_flow.h"

namespace throughline::ui {

namespace {

constexpr double kRounding = 0.01;  ///< points

class Flow {
public:
    Flow(const PageRows& rows,
         double height,
         const std::function<std::shared_ptr<const PageRow>(const PageRow& row)>& moreRows)
        : rows_(rows), height_(height), more_rows_(moreRows), pages_(1) {}

    std::vector<RowsOfPage> pages() && {
        for (std::size_t i = 0; i < rows_.size();) {
            i = placeGroup(i);
        }
        return std::move(pages_);
    }

private:
    bool isEmpty() const { return pages_.back().empty(); }
    void newPage() {
        if (!isEmpty()) {
            pages_.emplace_back();
            y_ = 0.0;
        }
    }
    /// What a row takes where `y` is used of the page.
    static double needed(const PageRow& row, double y) {
        if (y > 0.0) {
            return row.above + row.height;
        }
        return row.height + (row.heading ? row.heading->height : 0.0);
    }
    void place(const std::shared_ptr<const PageRow>& row) {
        if (isEmpty() && row->heading) {
            pages_.back().push_back({row->heading, 0.0, true});
            y_ = row->heading->height;
        } else if (!isEmpty()) {
            y_ += row->above;
        }
        pages_.back().push_back({row, y_, false});
        y_ += row->height;
    }
    /// The end of rows that stay together with that at `from`.
    std::size_t groupEnd(std::size_t from) const {
        std::size_t end = from;
        while (end + 1 < rows_.size() && rows_[end]->withNext) {
            ++end;
        }
        return end + 1;
    }
    bool fits(std::size_t from, std::size_t end, double y) const {
        for (std::size_t i = from; i < end; ++i) {
            y += needed(*rows_[i], y);
        }
        // In a deck what says that a table was cut has to find room, too.
        const PageRow& last = *rows_[end - 1];
        if (more_rows_ && last.rowsLeft > 1) {
            const auto more = more_rows_(last);
            y += more->above + more->height;
        }
        return y <= height_ + kRounding;
    }
    std::size_t placeGroup(std::size_t from) {
        const std::size_t end = groupEnd(from);
        if (rows_[from]->startsPage) {
            newPage();
        }
        if (!fits(from, end, y_)) {
            const bool within = rows_[from]->rowsLeft > 0 && !isEmpty();
            if (more_rows_ && within) {
                return cutTable(from);
            }
            newPage();
        }
        for (std::size_t i = from; i < end; ++i) {
            if (!isEmpty() && !fits(i, i + 1, y_) && i > from) {
                newPage();
            }
            place(rows_[i]);
        }
        return end;
    }
    /// Says how many rows are left out, and returns what is behind them.
    std::size_t cutTable(std::size_t from) {
        place(more_rows_(*rows_[from]));
        std::size_t i = from;
        while (i < rows_.size() && rows_[i]->table == rows_[from]->table) {
            ++i;
        }
        return i;
    }

    const PageRows& rows_;
    double height_;
    const std::function<std::shared_ptr<const PageRow>(const PageRow& row)>& more_rows_;
    std::vector<RowsOfPage> pages_;
    double y_ = 0.0;
};

}  // namespace

std::vector<RowsOfPage> flowRows(
    const PageRows& rows,
    double height,
    const std::function<std::shared_ptr<const PageRow>(const PageRow& row)>& moreRows) {
    return Flow(rows, height, moreRows).pages();
}

}  // namespace throughline::ui
