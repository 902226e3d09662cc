// SPDX-License-Identifier: Apache-2.0
#include "engine/base/message_file.h"

#include <cstdint>
#include <cstring>

namespace throughline {
namespace {

constexpr std::uint32_t kMagic = 0x950412de;
constexpr std::size_t kEntryBytes = 8;  ///< length and offset

std::optional<std::uint32_t> number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    if (at > bytes.size() || bytes.size() - at < sizeof number) {
        return std::nullopt;
    }
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

std::optional<std::string_view> text_at(std::string_view bytes, std::size_t entry) {
    const auto length = number_at(bytes, entry);
    const auto offset = number_at(bytes, entry + sizeof(std::uint32_t));
    if (!length || !offset || *offset > bytes.size() || bytes.size() - *offset < *length) {
        return std::nullopt;
    }
    return bytes.substr(*offset, *length);
}

}  // namespace

MessageFile::MessageFile(std::string_view bytes) {
    const auto count = number_at(bytes, 8);
    const auto keys = number_at(bytes, 12);
    const auto texts = number_at(bytes, 16);
    if (number_at(bytes, 0) != kMagic || !count || !keys || !texts) {
        return;
    }
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto key = text_at(bytes, *keys + i * kEntryBytes);
        const auto text = text_at(bytes, *texts + i * kEntryBytes);
        if (!key || !text) {
            break;
        }
        by_key_.emplace(key->substr(0, key->find('\0')), *text);
    }
}

std::optional<std::string_view> MessageFile::find(std::string_view key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace throughline
