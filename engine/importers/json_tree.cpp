// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/json_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/base/check.h"
#include "engine/importers/json_lexer.h"
#include "engine/importers/json_mend.h"
#include "engine/importers/scan.h"

namespace throughline::importers {
namespace {

constexpr const char* kNotFinite = "NaN and Infinity read as no value";

}  // namespace

/// Makes the tree of a text's tokens. It keeps the open brackets itself, so that deep nesting does
/// not recurse.
class JsonBuilder {
public:
    explicit JsonBuilder(std::string_view text) : text_(text), lexer_(text, tree_.texts_) {
        // As the beginning has it; each value but the first stands behind a comma or in brackets of
        // its own. The bound keeps a text of commas from asking for more than such a text is worth.
        constexpr std::size_t kBytesOfValue = 8;
        constexpr std::size_t kBytesOfText = 4;  // a quarter of JSON is its keys and texts, or more
        constexpr std::size_t kBegin = std::size_t{64} << 10U;
        const std::string_view begin = text.substr(0, kBegin);
        const auto values = std::count_if(begin.begin(), begin.end(), [](char byte) {
            return byte == ',' || byte == '{' || byte == '[';
        });
        const double share = static_cast<double>(values) / static_cast<double>(begin.size() + 1);
        const auto likely = static_cast<std::size_t>(share * static_cast<double>(text.size()));
        tree_.nodes_.reserve(kBytesOfValue + std::min(likely, text.size() / kBytesOfValue));
        tree_.texts_.reserve(text.size() / kBytesOfText);
    }

    /// False: error_at() and error_text() say why.
    bool build() {
        while (value()) {
            if (open_.empty() && whole_) {
                return take() == JsonToken::End || wrong("the end was expected");
            }
        }
        return false;
    }

    JsonTree tree() && {
        if (lexer_.met_not_finite()) {
            tree_.mended_ = kNotFinite;
        }
        return std::move(tree_);
    }
    bool overfull() const noexcept { return overfull_; }
    std::size_t error_at() const noexcept { return lexer_.at(); }
    std::string error_text() const {
        return error_ + " near '" + std::string(text_.substr(lexer_.at(), kNearBytes)) + "'";
    }

private:
    static constexpr std::size_t kNearBytes = 40;

    JsonToken take() {
        const JsonToken token = lexer_.next();
        if (token == JsonToken::Wrong) {
            error_ = lexer_.wrong();
        }
        return token;
    }

    bool wrong(const char* why) {
        error_ = error_.empty() ? why : error_;
        return false;
    }

    /// The next value, with the brackets that end behind it; of a container only its beginning.
    bool value() {
        JsonToken token = take();
        if (!open_.empty() && (token == JsonToken::ObjectEnd || token == JsonToken::ArrayEnd)) {
            return may_end_ ? close(token) && go_on() : wrong("a value was expected");
        }
        if (!open_.empty() && is_object(open_.back()) && !key(token)) {
            return false;
        }
        may_end_ = false;
        switch (token) {
            case JsonToken::ObjectBegin:
            case JsonToken::ArrayBegin:
                open_.push_back(static_cast<std::uint32_t>(tree_.nodes_.size()));
                may_end_ = true;
                return add(token == JsonToken::ObjectBegin ? JsonValue::Type::Object
                                                           : JsonValue::Type::Array) != nullptr;
            case JsonToken::Text:
                return add_text() && go_on();
            case JsonToken::Number:
                return add_number(JsonValue::Type::Number, lexer_.number()) && go_on();
            case JsonToken::True:
            case JsonToken::False:
                return add_number(JsonValue::Type::Boolean, token == JsonToken::True ? 1.0 : 0.0) &&
                       go_on();
            case JsonToken::Null:
                return add(JsonValue::Type::Null) != nullptr && go_on();
            case JsonToken::ObjectEnd:
            case JsonToken::ArrayEnd:
            case JsonToken::Comma:
            case JsonToken::Colon:
            case JsonToken::End:
            case JsonToken::Wrong:
                break;
        }
        return wrong("a value was expected");
    }

