// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/tfrecord.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "engine/base/say.h"
#include "engine/dataset/byte_output.h"
#include "engine/dataset/crc32c.h"
#include "engine/dataset/file_kind.h"
#include "engine/dataset/tf_example.h"

namespace throughline::dataset {
namespace {

constexpr std::size_t kLengthBytes = 8;

void append_varint(std::vector<std::byte>& out, std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) {
        out.push_back(static_cast<std::byte>(value | 0x80U));
    }
    out.push_back(static_cast<std::byte>(value));
}

std::size_t varint_bytes(std::uint64_t value) {
    std::size_t count = 1;
    for (; value >= 0x80U; value >>= 7U) {
        ++count;
    }
    return count;
}

/// A field of bytes takes its tag (one byte, the numbers are small), its length and the bytes.
std::size_t field_bytes(std::size_t content) {
    return 1 + varint_bytes(content) + content;
}

void append_field_head(std::vector<std::byte>& out, unsigned number, std::size_t content) {
    constexpr unsigned kBytesWire = 2;
    out.push_back(static_cast<std::byte>(number << 3U | kBytesWire));
    append_varint(out, content);
}

/// features { feature { key, value { list { value } } } }, from the inside out.
struct EntryBytes {
    std::size_t list;
    std::size_t feature;
    std::size_t entry;
    std::size_t total;
};

EntryBytes entry_bytes(std::string_view key, std::size_t value) {
    EntryBytes bytes{};
    bytes.list = field_bytes(value);
    bytes.feature = field_bytes(bytes.list);
    bytes.entry = field_bytes(key.size()) + field_bytes(bytes.feature);
    bytes.total = field_bytes(bytes.entry);
    return bytes;
}

void append_entry(std::vector<std::byte>& out,
                  std::string_view key,
                  unsigned list_number,
                  std::span<const std::byte> value) {
    const EntryBytes bytes = entry_bytes(key, value.size());
    append_field_head(out, 1, bytes.entry);
    append_field_head(out, 1, key.size());
    append(out, key);
    append_field_head(out, 2, bytes.feature);
    append_field_head(out, list_number, bytes.list);
    append_field_head(out, 1, value.size());
    append(out, value);
}

void append_text(std::vector<std::byte>& out, std::string_view key, std::string_view text) {
    constexpr unsigned kBytesList = 1;
    append_entry(out, key, kBytesList, std::as_bytes(std::span(text)));
}

void append_integer(std::vector<std::byte>& out, std::string_view key, std::int64_t number) {
    constexpr unsigned kInt64List = 3;
    std::vector<std::byte> packed;
    append_varint(packed, static_cast<std::uint64_t>(number));
    append_entry(out, key, kInt64List, packed);
}

bool head_sound(std::span<const std::byte> head) noexcept {
    return masked_crc(crc32c(head.first(kLengthBytes))) ==
           little_endian<std::uint32_t>(head.subspan(kLengthBytes));
}

constexpr std::int32_t label_of(const ExampleView& view) {
    const bool fits =
        view.label && *view.label >= 0 && *view.label <= std::numeric_limits<std::int32_t>::max();
    return fits ? static_cast<std::int32_t>(*view.label) : -1;
}

/// Looks into one record and takes its image, or counts it as something else.
void take_record(ByteWindow& window,
                 ByteRange record,
                 std::string& feature,
                 const IndexOptions& options,
                 ShardIndex& index) {
    const std::uint64_t data = record.offset + kTfRecordHeadBytes;
    const std::uint64_t data_bytes = record.bytes - kTfRecordHeadBytes - kTfRecordTailBytes;
    const auto head = window.at(data, std::min<std::uint64_t>(data_bytes, 3));
    ExampleView view;
    if (begins_like_jpeg(head)) {
        view.image = ByteRange{data, data_bytes};
    } else {
        view = view_example(window, {data, data_bytes}, feature, options.labels);
        if (!view.image && !feature.empty() && options.feature.empty()) {
            feature.clear();  // the name that the records before it had
            view = view_example(window, {data, data_bytes}, feature, options.labels);
        }
    }
    if (!view.image) {
        ++index.others[view.sound ? to_say("example without an image")
                                  : to_say("not a tf.train.Example")];
        return;
    }
    if (feature.empty()) {
        feature = view.feature;
    }
    if (record.bytes > std::numeric_limits<std::uint32_t>::max()) {
        ++index.others[to_say("record above 4 GiB")];
        return;
    }
    const std::uint64_t lead = view.image->offset - record.offset;
    index.add({.offset_bytes = view.image->offset,
               .bytes = static_cast<std::uint32_t>(view.image->bytes),
               .lead_bytes = static_cast<std::uint32_t>(lead),
               .trail_bytes = static_cast<std::uint32_t>(record.bytes - lead - view.image->bytes),
               .label = label_of(view)},
              options);
}

}  // namespace

