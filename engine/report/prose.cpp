// SPDX-License-Identifier: Apache-2.0
#include "engine/report/prose.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace throughline::report {
namespace {

bool may_be_linked(std::string_view address) {
    constexpr std::array<std::string_view, 3> kSchemes{"https://", "http://", "mailto:"};
    return std::ranges::any_of(
        kSchemes, [&](std::string_view scheme) { return address.starts_with(scheme); });
}

/// What md4c reports, piece by piece.
class Reader {
public:
    explicit Reader(Items& items) : items_(items) {}

    void enter_block(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_UL:
                lists_.push_back({});
                break;
            case MD_BLOCK_OL:
                lists_.push_back({.numbered = true,
                                  .next = static_cast<int>(
                                      static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start)});
                break;
            case MD_BLOCK_LI:
                finish();
                begin_item();
                break;
            case MD_BLOCK_QUOTE:
                ++quotes_;
                break;
            case MD_BLOCK_H:
                begin(ProseForm::Subheading);
                break;
            case MD_BLOCK_CODE:
                begin(ProseForm::Code);
                break;
            case MD_BLOCK_P:
                if (current_.spans.empty() && current_.form == ProseForm::Paragraph) {
                    begin(quotes_ > 0 ? ProseForm::Quote : ProseForm::Paragraph);
                }
                break;
            case MD_BLOCK_TABLE:
                table_ = Table{};
                break;
            case MD_BLOCK_TR:
                row_.clear();
                break;
            default:
                break;
        }
    }

    void leave_block(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                finish();
                lists_.pop_back();
                break;
            case MD_BLOCK_QUOTE:
                --quotes_;
                break;
            case MD_BLOCK_TH:
                table_.heading.push_back(taken_text());
                break;
            case MD_BLOCK_TD:
                row_.push_back({.text = taken_text()});
                break;
            case MD_BLOCK_TR:
                if (!row_.empty()) {
                    table_.rows.push_back(std::move(row_));
                }
                break;
            case MD_BLOCK_TABLE:
                items_.emplace_back(std::move(table_));
                break;
            case MD_BLOCK_LI:
            case MD_BLOCK_H:
            case MD_BLOCK_CODE:
            case MD_BLOCK_P:
                finish();
                break;
            default:
                break;
        }
    }

    void enter_span(MD_SPANTYPE type, void* detail) {
        Span look = looks_.empty() ? Span() : looks_.back();
        look.strong = look.strong || type == MD_SPAN_STRONG;
        look.emphasis = look.emphasis || type == MD_SPAN_EM;
        look.code = look.code || type == MD_SPAN_CODE;
        if (type == MD_SPAN_A) {
            const MD_ATTRIBUTE& address = static_cast<const MD_SPAN_A_DETAIL*>(detail)->href;
            const std::string text(address.text, address.size);
            look.link = may_be_linked(text) ? text : std::string();
        }
        looks_.push_back(std::move(look));
    }
    void leave_span() { looks_.pop_back(); }

    void text(MD_TEXTTYPE type, std::string_view text) {
        Span span = looks_.empty() ? Span() : looks_.back();
        const bool line = type == MD_TEXT_BR || type == MD_TEXT_SOFTBR;
        span.text = line ? " " : type == MD_TEXT_NULLCHAR ? "\uFFFD" : std::string(text);
        std::vector<Span>& spans = current_.spans;
        const bool same = !spans.empty() && spans.back().strong == span.strong &&
                          spans.back().emphasis == span.emphasis &&
                          spans.back().code == span.code && spans.back().link == span.link;
        if (same) {
            spans.back().text += span.text;
        } else {
            spans.push_back(std::move(span));
        }
    }

private:
    struct List {
        bool numbered = false;
        int next = 1;
    };

    void begin(ProseForm form) {
        current_ = {.form = form};
        if (!lists_.empty()) {
            current_.level = static_cast<int>(lists_.size()) - 1;
        }
    }
    void begin_item() {
        List& list = lists_.back();
        begin(list.numbered ? ProseForm::Numbered : ProseForm::Bullet);
        current_.number = list.numbered ? list.next++ : 0;
    }
    void finish() {
        if (!current_.spans.empty()) {
            std::string& last = current_.spans.back().text;
            while (last.ends_with('\n')) {
                last.pop_back();
            }
            items_.emplace_back(std::move(current_));
        }
        current_ = {};
    }
    std::string taken_text() {
        std::string text = current_.text();
        current_ = {};
        return text;
    }

    Items& items_;
    Prose current_{};
    std::vector<List> lists_;
    std::vector<Span> looks_;
    int quotes_ = 0;
    Table table_{};
    std::vector<Cell> row_;
};

Reader& reader_of(void* data) {
    return *static_cast<Reader*>(data);
}

}  // namespace

std::string Prose::text() const {
    std::string text;
    for (const Span& span : spans) {
        text += span.text;
    }
    return text;
}

void add_prose(std::string_view markdown, Items& items) {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS |
                   MD_FLAG_COLLAPSEWHITESPACE;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
        reader_of(data).enter_block(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void* /*detail*/, void* data) {
        reader_of(data).leave_block(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
        reader_of(data).enter_span(type, detail);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE /*type*/, void* /*detail*/, void* data) {
        reader_of(data).leave_span();
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
        reader_of(data).text(type, {text, size});
        return 0;
    };
    Reader reader(items);
    constexpr std::size_t kMost = std::numeric_limits<MD_SIZE>::max();
    md_parse(
        markdown.data(), static_cast<MD_SIZE>(std::min(markdown.size(), kMost)), &parser, &reader);
}

}  // namespace throughline::report
