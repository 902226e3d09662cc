// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_boxes.h"

#include <QStringList>
#include <algorithm>
#include <utility>

#include "engine/report/printed_text.h"
#include "ui/report/page_inks.h"
#include "ui/report/page_table.h"

namespace throughline::ui {

namespace {

constexpr double kTitleScale = 1.9;
constexpr double kDeckTitleScale = 1.6;  ///< the verdict is what is to be read
constexpr double kQuestionScale = 1.1;
constexpr double kLeadScale = 1.5;
constexpr double kDeckLeadScale = 2.2;
constexpr double kHeadingScale = 1.3;
constexpr double kSubheadingScale = 1.1;
constexpr double kSmallScale = 0.82;
constexpr double kListIndent = 1.7;  ///< of the base size
constexpr double kParagraphGap = 0.45;
constexpr double kHeadingGap = 1.3;
constexpr double kLeadGap = 0.9;
constexpr double kTableGap = 0.9;
constexpr double kAsideGap = 0.7;  ///< above quotes and code

std::shared_ptr<const TextLines> shared(TextLines lines) {
    return std::make_shared<const TextLines>(std::move(lines));
}

}  // namespace

TextLook PageBoxes::look(double scale) const {
    return {.size = form_.base * scale};
}

void PageBoxes::add(PageRow row) {
    row.item = item_;
    row.startsPage = starts_page_;
    starts_page_ = false;
    last_was_heading_ = false;
    rows_.push_back(std::make_shared<PageRow>(std::move(row)));
}

PageRows PageBoxes::rows() && {
    if (!rows_.empty()) {
        rows_.back()->withNext = false;
    }
    return {rows_.begin(), rows_.end()};
}

/// A row for each line: two of them stay together at both ends of a page.
void PageBoxes::addText(const TextLines& text, const TextLook& look, const Place& place) {
    const auto lines = shared(text);
    const int count = lines->count();
    constexpr double kBar = 2.0;
    constexpr double kMarkGap = 0.5;  ///< of the size
    for (int i = 0; i < count; ++i) {
        PageRow row{.height = lines->lineHeight(i), .above = i == 0 ? place.above : 0.0};
        row.withNext = place.withNext || (i == 0 && count > 1) || (i + 2 == count);
        if (place.shaded) {
            row.marks.push_back({QRectF(place.indent - form_.base * kMarkGap,
                                        0.0,
                                        width_ - place.indent + form_.base * kMarkGap,
                                        row.height),
                                 QColor(0xf1, 0xf3, 0xf5)});
        }
        if (place.barred) {
            row.marks.push_back(
                {QRectF(place.indent - form_.base * 0.9, 0.0, kBar, row.height), softInk()});
        }
        if (i == 0 && !place.mark.isEmpty()) {
            const auto mark = shared(TextLines(place.mark, look, width_));
            const double left = place.indent - mark->width() - look.size * kMarkGap;
            row.lines.push_back({mark, 0, {left, 0.0}});
        }
        row.lines.push_back({lines, i, {place.indent, 0.0}});
        row.bookmark = i == 0 ? place.bookmark : QString();
        add(std::move(row));
    }
}

void PageBoxes::addTitle(const report::Content& content) {
    TextLook title = look(form_.deck ? kDeckTitleScale : kTitleScale);
    title.bold = true;
    title.spacing = 1.2;
    const QString text = pageText(content.title);
    if (!text.isEmpty()) {
        addText(TextLines(text, title, width_), title, {.withNext = true, .bookmark = text});
    }
    if (!content.question.empty()) {
        TextLook question = look(kQuestionScale);
        question.ink = softInk();
        addText(TextLines(pageText(content.question), question, width_),
                question,
                {.above = form_.base * 0.2, .withNext = true});
    }
}

void PageBoxes::addItem(const report::Item& item, std::size_t index) {
    item_ = index;
    std::visit(*this, item);
    is_fresh_ = is_fresh_ && (std::holds_alternative<report::Heading>(item) ||
                              std::holds_alternative<report::PageBreak>(item));
}

void PageBoxes::operator()(const report::Heading& heading) {
    TextLook bold = look(kHeadingScale);
    bold.bold = true;
    const QString text = pageText(heading.text);
    addText(TextLines(text, bold, width_),
            bold,
            {.above = form_.base * kHeadingGap, .withNext = true, .bookmark = text});
    last_was_heading_ = true;
}

void PageBoxes::operator()(const report::Paragraph& paragraph) {
    TextLook look = this->look(1.0);
    Place place{.above = form_.base * kParagraphGap};
    look.ink = toneInk(paragraph.tone);
    look.italic = paragraph.tone == report::Tone::Predicted;
    if (paragraph.tone == report::Tone::Lead) {
        look.size = form_.base * (form_.deck ? kDeckLeadScale : kLeadScale);
        look.spacing = 1.2;
        look.bold = true;
        place.above = form_.base * (form_.deck ? kHeadingGap : kLeadGap);
    } else if (paragraph.tone == report::Tone::Small) {
        look.size = form_.base * kSmallScale;
    } else if (paragraph.tone == report::Tone::Caution) {
        place.indent = form_.base * 1.6;
        place.mark = QStringLiteral("\u26A0");
    }
    addText(TextLines(pageText(paragraph.text), look, width_ - place.indent), look, place);
}

void PageBoxes::operator()(const report::Prose& prose) {
    using report::ProseForm;
    TextLook look = this->look(1.0);
    Place place{.above = form_.base * kParagraphGap};
    const double step = form_.base * kListIndent;
    switch (prose.form) {
        case ProseForm::Subheading:
            look.size = form_.base * kSubheadingScale;
            look.bold = true;
            place.above = form_.base;
            place.withNext = true;
            break;
        case ProseForm::Bullet:
        case ProseForm::Numbered:
            place.indent = step * (std::min(prose.level, 8) + 1);
            place.mark = QString::fromStdString(report::list_mark(prose));
            place.above = form_.base * 0.15;
            break;
        case ProseForm::Quote:
            place.indent = step;
            place.barred = true;
            place.above = form_.base * kAsideGap;
            look.ink = softInk();
            break;
        case ProseForm::Code:
            place.indent = form_.base;
            place.shaded = true;
            place.above = form_.base * kAsideGap;
            look.mono = true;
            look.size = form_.base * kSmallScale;
            break;
        case ProseForm::Paragraph:
            // One within a list stands below its item.
            place.indent = prose.level > 0 ? step * (std::min(prose.level, 8) + 1) : 0.0;
            break;
    }
    std::vector<TextPiece> pieces;
    for (const report::Span& span : prose.spans) {
        pieces.push_back({.text = pageText(span.text),
                          .strong = span.strong,
                          .emphasis = span.emphasis,
                          .code = span.code && prose.form != ProseForm::Code,
                          .link = QString::fromStdString(span.link)});
        pieces.back().text.replace(QChar(u'\n'), QChar(QChar::LineSeparator));
    }
    addText(TextLines(pieces, look, width_ - place.indent), look, place);
}

void PageBoxes::operator()(const report::Numbers& numbers) {
    const std::size_t count = numbers.numbers.size();
    const std::size_t across = form_.deck || count == 4 ? 2 : 3;
    for (std::size_t i = 0; i < count; i += across) {
        addNumberRow(&numbers.numbers[i], std::min(across, count - i), across);
    }
}

/// Boxes side by side, as high as each other, where `most` have room.
void PageBoxes::addNumberRow(const report::Number* numbers, std::size_t count, std::size_t most) {
    const double gap = form_.base * 0.8;
    const double inner = form_.base * 0.7;
    const auto across = static_cast<double>(most);
    const double box = (width_ - gap * (across - 1)) / across;
    TextLook small = look(kSmallScale);
    small.ink = softInk();
    PageRow row{.height = 0.0, .above = gap};
    for (std::size_t i = 0; i < count; ++i) {
        const double left = (box + gap) * static_cast<double>(i) + inner;
        const QString value = pageText(numbers[i].value);
        TextLook large{.size = form_.number, .bold = true, .spacing = 1.25};
        while (large.size > form_.base && textWidth(value, large) > box - 2 * inner) {
            large.size *= 0.94;
        }
        const auto lines = [&](const std::string& text, const TextLook& look) {
            return shared(TextLines(pageText(text), look, box - 2 * inner));
        };
        double y = addLines(row, lines(numbers[i].title, small), {left, inner});
        y = addLines(row, lines(numbers[i].value, large), {left, y});
        y = addLines(row, lines(numbers[i].spread, small), {left, y});
        row.height = std::max(row.height, y + inner);
    }
    for (std::size_t i = 0; i < count; ++i) {
        row.marks.push_back(
            {QRectF((box + gap) * static_cast<double>(i), 0.0, box, row.height), lineInk(), false});
    }
    add(std::move(row));
}

void PageBoxes::operator()(const report::Table& table) {
    const bool named = last_was_heading_;
    if (form_.deck && !is_fresh_) {
        startPage();
    }
    TextLook caption = look(kSmallScale);
    caption.ink = softInk();
    caption.size = std::max(caption.size, form_.table);
    const QString text = pageText(table.caption);
    double above = form_.base * (named ? 0.2 : kTableGap);
    if (!text.isEmpty()) {
        addText(TextLines(text, caption, width_),
                caption,
                {.above = above, .withNext = true, .bookmark = named ? QString() : text});
        above = 0.0;
    }
    ++tables_;
    for (PageRow& row : tableRows(table, form_, tables_)) {
        row.above = std::exchange(above, 0.0);
        add(std::move(row));
    }
}

/// In a deck it fills the page that it shares with its title and notes.
double PageBoxes::chartHeight(std::size_t chart, double others) const {
    constexpr double kLeast = 0.7;  ///< of the page
    const double page = form_.body().height();
    if (form_.deck) {
        return std::max(page - others, page * kLeast);
    }
    const double least = chart < form_.chartHeights.size() ? form_.chartHeights[chart] : 0.0;
    return std::max(least, width_ * form_.chartShare);
}

void PageBoxes::operator()(const report::ChartPlace& place) {
    TextLook title = look(form_.deck ? kSubheadingScale : 1.0);
    title.bold = true;
    const QString text = pageText(place.title);
    const TextLines titleLines(text, title, width_);
    addText(titleLines, title, {.above = form_.base * 0.9, .withNext = true, .bookmark = text});
    TextLook small = look(kSmallScale);
    small.ink = softInk();
    const double gap = form_.base * 0.15;
    std::vector<TextLines> notes;
    double others = titleLines.height() + form_.base * 0.2;
    QString joined;
    for (const std::string& note : place.notes) {
        const QString said = pageText(note);
        if (form_.joinedNotes) {
            joined += (joined.isEmpty() ? QString() : QStringLiteral(" ")) + said;
        } else {
            notes.emplace_back(said, small, width_);
        }
    }
    if (!joined.isEmpty()) {
        notes.emplace_back(joined, small, width_);
    }
    for (const TextLines& note : notes) {
        others += note.height() + gap;
    }
    PageRow row{.height = chartHeight(place.chart, others), .above = form_.base * 0.2};
    row.withNext = !place.notes.empty();
    row.chart = place.chart;
    add(std::move(row));
    for (const TextLines& note : notes) {
        addText(note, small, {.above = gap});
    }
}

void PageBoxes::operator()(const report::PageBreak& /*next*/) {
    form_ = later_;  // smaller on the first page only
    form_.chartShare = PageForm{}.chartShare;
    startPage();
}

void PageBoxes::addEnd(const std::vector<std::string>& words) {
    item_ = PageRow::kNoItem;
    PageRow rule{.height = form_.base * 0.1, .above = form_.base * 1.6, .withNext = true};
    rule.marks.push_back({QRectF(0.0, 0.0, width_, 0.6), lineInk()});
    if (!form_.deck) {
        add(std::move(rule));
    }
    TextLook bold = look(kSubheadingScale);
    bold.bold = true;
    const QString title = pageText(words.front());
    addText(TextLines(title, bold, width_),
            bold,
            {.above = form_.base * 0.6, .withNext = true, .bookmark = title});
    const TextLook small = look(kSmallScale);
    for (std::size_t i = 1; i < words.size(); ++i) {
        addText(TextLines(pageText(words[i]), small, width_),
                small,
                {.above = form_.base * 0.3, .withNext = true});
    }
    PageRow digest{.height = form_.base * 1.4, .above = form_.base * 0.2};
    digest.isDigest = true;
    add(std::move(digest));
}

}  // namespace throughline::ui
