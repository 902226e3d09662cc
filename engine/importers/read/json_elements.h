// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/importers/read/text_source.h"

namespace throughline::importers {

/// The elements of a long array, one after another, in memory that the largest of them bounds: of
/// the array that the text is, or of the member `key` of the object that it is. Looks at brackets
/// and texts only; whether an element is JSON is for JsonTree to say.
class JsonElements {
public:
    static constexpr std::size_t kElementBytesMax = 16U << 20U;

    /// Takes the text of `source` from here on.
    JsonElements(TextSource& source, std::string_view key);

    /// Valid until the next call; nothing at the end, after a cut and after a failure.
    std::optional<std::string_view> next();

    /// Whether the text ended before the array did.
    bool cut() const noexcept { return cut_; }
    /// Format with the line for an element beyond kElementBytesMax; what the source says.
    const std::optional<Error>& failure() const noexcept { return failure_; }
    std::uint64_t line() const noexcept { return line_; }  ///< of the byte read last, from 1

private:
    static constexpr int kEnd = -1;

    int peek();
    int take();
    int peek_behind(std::string_view skipped);
    void find_array(std::string_view key);
    bool take_text(std::string* into);
    bool take_scalar(std::string* into);
    bool take_value(std::string* into);

    TextSource& source_;
    std::string_view piece_{};
    std::size_t at_ = 0;
    std::uint64_t line_ = 1;
    bool in_array_ = false;
    bool cut_ = false;
    std::string element_{};
    std::optional<Error> failure_{};
};

}  // namespace throughline::importers
