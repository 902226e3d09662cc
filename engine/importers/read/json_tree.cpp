// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/json_tree.h"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/importers/read/json_mend.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

constexpr const char* kNotFinite = to_say("NaN and Infinity read as missing");

using Reader = rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>>;
/// Iterative: deep nesting does not recurse.
constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseFullPrecisionFlag |
                            rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNanAndInfFlag;

}  // namespace

/// Makes the tree of what RapidJSON's parser reports.
class JsonBuilder {
public:
    explicit JsonBuilder(std::string_view text) : text_(text) {
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
        rapidjson::MemoryStream stream(text_.data(), text_.size());
        Reader reader;
        result_ = reader.Parse<kFlags>(stream, *this);
        return !result_.IsError() && tree_.root();
    }

    JsonTree tree() && {
        if (met_not_finite_) {
            tree_.mended_ = kNotFinite;
        }
        return std::move(tree_);
    }
    bool overfull() const noexcept { return overfull_; }
    std::size_t error_at() const { return std::min(result_.Offset(), text_.size()); }
    std::string error_text() const {
        std::string why = half_letter_ ? say("An escape is half of a surrogate pair")
                                       : std::string(rapidjson::GetParseError_En(result_.Code()));
        why.resize(why.find_last_not_of('.') + 1);
        return say("%1 near '%2'", why, text_.substr(error_at(), kNearBytes));
    }

    // What rapidjson::GenericReader calls; false ends the parsing.
    bool Null() { return add(JsonValue::Type::Null) != nullptr; }
    bool Bool(bool value) { return add_number(JsonValue::Type::Boolean, value ? 1.0 : 0.0); }
    bool Int(int value) { return add_number(JsonValue::Type::Number, value); }
    bool Uint(unsigned value) { return add_number(JsonValue::Type::Number, value); }
    bool Int64(std::int64_t value) {
        return add_number(JsonValue::Type::Number, static_cast<double>(value));
    }
    bool Uint64(std::uint64_t value) {
        return add_number(JsonValue::Type::Number, static_cast<double>(value));
    }
    bool Double(double value) {
        met_not_finite_ = met_not_finite_ || !std::isfinite(value);
        return add_number(JsonValue::Type::Number, value);
    }
    bool RawNumber(const char* /*text*/, rapidjson::SizeType /*bytes*/, bool /*copy*/) {
        return false;  // only with kParseNumbersAsStringsFlag
    }
    bool String(const char* text, rapidjson::SizeType bytes, bool /*copy*/) {
        auto* const node = add(JsonValue::Type::Text);
        if (node != nullptr) {
            node->text = keep({text, bytes});
            node->text_bytes = bytes;
        }
        return node != nullptr && !half_letter_;
    }
    bool Key(const char* text, rapidjson::SizeType bytes, bool /*copy*/) {
        key_ = keep({text, bytes});
        key_bytes_ = bytes;
        return !half_letter_;
    }
    bool StartObject() { return open(JsonValue::Type::Object); }
    bool EndObject(rapidjson::SizeType /*members*/) { return close(); }
    bool StartArray() { return open(JsonValue::Type::Array); }
    bool EndArray(rapidjson::SizeType /*elements*/) { return close(); }

private:
    static constexpr std::size_t kNearBytes = 40;

    std::uint64_t keep(std::string_view text) {
        // RapidJSON 1.1 lets the escape of a second half alone pass: no UTF-8 comes of it.
        const std::size_t three = text.find('\xED');
        half_letter_ = half_letter_ || (three != std::string_view::npos && !is_utf8(text));
        const std::uint64_t at = tree_.texts_.size();
        tree_.texts_ += text;
        return at;
    }

    bool open(JsonValue::Type type) {
        open_.push_back(static_cast<std::uint32_t>(tree_.nodes_.size()));
        return add(type) != nullptr;
    }

    bool close() {
        tree_.nodes_[open_.back()].next = static_cast<std::uint32_t>(tree_.nodes_.size());
        open_.pop_back();
        return true;
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

    std::string_view text_;
    JsonTree tree_{};
    std::vector<std::uint32_t> open_{};
    std::uint64_t key_ = 0;
    std::uint32_t key_bytes_ = 0;
    bool met_not_finite_ = false;
    bool half_letter_ = false;
    bool overfull_ = false;
    rapidjson::ParseResult result_{};
};

namespace {

/// Lines and bytes are counted from 1.
std::string place_in(std::string_view before, std::string_view text, std::size_t at) {
    text = text.substr(0, at);
    const auto lines =
        std::count(before.begin(), before.end(), '\n') + std::count(text.begin(), text.end(), '\n');
    return say("line %1, byte %2",
               std::to_string(lines + 1),
               std::to_string(before.size() + text.size() + 1));
}

}  // namespace

Result<JsonTree> JsonTree::parse(std::string_view text, std::string_view before) {
    JsonBuilder builder(text);
    if (builder.build()) {
        return std::move(builder).tree();
    }
    if (builder.overfull()) {
        return Error{.code = ErrorCode::Limit, .what = say("JSON of more than 2^32 values")};
    }
    const Error first{
        .code = ErrorCode::Format,
        .what = say(
            "no JSON at %1: %2", place_in(before, text, builder.error_at()), builder.error_text())};
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
    return value ? shortest_text(*value) : std::string();
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
