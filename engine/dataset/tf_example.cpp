// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/tf_example.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "engine/dataset/file_kind.h"

namespace throughline::dataset {
namespace {

/// Longer names are not names of ours.
constexpr std::uint64_t kNameBytesMax = 256;
constexpr std::size_t kVarintBytesMax = 10;
constexpr std::array<std::string_view, 7> kImageNames{
    "image/encoded", "image", "image_raw", "image_bytes", "encoded", "jpeg", "jpg"};
constexpr std::size_t kAnyJpeg = kImageNames.size();
constexpr std::size_t kNone = kAnyJpeg + 1;

/// How many bytes the number takes; 0 when `bytes` end before it does.
std::size_t read_varint(std::span<const std::byte> bytes, std::uint64_t& value) {
    value = 0;
    for (std::size_t i = 0; i < std::min(bytes.size(), kVarintBytesMax); ++i) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[i]);
        value |= (byte & 0x7FU) << (7 * i);
        if (byte < 0x80U) {
            return i + 1;
        }
    }
    return 0;
}

enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

/// The fields of one protobuf message, one after another.
class Message {
public:
    Message(ByteWindow& window, ByteRange range)
        : window_(window), at_(range.offset), end_(range.offset + range.bytes) {}

    struct Field {
        std::uint64_t number = 0;
        Wire wire = Wire::Varint;
        std::uint64_t value = 0;  ///< Varint
        ByteRange bytes;          ///< Bytes
    };
    /// False at the end, and when what comes is not a field: sound() tells.
    bool next(Field& field) {
        if (at_ >= end_ || !sound_) {
            return false;
        }
        const std::uint64_t tag = varint();
        field.number = tag >> 3U;
        field.wire = static_cast<Wire>(tag & 7U);
        switch (field.wire) {
            case Wire::Varint:
                field.value = varint();
                return sound_;
            case Wire::Fixed64:
                return skip(8);
            case Wire::Fixed32:
                return skip(4);
            case Wire::Bytes: {
                const std::uint64_t length = varint();
                field.bytes = {at_, length};
                return skip(length);
            }
        }
        sound_ = false;
        return false;
    }
    bool sound() const noexcept { return sound_; }

private:
    std::uint64_t varint() {
        const auto bytes = window_.at(at_, std::min<std::uint64_t>(kVarintBytesMax, end_ - at_));
        std::uint64_t value = 0;
        const std::size_t taken = read_varint(bytes, value);
        sound_ = sound_ && taken > 0;
        at_ += taken;
        return value;
    }
    bool skip(std::uint64_t length) {
        sound_ = sound_ && length <= end_ - at_;
        if (sound_) {
            at_ += length;
        }
        return sound_;
    }

    ByteWindow& window_;
    std::uint64_t at_;
    std::uint64_t end_;
    bool sound_ = true;
};

std::string text_at(ByteWindow& window, ByteRange range) {
    if (range.bytes > kNameBytesMax) {
        return {};
    }
    const auto bytes = window.at(range.offset, range.bytes);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The first value of a Feature: bytes_list = 1, int64_list = 3, each with its values as field 1.
struct FirstValue {
    std::optional<ByteRange> bytes;
    std::optional<std::int64_t> number;
};

FirstValue first_value(ByteWindow& window, ByteRange feature, bool& sound) {
    FirstValue first;
    Message lists(window, feature);
    Message::Field list;
    while (lists.next(list)) {
        if (list.wire != Wire::Bytes || (list.number != 1 && list.number != 3)) {
            continue;
        }
        Message values(window, list.bytes);
        Message::Field value;
        if (!values.next(value) || value.number != 1) {
            sound = sound && values.sound();
            continue;
        }
        if (list.number == 1 && value.wire == Wire::Bytes) {
            first.bytes = value.bytes;
        } else if (list.number == 3 && value.wire == Wire::Varint) {
            first.number = static_cast<std::int64_t>(value.value);
        } else if (list.number == 3 && value.wire == Wire::Bytes) {  // packed
            std::uint64_t number = 0;
            const auto packed = window.at(
                value.bytes.offset, std::min<std::uint64_t>(kVarintBytesMax, value.bytes.bytes));
            if (read_varint(packed, number) > 0) {
                first.number = static_cast<std::int64_t>(number);
            }
        }
    }
    sound = sound && lists.sound();
    return first;
}

struct Entry {
    std::string name;
    FirstValue value;
};

/// One entry of the map: key = 1, value = 2.
Entry read_entry(ByteWindow& window, ByteRange range, bool& sound) {
    Entry entry;
    Message pair(window, range);
    Message::Field part;
    while (pair.next(part)) {
        if (part.wire == Wire::Bytes && part.number == 1) {
            entry.name = text_at(window, part.bytes);
        } else if (part.wire == Wire::Bytes && part.number == 2) {
            entry.value = first_value(window, part.bytes, sound);
        }
    }
    sound = sound && pair.sound();
    return entry;
}

/// How good a feature is as the image: 0 is best, kNone is not an image.
std::size_t rank_of(ByteWindow& window,
                    const std::string& name,
                    ByteRange bytes,
                    const std::string& wanted) {
    if (!wanted.empty()) {
        return name == wanted ? 0 : kNone;
    }
    const auto* const known = std::find(kImageNames.begin(), kImageNames.end(), name);
    // Only the first name is sure to hold an encoded image.
    if (known == kImageNames.begin() ||
        begins_like_jpeg(window.at(bytes.offset, std::min<std::uint64_t>(bytes.bytes, 3)))) {
        return static_cast<std::size_t>(known - kImageNames.begin());
    }
    return kNone;
}

}  // namespace

ExampleView view_example(ByteWindow& window,
                         ByteRange record,
                         const std::string& feature,
                         bool labels) {
    ExampleView view;
    std::size_t rank = kNone;
    Message example(window, record);
    Message::Field features;
    while (example.next(features)) {
        if (features.number != 1 || features.wire != Wire::Bytes) {
            continue;
        }
        Message entries(window, features.bytes);
        Message::Field entry;
        while (entries.next(entry)) {
            if (entry.number != 1 || entry.wire != Wire::Bytes) {
                continue;
            }
            const auto [name, value] = read_entry(window, entry.bytes, view.sound);
            if (value.bytes) {
                const std::size_t found = rank_of(window, name, *value.bytes, feature);
                if (found < rank) {
                    rank = found;
                    view.image = value.bytes;
                    view.feature = name;
                }
            }
            if (value.number && (name == "image/class/label" || (name == "label" && !view.label))) {
                view.label = value.number;
            }
            if (rank == 0 && (!labels || view.label)) {
                return view;
            }
        }
        view.sound = view.sound && entries.sound();
    }
    view.sound = view.sound && example.sound();
    return view;
}

}  // namespace throughline::dataset
