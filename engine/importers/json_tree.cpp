// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/json_tree.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/base/check.h"
#include "engine/importers/json_mend.h"
#include "engine/importers/scan.h"

namespace throughline::importers {

/// Receives the events of nlohmann's parser, which does not recurse.
struct JsonBuilder {
    JsonTree tree{};
    std::vector<std::uint32_t> open{};
    std::uint64_t pending_key = 0;
    std::uint32_t pending_key_bytes = 0;
    std::size_t error_at = 0;
    std::string error_text{};
    bool overfull = false;

    JsonTree::Node* add(JsonValue::Type type) {
        if (tree.nodes_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
            overfull = true;
            return nullptr;
        }
        JsonTree::Node& node = tree.nodes_.emplace_back();
        node.type = type;
        node.next = static_cast<std::uint32_t>(tree.nodes_.size());
        node.key = std::exchange(pending_key, 0);
        node.key_bytes = std::exchange(pending_key_bytes, 0);
        return &node;
    }
    std::uint64_t keep(const std::string& text) {
        const std::uint64_t at = tree.texts_.size();
        tree.texts_ += text;
        return at;
    }
    bool add_number(double value) {
        auto* const node = add(JsonValue::Type::Number);
        if (node != nullptr) {
            node->number = value;
        }
        return node != nullptr;
    }
    bool open_container(JsonValue::Type type) {
        open.push_back(static_cast<std::uint32_t>(tree.nodes_.size()));
        return add(type) != nullptr;
    }
    bool close_container() {
        tree.nodes_[open.back()].next = static_cast<std::uint32_t>(tree.nodes_.size());
        open.pop_back();
        return true;
    }

    bool null() { return add(JsonValue::Type::Null) != nullptr; }
    bool boolean(bool value) {
        auto* const node = add(JsonValue::Type::Boolean);
        if (node != nullptr) {
            node->number = value ? 1.0 : 0.0;
        }
        return node != nullptr;
    }
    bool number_integer(nlohmann::json::number_integer_t value) {
        return add_number(static_cast<double>(value));
    }
    bool number_unsigned(nlohmann::json::number_unsigned_t value) {
        return add_number(static_cast<double>(value));
    }
    bool number_float(nlohmann::json::number_float_t value,
                      const nlohmann::json::string_t& /*text*/) {
        return add_number(value);
    }
    bool string(nlohmann::json::string_t& value) {
        auto* const node = add(JsonValue::Type::Text);
        if (node != nullptr) {
            node->text = keep(value);
            node->text_bytes = static_cast<std::uint32_t>(value.size());
        }
        return node != nullptr;
    }
    bool binary(nlohmann::json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*elements*/) { return open_container(JsonValue::Type::Object); }
    bool end_object() { return close_container(); }
    bool start_array(std::size_t /*elements*/) { return open_container(JsonValue::Type::Array); }
    bool end_array() { return close_container(); }
    bool key(nlohmann::json::string_t& value) {
        pending_key = keep(value);
        pending_key_bytes = static_cast<std::uint32_t>(value.size());
        return true;
    }
    bool parse_error(std::size_t position,
                     const std::string& last_token,
                     const nlohmann::detail::exception& error) {
        error_at = position;
        // "[json.exception.parse_error.101] parse error at line 1, column 2: …": the cause alone.
        const std::string_view what = error.what();
        const std::size_t cause = what.find("; last read");
        const std::size_t colon = what.find(": ");
        error_text = what.substr(colon == std::string_view::npos ? 0 : colon + 2,
                                 cause == std::string_view::npos ? cause : cause - colon - 2);
        error_text += " near '" + last_token.substr(0, 40) + "'";
        return false;
    }
};

namespace {

std::string place_in(std::string_view before, std::string_view text, std::size_t at) {
    text = text.substr(0, at);
    const auto lines =
        std::count(before.begin(), before.end(), '\n') + std::count(text.begin(), text.end(), '\n');
    return "line " + std::to_string(lines + 1) + ", byte " +
           std::to_string(before.size() + text.size());
}

bool run_parser(std::string_view text, JsonBuilder& builder) {
    builder.tree = {};
    return nlohmann::json::sax_parse(text.begin(), text.end(), &builder) && builder.open.empty() &&
           builder.tree.root();
}

}  // namespace

Result<JsonTree> JsonTree::parse(std::string_view text, std::string_view before) {
    JsonBuilder builder;
    if (run_parser(text, builder)) {
        return std::move(builder.tree);
    }
    if (builder.overfull) {
        return Error{.code = ErrorCode::Limit, .what = "JSON of more than 2^32 values"};
    }
    const Error first{.code = ErrorCode::Format,
                      .what = "no JSON at " + place_in(before, text, builder.error_at) + ": " +
                              builder.error_text};
    const MendedJson mended = mend_json(text, before);
    JsonBuilder again;
    if (mended.changes.empty() || !run_parser(mended.text, again)) {
        return first;
    }
    again.tree.mended_ = mended.changes;
    again.tree.mark_cut(mended.cut_brackets);
    return std::move(again.tree);
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