    /// A key with its colon; `token` becomes the first token of its value.
    bool key(JsonToken& token) {
        if (token != JsonToken::Text) {
            return wrong("a key in quotes was expected");
        }
        key_ = lexer_.text_at();
        key_bytes_ = static_cast<std::uint32_t>(lexer_.text_bytes());
        if (take() != JsonToken::Colon) {
            return wrong("a colon behind the key was expected");
        }
        token = take();
        return true;
    }

    /// Behind a value: the brackets that end here, and the comma before the next value.
    bool go_on() {
        while (!open_.empty()) {
            const JsonToken token = take();
            if (token == JsonToken::Comma) {
                return true;
            }
            if (!close(token)) {
                return false;
            }
        }
        whole_ = true;
        return true;
    }

    bool close(JsonToken token) {
        const bool object = is_object(open_.back());
        if (token != (object ? JsonToken::ObjectEnd : JsonToken::ArrayEnd)) {
            return wrong(object ? "a comma or '}' was expected" : "a comma or ']' was expected");
        }
        tree_.nodes_[open_.back()].next = static_cast<std::uint32_t>(tree_.nodes_.size());
        open_.pop_back();
        return true;
    }

    bool is_object(std::uint32_t at) const {
        return tree_.nodes_[at].type == JsonValue::Type::Object;
    }

    JsonTree::Node* add(JsonValue::Type type) {
        if (tree_.nodes_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
            overfull_ = true;
            return nullptr;
        }
        JsonTree::Node& node = tree_.nodes_.emplace_back();
        node.type = type;
        node.next = static_cast<std::uint32_t>(tree_.nodes_.size());
        node.key = std::exchange(key_, 0);
        node.key_bytes = std::exchange(key_bytes_, 0);
        return &node;
    }

    bool add_number(JsonValue::Type type, double number) {
        auto* const node = add(type);
        if (node != nullptr) {
            node->number = number;
        }
        return node != nullptr;
    }

    bool add_text() {
        auto* const node = add(JsonValue::Type::Text);
        if (node != nullptr) {
            node->text = lexer_.text_at();
            node->text_bytes = static_cast<std::uint32_t>(lexer_.text_bytes());
        }
        return node != nullptr;
    }

