// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace throughline::importers {

class JsonTree;

/// A value of a JsonTree, or nothing (a key that is not there): asking nothing for more gives
/// nothing, so that a path can be written down as it is. Valid as long as its tree.
class JsonValue {
public:
    enum class Type : std::uint8_t { Null, Boolean, Number, Text, Array, Object };

    JsonValue() = default;
    JsonValue(const JsonTree& tree, std::uint32_t at) : tree_(&tree), at_(at) {}

    explicit operator bool() const noexcept { return tree_ != nullptr; }
    Type type() const noexcept;
    bool is_object() const noexcept { return tree_ != nullptr && type() == Type::Object; }
    bool is_array() const noexcept { return tree_ != nullptr && type() == Type::Array; }
    /// The file ended inside it: what it does not hold may have come later.
    bool is_cut() const noexcept;

    /// The member of that name; the first where the file repeats it.
    JsonValue operator[](std::string_view key) const;
    /// The element at `index` of an array, or member of an object.
    JsonValue at(std::size_t index) const;
    /// Its name in the object that it stands in.
    std::string_view key() const;
    std::size_t size() const;

    /// A number; also a text that is one, since many tools write numbers as texts.
    std::optional<double> number() const;
    /// The same, and what the file writes as NaN or Infinity as it is: for a figure, which then is
    /// absent for that reason. A computation takes number().
    std::optional<double> number_or_nan() const;
    /// A text; nothing for other types.
    std::optional<std::string_view> text() const;
    /// A text or a number as text, "" for everything else.
    std::string words() const;

    class Iterator {
    public:
        Iterator(const JsonTree* tree, std::uint32_t at) : tree_(tree), at_(at) {}
        JsonValue operator*() const;
        Iterator& operator++();
        bool operator==(const Iterator& other) const = default;

    private:
        const JsonTree* tree_;
        std::uint32_t at_;
    };
    Iterator begin() const;
    Iterator end() const;

private:
    friend class JsonTree;
    const JsonTree* tree_ = nullptr;
    std::uint32_t at_ = 0;
};

/// A JSON document in one block of nodes. Made for what tools really write: keys that repeat (the
/// first counts), NaN and Infinity (no number), a trailing comma, decimal commas, a file cut
/// anywhere (the open brackets are closed behind the last whole element).
class JsonTree {
public:
    /// `before` is what stands in the file before it, for the place of an error.
    /// Errors: Format with line and byte offset; Limit for more than 2^32 values.
    static Result<JsonTree> parse(std::string_view text, std::string_view before = {});

    JsonValue root() const { return {*this, 0}; }
    /// What had to be mended to read it, for a note; "" = nothing.
    const std::string& mended() const noexcept { return mended_; }

private:
    friend class JsonValue;
    friend class JsonValue::Iterator;
    friend class JsonBuilder;
    void mark_cut(std::size_t brackets);
    struct Node {
        JsonValue::Type type = JsonValue::Type::Null;
        std::uint32_t next = 0;  ///< index behind the value with all that is in it
        std::uint32_t key_bytes = 0;
        std::uint32_t text_bytes = 0;
        std::uint64_t key = 0;  ///< where it stands in texts_
        union {
            double number;
            std::uint64_t text;
        };
        Node() : number(0.0) {}
    };

    std::vector<Node> nodes_;
    std::string texts_;
    std::string mended_;
    std::vector<std::uint32_t> cut_;  ///< the nodes that the end of the file cut, outermost first
};

/// Where the JSON value that starts at `from` ends (one behind its last byte); nothing when the
/// text ends before. Only looks at brackets and texts.
std::optional<std::size_t> json_end(std::string_view text, std::size_t from);

}  // namespace throughline::importers
