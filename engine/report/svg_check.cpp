// SPDX-License-Identifier: Apache-2.0
#include "engine/report/svg_check.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "engine/base/say.h"

namespace throughline::report {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t kElementDepthMax = 8;
constexpr std::string_view kDigitsAndSuch = "0123456789.-+e";
constexpr std::string_view kWhite = " \t\r\n";

enum class Kind : std::uint8_t { Numbers, Path, Colour, Id, Link, Clip, Matrix, Word, Zero, Text };

bool consists_of(std::string_view text, std::string_view letters, std::string_view more = {}) {
    return std::ranges::all_of(text, [&](char letter) {
        return letters.find(letter) != npos || more.find(letter) != npos;
    });
}

bool is_name(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

/// What stands between `start` and `end`; not a name where it is not so.
bool is_name_within(std::string_view text, std::string_view start, std::string_view end) {
    return text.size() > start.size() + end.size() && text.starts_with(start) &&
           text.ends_with(end) &&
           is_name(text.substr(start.size(), text.size() - start.size() - end.size()));
}

bool is_colour(std::string_view text) {
    constexpr std::size_t kBytes = 7;
    return text == "none" || (text.size() == kBytes && text.front() == '#' &&
                              consists_of(text.substr(1), "0123456789abcdef"));
}

bool is_matrix(std::string_view text) {
    constexpr std::string_view kStart = "matrix(";
    return text.starts_with(kStart) && text.ends_with(')') &&
           consists_of(
               text.substr(kStart.size(), text.size() - kStart.size() - 1), kDigitsAndSuch, " ");
}

bool is_of_kind(std::string_view value, Kind kind) {
    switch (kind) {
        case Kind::Numbers:
            return consists_of(value, kDigitsAndSuch, " ,");
        case Kind::Path:
            return consists_of(value, kDigitsAndSuch, " MLCZ");
        case Kind::Colour:
            return is_colour(value);
        case Kind::Id:
        case Kind::Word:
            return is_name(value);
        case Kind::Link:
            return is_name_within(value, "#", "");
        case Kind::Clip:
            return is_name_within(value, "url(#", ")");
        case Kind::Matrix:
            return is_matrix(value);
        case Kind::Zero:
            return value == "0";
        case Kind::Text:
            return value.find_first_of("()\\;") == npos;
    }
    return false;
}

struct AttributeRule {
    std::string_view name;
    Kind kind;
    std::string_view value{};  ///< the only one; "" = any of the kind
};

constexpr std::array kRootAttributes{
    AttributeRule{"width", Kind::Numbers},
    AttributeRule{"height", Kind::Numbers},
    AttributeRule{"viewBox", Kind::Numbers},
    AttributeRule{"xmlns", Kind::Text, "http://www.w3.org/2000/svg"},
    AttributeRule{"xmlns:xlink", Kind::Text, "http://www.w3.org/1999/xlink"},
    AttributeRule{"version", Kind::Numbers}};
constexpr std::array kPathAttributes{AttributeRule{"id", Kind::Id},
                                     AttributeRule{"d", Kind::Path},
                                     AttributeRule{"fill", Kind::Colour},
                                     AttributeRule{"fill-opacity", Kind::Numbers},
                                     AttributeRule{"fill-rule", Kind::Word},
                                     AttributeRule{"stroke", Kind::Colour},
                                     AttributeRule{"stroke-opacity", Kind::Numbers},
                                     AttributeRule{"stroke-width", Kind::Numbers},
                                     AttributeRule{"stroke-linecap", Kind::Word},
                                     AttributeRule{"stroke-linejoin", Kind::Word},
                                     AttributeRule{"stroke-dasharray", Kind::Numbers}};
constexpr std::array kClipAttributes{AttributeRule{"id", Kind::Id}};
constexpr std::array kGroupAttributes{AttributeRule{"clip-path", Kind::Clip},
                                      AttributeRule{"fill", Kind::Colour},
                                      AttributeRule{"fill-opacity", Kind::Numbers},
                                      AttributeRule{"stroke", Kind::Colour},
                                      AttributeRule{"aria-hidden", Kind::Word},
                                      AttributeRule{"transform", Kind::Matrix}};
constexpr std::array kUseAttributes{AttributeRule{"xlink:href", Kind::Link},
                                    AttributeRule{"x", Kind::Numbers}};
/// A text is there to be searched and copied; what is seen are the outlines of its letters.
constexpr std::array kTextAttributes{AttributeRule{"transform", Kind::Matrix},
                                     AttributeRule{"fill-opacity", Kind::Zero},
                                     AttributeRule{"stroke", Kind::Colour, "none"},
                                     AttributeRule{"xml:space", Kind::Word},
                                     AttributeRule{"font-family", Kind::Text},
                                     AttributeRule{"font-size", Kind::Numbers},
                                     AttributeRule{"font-weight", Kind::Numbers},
                                     AttributeRule{"font-style", Kind::Word},
                                     AttributeRule{"textLength", Kind::Numbers},
                                     AttributeRule{"lengthAdjust", Kind::Word}};

struct ElementRule {
    std::string_view name;
    std::span<const AttributeRule> attributes;
    bool has_text = false;  ///< and nothing else
    std::string_view required{};
};

constexpr std::array kElements{ElementRule{"svg", kRootAttributes},
                               ElementRule{"title", {}, true},
                               ElementRule{"desc", {}, true},
                               ElementRule{"defs", {}},
                               ElementRule{"path", kPathAttributes, false, "d"},
                               ElementRule{"clipPath", kClipAttributes, false, "id"},
                               ElementRule{"g", kGroupAttributes},
                               ElementRule{"use", kUseAttributes, false, "xlink:href"},
                               ElementRule{"text", kTextAttributes, true, "fill-opacity"}};

/// Reads a drawing from its begin to its end.
class DrawingReader {
public:
    explicit DrawingReader(std::string_view text) : text_(text) {}

    std::string fault() {
        while (fault_.empty() && at_ < text_.size()) {
            if (text_[at_] != '<') {
                read_text();
            } else if (text_.substr(at_).starts_with("<!--")) {
                read_comment();
            } else if (text_.substr(at_).starts_with("</")) {
                read_end();
            } else {
                read_element();
            }
        }
        if (fault_.empty() && (roots_ != 1 || !open_.empty())) {
            ill_formed();
        }
        return fault_;
    }

private:
    void ill_formed() {
        fault_ = say("It is no well-formed drawing, from byte %1 on.", std::to_string(at_ + 1));
    }
    bool within_root() const { return !open_.empty(); }

    void read_text() {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string_view text = text_.substr(at_, end - at_);
        if (text.find_first_not_of(kWhite) != npos && (!within_root() || !open_.back()->has_text)) {
            fault_ = say("It has text outside of its texts.");
        } else if (has_good_entities(text)) {
            at_ = end;
        }
    }
    bool has_good_entities(std::string_view text) {
        constexpr std::array<std::string_view, 5> kKnown{
            "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
        for (std::size_t at = text.find('&'); at != npos; at = text.find('&', at + 1)) {
            if (std::ranges::none_of(kKnown, [&](std::string_view known) {
                    return text.substr(at).starts_with(known);
                })) {
                ill_formed();
                return false;
            }
        }
        return true;
    }
    /// HTML ends a comment in places where XML does not: those are in none of ours.
    void read_comment() {
        constexpr std::size_t kMark = 4;
        const std::size_t end = text_.find("-->", at_ + kMark);
        const std::string_view comment =
            text_.substr(at_ + kMark, end == npos ? npos : end - at_ - kMark);
        if (end == npos || !within_root() || open_.back()->has_text ||
            comment.find_first_of("<>") != npos || comment.find("--") != npos) {
            ill_formed();
            return;
        }
        at_ = end + 3;
    }
    void read_end() {
        const std::size_t end = text_.find('>', at_);
        const std::string_view name = text_.substr(at_ + 2, end == npos ? npos : end - at_ - 2);
        if (end == npos || open_.empty() || open_.back()->name != name) {
            ill_formed();
            return;
        }
        open_.pop_back();
        at_ = end + 1;
    }

    void read_element() {
        const std::size_t start = at_ + 1;
        const std::size_t name_end =
            std::min(text_.find_first_of(" />\t\r\n", start), text_.size());
        const std::string_view name = text_.substr(start, name_end - start);
        const auto rule = std::ranges::find(kElements, name, &ElementRule::name);
        if (rule == kElements.end()) {
            fault_ = say("It has <%1>, which no chart of this program has.", shown(name));
            return;
        }
        const bool is_root = name == "svg";
        if (is_root == within_root() || (is_root && roots_ > 0) ||
            (within_root() && open_.back()->has_text) || open_.size() >= kElementDepthMax) {
            fault_ = say("It has <%1> in a place where no chart has it.", shown(name));
            return;
        }
        roots_ += is_root ? 1 : 0;
        at_ = name_end;
        read_attributes(*rule);
    }
    /// Up to the element's ">" or "/>".
    void read_attributes(const ElementRule& rule) {
        std::vector<std::string_view> seen;
        while (fault_.empty()) {
            const std::size_t next = text_.find_first_not_of(kWhite, at_);
            if (next == npos) {
                ill_formed();
                return;
            }
            const bool is_apart = next > at_;
            at_ = next;
            const bool closes = text_.substr(at_).starts_with("/>");
            if (closes || text_[at_] == '>') {
                at_ += closes ? 2 : 1;
                if (!closes) {
                    open_.push_back(&rule);
                }
                if (!rule.required.empty() &&
                    std::ranges::find(seen, rule.required) == seen.end()) {
                    fault_ = say("Its <%1> lacks %2.", shown(rule.name), shown(rule.required));
                }
                return;
            }
            if (!is_apart) {
                ill_formed();
                return;
            }
            read_attribute(rule, seen);
        }
    }
    void read_attribute(const ElementRule& rule, std::vector<std::string_view>& seen) {
        const std::size_t equals = text_.find('=', at_);
        const std::size_t end = equals == npos ? npos : text_.find('"', equals + 2);
        if (end == npos || text_[equals + 1] != '"') {
            ill_formed();
            return;
        }
        const std::string_view name = text_.substr(at_, equals - at_);
        const std::string_view value = text_.substr(equals + 2, end - equals - 2);
        const auto allowed = std::ranges::find(rule.attributes, name, &AttributeRule::name);
        if (allowed == rule.attributes.end()) {
            fault_ = say("Its <%1> has the attribute %2, which no chart of this program has.",
                         shown(rule.name),
                         shown(name));
            return;
        }
        const bool twice = std::ranges::find(seen, name) != seen.end() ||
                           (allowed->kind == Kind::Id && !ids_.insert(value).second);
        if (twice || value.find('<') != npos || !is_of_kind(value, allowed->kind) ||
            (!allowed->value.empty() && value != allowed->value)) {
            fault_ = say("Its <%1> has a value of %2 that no chart of this program has.",
                         shown(rule.name),
                         shown(name));
            return;
        }
        if (!has_good_entities(value)) {
            return;
        }
        seen.push_back(name);
        at_ = end + 1;
    }
    static std::string shown(std::string_view name) {
        constexpr std::size_t kShown = 40;
        return std::string(name.substr(0, kShown));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string fault_;
    std::vector<const ElementRule*> open_;
    std::set<std::string_view> ids_;
    int roots_ = 0;
};

}  // namespace

std::string svg_fault(std::string_view drawing) {
    return DrawingReader(drawing).fault();
}

}  // namespace throughline::report
