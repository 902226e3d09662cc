// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>

namespace throughline {

/// The messages of a .mo file, which is borrowed.
/// Source: GNU gettext manual, "The Format of GNU MO Files".
class MessageFile {
public:
    /// Errors: none are told; a file that is none has no messages. Reads what this machine's byte
    /// order wrote.
    explicit MessageFile(std::string_view bytes);

    /// By context and message as gettext joins them. A message with a plural has both, with a
    /// NUL between.
    std::optional<std::string_view> find(std::string_view key) const;
    const std::unordered_map<std::string_view, std::string_view>& all() const { return by_key_; }

private:
    std::unordered_map<std::string_view, std::string_view> by_key_;
};

/// resources/languages/de.po, compiled in.
std::string_view german_messages() noexcept;

}  // namespace throughline