bool starts_like_tfrecord(std::span<const std::byte> head) noexcept {
    return head.size() >= kTfRecordHeadBytes && head_sound(head);
}

ShardIndex index_tfrecord(ByteSource& source, const IndexOptions& options) {
    ShardIndex index;
    ByteWindow window(source);
    std::string feature = options.feature;
    std::uint64_t at = 0;
    while (at < window.bytes() && !options.stop.stop_requested()) {
        const std::uint64_t left = window.bytes() - at;
        const auto head = window.at(at, kTfRecordHeadBytes);
        if (head.size() < kTfRecordHeadBytes) {
            index.damage = record_cut_off(index.records, at, kTfRecordHeadBytes, left);
            break;
        }
        if (!head_sound(head)) {
            index.damage = record_damage(
                index.records, at, to_say("the checksum of its length does not match"));
            break;
        }
        constexpr std::uint64_t kFrame = kTfRecordHeadBytes + kTfRecordTailBytes;
        const auto data_bytes = little_endian<std::uint64_t>(head);
        if (left < kFrame || data_bytes > left - kFrame) {
            index.damage =
                data_bytes > std::numeric_limits<std::uint64_t>::max() - kFrame
                    ? record_damage(index.records, at, to_say("its length is implausible"))
                    : record_cut_off(index.records, at, data_bytes + kFrame, left);
            break;
        }
        take_record(window, {at, data_bytes + kFrame}, feature, options, index);
        at += data_bytes + kFrame;
        ++index.records;
    }
    if (window.failure()) {
        index.damage = window.failure();
    }
    return index;
}

const char* tfrecord_fault(std::span<const std::byte> record) noexcept {
    if (record.size() < kTfRecordHeadBytes + kTfRecordTailBytes) {
        return to_say("the record is cut off");
    }
    if (!head_sound(record)) {
        return to_say("the checksum of the record's length does not match");
    }
    const auto data =
        record.subspan(kTfRecordHeadBytes, record.size() - kTfRecordHeadBytes - kTfRecordTailBytes);
    if (little_endian<std::uint64_t>(record) != data.size()) {
        return to_say("the record's length has changed");
    }
    if (masked_crc(crc32c(data)) != little_endian<std::uint32_t>(record.last(kTfRecordTailBytes))) {
        return to_say("the checksum of the record's data does not match");
    }
    return nullptr;
}

void append_tfrecord(const ExampleImage& image, std::vector<std::byte>& out) {
    std::vector<std::byte> entries;
    append_integer(entries, "image/class/label", image.label);
    if (!image.class_name.empty()) {
        append_text(entries, "image/class/synset", image.class_name);
    }
    append_text(entries, "image/filename", image.file_name);
    append_text(entries, "image/format", "JPEG");
    append_integer(entries, "image/height", image.height_px);
    append_integer(entries, "image/width", image.width_px);
    constexpr std::string_view kImage = "image/encoded";
    const std::size_t features = entries.size() + entry_bytes(kImage, image.encoded.size()).total;
    const std::uint64_t data_bytes = field_bytes(features);

    out.reserve(out.size() + data_bytes + kTfRecordHeadBytes + kTfRecordTailBytes);
    append_number(out, data_bytes);
    append_number(out, masked_crc(crc32c(std::span(out).last(kLengthBytes))));
    append_field_head(out, 1, features);
    append(out, entries);
    append_entry(out, kImage, 1, image.encoded);
    append_number(out, masked_crc(crc32c(std::span(out).last(data_bytes))));
}

}  // namespace throughline::dataset
