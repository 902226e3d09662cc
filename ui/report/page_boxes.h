// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/report/content.h"
#include "ui/report/page_flow.h"
#include "ui/report/page_rows.h"

namespace throughline::ui {

/// Makes rows of what a report says. Its texts stand in the rows in the order of
/// report::printed_text(), which is how they are verified.
/// Thread: GUI.
class PageBoxes {
public:
    /// `tables`: how many stand before.
    explicit PageBoxes(const PageForm& form, std::size_t tables = 0)
        : form_(form.smaller(form.firstType)),
          later_(form),
          width_(form.body().width()),
          tables_(tables) {}

    void addTitle(const report::Content& content);
    void addItem(const report::Item& item, std::size_t index);
    /// How to check the report, with the place of the digest.
    void addEnd(const std::vector<std::string>& words);
    /// What is added next begins a page.
    void startPage() {
        starts_page_ = true;
        is_fresh_ = true;
    }

    std::size_t tables() const noexcept { return tables_; }
    PageRows rows() &&;

    void operator()(const report::Heading& heading);
    void operator()(const report::Paragraph& paragraph);
    void operator()(const report::Prose& prose);
    void operator()(const report::Numbers& numbers);
    void operator()(const report::Table& table);
    void operator()(const report::ChartPlace& place);
    void operator()(const report::PageBreak& next);

private:
    /// How a paragraph stands on the page.
    struct Place {
        double indent = 0.0;
        double above = 0.0;
        bool withNext = false;  ///< it is a heading
        bool barred = false;    ///< a bar stands beside it
        bool shaded = false;    ///< it stands on a ground
        QString mark{};         ///< before its first line
        QString bookmark{};
    };
    void addText(const TextLines& text, const TextLook& look, const Place& place);
    double chartHeight(std::size_t chart, double others) const;
    void addNumberRow(const report::Number* numbers, std::size_t count, std::size_t most);
    void add(PageRow row);
    TextLook look(double scale) const;

    PageForm form_;
    PageForm later_;  ///< of the pages behind the first one
    double width_;
    std::size_t item_ = PageRow::kNoItem;
    std::size_t tables_;
    bool starts_page_ = false;
    bool last_was_heading_ = false;
    bool is_fresh_ = true;  ///< the page has no more than headings
    std::vector<std::shared_ptr<PageRow>> rows_;
};

}  // namespace throughline::ui
