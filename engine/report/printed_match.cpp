// SPDX-License-Identifier: Apache-2.0
#include "engine/report/printed_match.h"

#include <algorithm>
#include <map>

#include "engine/base/say.h"
#include "engine/report/squeezed_text.h"

namespace throughline::report {
namespace {

constexpr std::size_t kShown = 60;  ///< bytes of a text that was changed

/// Whether these characters are those of the piece; of right-to-left text in any order.
bool is_piece(std::u32string_view found, const SqueezedText& piece) {
    if (found == piece.text) {
        return true;
    }
    return piece.right_to_left && found.size() == piece.text.size() &&
           std::is_permutation(found.begin(), found.end(), piece.text.begin());
}

class Matcher {
public:
    Matcher(std::span<const std::string> pages,
            const PrintedText& printed,
            const std::string& title,
            const FigureNames& names,
            Verification& result)
        : printed_(printed), names_(names), result_(result) {
        for (std::size_t i = 0; i < pages.size(); ++i) {
            add_page(pages[i], title, i, pages.size());
        }
        found_ = squeezed(whole_);
        for (const PrintedPiece& piece : printed.pieces) {
            pieces_.push_back(squeezed(piece.text));
        }
    }

    void match(bool deck) {
        for (std::size_t i = 0; i < pieces_.size() && !lost_;) {
            const PrintedPiece& piece = printed_.pieces[i];
            if (piece.starts_row) {
                const PrintedTable& table = printed_.tables[piece.table];
                skip_heading(squeezed(table.heading));
                if (deck && skips(squeezed(more_rows_text(piece.rows_left, printed_.language)))) {
                    i = table.next_piece;
                    continue;
                }
            }
            compare(i);
            ++i;
        }
        if (!lost_ && at_ < found_.text.size()) {
            find(say("text"), say("Text was added, from here: \"%1\".", shown(at_, kShown)));
        }
    }

private:
    void add_page(const std::string& text,
                  const std::string& title,
                  std::size_t page,
                  std::size_t pages) {
        starts_.insert({squeezed(whole_).text.size(), page});
        const SqueezedText found = squeezed(text);
        const SqueezedText foot =
            squeezed(foot_title(title) + page_number_text(page, pages, printed_.language));
        const std::size_t body = found.text.size() - std::min(found.text.size(), foot.text.size());
        if (!is_piece(std::u32string_view(found.text).substr(body), foot)) {
            find(say("page %1", std::to_string(page + 1)), say("Its foot was changed."));
        }
        whole_ += body < found.at.size() ? text.substr(0, found.at[body]) : text;
    }

    std::u32string_view rest() const { return std::u32string_view(found_.text).substr(at_); }

    bool skips(const SqueezedText& text) {
        const bool here = is_piece(rest().substr(0, text.text.size()), text);
        at_ += here ? text.text.size() : 0;
        return here;
    }
    /// Of a table that goes on at the top of a page.
    void skip_heading(const SqueezedText& heading) {
        if (starts_.contains(at_) && at_ > 0 && !skips(heading)) {
            find(say("page %1", std::to_string(starts_.at(at_) + 1)),
                 say("The heading of its table was changed."));
            at_ = std::min(at_ + heading.text.size(), found_.text.size());
        }
    }

    void compare(std::size_t i) {
        const SqueezedText& piece = pieces_[i];
        const PrintedPiece& said = printed_.pieces[i];
        result_.figures += said.source ? 1 : 0;
        if (skips(piece)) {
            return;
        }
        const std::size_t length = length_of_changed(i);
        if (length == std::u32string::npos) {
            lost_ = true;
            find(said.source ? names_.of(*said.source) : say("text"),
                 say("The report goes on with \"%1\" where \"%2\" has to stand; nothing behind it "
                     "was "
                     "compared.",
                     shown(at_, kShown),
                     said.text));
            return;
        }
        const std::string found = shown(at_, length);
        if (said.source) {
            find(names_.of(*said.source),
                 say("The report says %1, its record %2.",
                     found.empty() ? say("nothing") : found,
                     said.text));
        } else {
            find(say("text"),
                 say("The report says \"%1\", it was made as \"%2\".", found, said.text));
        }
        at_ += length;
    }

    /// Of what stands in the place of a piece: as long as that, or up to where the next ones are.
    std::size_t length_of_changed(std::size_t i) const {
        constexpr std::size_t kSure = 12;
        constexpr std::size_t kFar = 4000;
        std::u32string next;
        for (std::size_t j = i + 1; j < pieces_.size() && next.size() < kSure; ++j) {
            if (printed_.pieces[j].starts_row && !next.empty()) {
                break;  // a page may begin there
            }
            next += pieces_[j].text;
        }
        const std::size_t same = pieces_[i].text.size();
        if (next.empty()) {
            return rest().size() >= same ? same : std::u32string::npos;
        }
        if (rest().substr(0, same + next.size()).ends_with(next)) {
            return same;
        }
        const std::size_t found = rest().substr(0, kFar).find(next);
        // A heading that is repeated may lie between.
        return found != std::u32string::npos ? found
               : i + 1 < pieces_.size() && printed_.pieces[i + 1].starts_row &&
                       rest().size() >= same
                   ? same
                   : std::u32string::npos;
    }

    std::string shown(std::size_t from, std::size_t count) const {
        return std::string(found_.of(whole_, from, std::min(count, kShown)));
    }
    void find(std::string where, std::string what) {
        result_.find(std::move(where), std::move(what));
    }

    const PrintedText& printed_;
    const FigureNames& names_;
    Verification& result_;
    std::string whole_;  ///< of all pages without their feet
    SqueezedText found_;
    std::vector<SqueezedText> pieces_;
    std::map<std::size_t, std::size_t> starts_;  ///< where a page begins in found_, and which
    std::size_t at_ = 0;                         ///< in found_
    bool lost_ = false;
};

}  // namespace

void match_printed(std::span<const std::string> pages,
                   const PrintedText& printed,
                   const std::string& title,
                   const FigureNames& names,
                   bool deck,
                   Verification& result) {
    Matcher(pages, printed, title, names, result).match(deck);
}

}  // namespace throughline::report