    std::string_view text_;
    JsonTree tree_{};
    JsonLexer lexer_;
    std::vector<std::uint32_t> open_{};
    std::uint64_t key_ = 0;
    std::uint32_t key_bytes_ = 0;
    bool may_end_ = false;  ///< right behind an opening bracket
    bool whole_ = false;
    bool overfull_ = false;
    std::string error_{};
};

namespace {

std::string place_in(std::string_view before, std::string_view text, std::size_t at) {
    text = text.substr(0, at + 1);  // the byte itself is counted
    const auto lines =
        std::count(before.begin(), before.end(), '\n') + std::count(text.begin(), text.end(), '\n');
    return "line " + std::to_string(lines + 1) + ", byte " +
           std::to_string(before.size() + text.size());
}

}  // namespace

Result<JsonTree> JsonTree::parse(std::string_view text, std::string_view before) {
    JsonBuilder builder(text);
    if (builder.build()) {
        return std::move(builder).tree();
    }
    if (builder.overfull()) {
        return Error{.code = ErrorCode::Limit, .what = "JSON of more than 2^32 values"};
    }
    const Error first{.code = ErrorCode::Format,
                      .what = "no JSON at " + place_in(before, text, builder.error_at()) + ": " +
                              builder.error_text()};
    const MendedJson mended = mend_json(text, before);
    JsonBuilder again(mended.text);
    if (!mended.changed || !again.build()) {
        return first;
    }
    JsonTree tree = std::move(again).tree();
    tree.mended_ += (tree.mended_.empty() || mended.changes.empty() ? "" : "; ") + mended.changes;
    tree.mark_cut(mended.cut_brackets);
    return tree;
}

void JsonTree::mark_cut(std::size_t brackets) {
    std::uint32_t inner = 0;
    while (cut_.size() < brackets) {
        cut_.push_back(inner);
        // The last value in it, whose end is its own end.
        const JsonValue value(*this, inner);
        for (auto it = value.begin(); it != value.end(); ++it) {
            inner = (*it).at_;
        }
    }
}

bool JsonValue::is_cut() const noexcept {
    return tree_ != nullptr &&
           std::find(tree_->cut_.begin(), tree_->cut_.end(), at_) != tree_->cut_.end();
}

JsonValue::Type JsonValue::type() const noexcept {
    return tree_ == nullptr ? Type::Null : tree_->nodes_[at_].type;
}

JsonValue JsonValue::operator[](std::string_view key) const {
    if (is_object()) {
        for (const JsonValue member : *this) {
            if (member.key() == key) {
                return member;
            }
        }
    }
    return {};
}

JsonValue JsonValue::at(std::size_t index) const {
    if (is_object() || is_array()) {
        for (const JsonValue element : *this) {
            if (index-- == 0) {
                return element;
            }
        }
    }
    return {};
}

std::string_view JsonValue::key() const {
    if (tree_ == nullptr) {
        return {};
    }
    const auto& node = tree_->nodes_[at_];
    return std::string_view(tree_->texts_).substr(node.key, node.key_bytes);
}

std::size_t JsonValue::size() const {
    std::size_t count = 0;
    if (is_object() || is_array()) {
        for (auto it = begin(); it != end(); ++it) {
            ++count;
        }
    }
    return count;
}

std::optional<double> JsonValue::number() const {
    const auto value = number_or_nan();
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<double> JsonValue::number_or_nan() const {
    if (tree_ == nullptr) {
        return std::nullopt;
    }
    if (type() == Type::Number || type() == Type::Boolean) {
        return tree_->nodes_[at_].number;
    }
    const auto words = text();
    return words ? parse_number(*words) : std::nullopt;
}

std::optional<std::string_view> JsonValue::text() const {
    if (tree_ == nullptr || type() != Type::Text) {
        return std::nullopt;
    }
    const auto& node = tree_->nodes_[at_];
    return std::string_view(tree_->texts_).substr(node.text, node.text_bytes);
}

std::string JsonValue::words() const {
    if (const auto plain = text()) {
        return std::string(*plain);
    }
    const auto value = number();
    return value ? number_text(*value) : std::string();
}

JsonValue JsonValue::Iterator::operator*() const {
    THROUGHLINE_CHECK(tree_ != nullptr);
    return {*tree_, at_};
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
    THROUGHLINE_CHECK(tree_ != nullptr);
    at_ = tree_->nodes_[at_].next;
    return *this;
}

JsonValue::Iterator JsonValue::begin() const {
    const bool container = is_object() || is_array();
    return container ? Iterator(tree_, at_ + 1) : end();
}

JsonValue::Iterator JsonValue::end() const {
    return {tree_, tree_ == nullptr ? 0 : tree_->nodes_[at_].next};
}

std::optional<std::size_t> json_end(std::string_view text, std::size_t from) {
    std::size_t depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char byte = text[at];
        if (byte == '"') {
            for (++at; at < text.size() && text[at] != '"'; ++at) {
                at += text[at] == '\\' ? 1 : 0;
            }
        } else if (byte < '[') {
            // Most of the bytes: digits, blanks, commas.
        } else if (byte == '{' || byte == '[') {
            ++depth;
        } else if (byte == '}' || byte == ']') {
            if (depth <= 1) {
                return at + 1;
            }
            --depth;
        }
    }
    return std::nullopt;
}

}  // namespace throughline::importers
