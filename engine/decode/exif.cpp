// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/exif.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace throughline::decode {
namespace {

using namespace std::string_view_literals;

constexpr int kAsStored = 1;

/// Numbers at places in bytes; what lies outside reads as 0.
class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes, bool big_endian = true)
        : bytes_(bytes), big_endian_(big_endian) {}

    std::size_t size() const { return bytes_.size(); }
    std::uint32_t at(std::size_t place) const {
        return place < bytes_.size() ? std::to_integer<std::uint32_t>(bytes_[place]) : 0U;
    }
    std::uint32_t short_at(std::size_t place) const {
        return big_endian_ ? at(place) << 8U | at(place + 1) : at(place + 1) << 8U | at(place);
    }
    std::uint32_t long_at(std::size_t place) const {
        return big_endian_ ? short_at(place) << 16U | short_at(place + 2)
                           : short_at(place + 2) << 16U | short_at(place);
    }
    bool begins_with(std::string_view text) const {
        return size() >= text.size() && std::memcmp(bytes_.data(), text.data(), text.size()) == 0;
    }

private:
    std::span<const std::byte> bytes_;
    bool big_endian_;
};

int orientation_in_tiff(std::span<const std::byte> tiff) {
    const bool little = Bytes(tiff).begins_with("II*\0"sv);
    if (!little && !Bytes(tiff).begins_with("MM\0*"sv)) {
        return kAsStored;
    }
    const Bytes bytes(tiff, !little);
    constexpr std::uint32_t kOrientationTag = 0x0112;
    constexpr std::uint32_t kShortType = 3;
    constexpr std::size_t kEntryBytes = 12;
    const std::size_t directory = bytes.long_at(4);
    const std::size_t entries = bytes.short_at(directory);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + i * kEntryBytes;
        if (entry + kEntryBytes > bytes.size()) {
            break;
        }
        if (bytes.short_at(entry) == kOrientationTag && bytes.short_at(entry + 2) == kShortType) {
            const std::uint32_t value = bytes.short_at(entry + 8);
            return value >= 1 && value <= 8 ? static_cast<int>(value) : kAsStored;
        }
    }
    return kAsStored;
}

}  // namespace

int exif_orientation(std::span<const std::byte> encoded) noexcept {
    constexpr std::uint32_t kApp1 = 0xe1;
    constexpr std::uint32_t kStartOfScan = 0xda;
    constexpr std::uint32_t kEndOfImage = 0xd9;
    const Bytes bytes(encoded);
    std::size_t place = 2;  // behind the start of image
    while (place + 4 <= bytes.size() && bytes.at(place) == 0xff) {
        const std::uint32_t marker = bytes.at(place + 1);
        if (marker == 0xff) {  // padding
            ++place;
            continue;
        }
        const std::size_t length = bytes.short_at(place + 2);
        if (marker == kStartOfScan || marker == kEndOfImage || length < 2 ||
            place + 2 + length > bytes.size()) {
            break;
        }
        const auto segment = encoded.subspan(place + 4, length - 2);
        constexpr auto kHead = "Exif\0\0"sv;
        if (marker == kApp1 && Bytes(segment).begins_with(kHead)) {
            return orientation_in_tiff(segment.subspan(kHead.size()));
        }
        place += 2 + length;
    }
    return kAsStored;
}

}  // namespace throughline::decode
