// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/recordio.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "engine/base/say.h"
#include "engine/dataset/byte_output.h"
#include "engine/dataset/file_kind.h"

namespace throughline::dataset {
namespace {

constexpr std::uint32_t kLengthBits = 29;
constexpr std::uint32_t kLengthMax = (1U << kLengthBits) - 1;
constexpr std::uint64_t kImageHeadBytes = 24;
constexpr std::uint64_t kMagicBytes = 4;
/// More than this is not a count of labels but something else.
constexpr std::uint32_t kLabelsMax = 1U << 20U;

enum class Part : std::uint8_t { Whole = 0, First = 1, Middle = 2, Last = 3 };

struct PartHead {
    bool sound = false;  ///< the magic is there
    Part kind = Part::Whole;
    std::uint64_t length = 0;
    std::uint64_t padded = 0;
};

PartHead part_head(std::span<const std::byte> head) {
    PartHead part;
    if (!starts_like_recordio(head)) {
        return part;
    }
    const auto word = little_endian<std::uint32_t>(head.subspan(kMagicBytes));
    part.sound = true;
    part.kind = static_cast<Part>(word >> kLengthBits);
    part.length = word & kLengthMax;
    part.padded = (part.length + 3) / 4 * 4;
    return part;
}

/// A record from its first part to the end of its last.
struct Record {
    std::uint64_t first_length = 0;
    std::uint64_t end = 0;       ///< with the padding
    std::uint64_t data_end = 0;  ///< without it
    bool in_parts = false;
};

/// False with `index.damage` set when it does not end as it should.
bool walk_parts(ByteWindow& window, std::uint64_t begin, ShardIndex& index, Record& record) {
    std::uint64_t at = begin;
    for (;;) {
        const std::uint64_t left = window.bytes() - at;
        const auto head = window.at(at, kRecordIoHeadBytes);
        if (head.size() < kRecordIoHeadBytes) {
            index.damage = record_cut_off(index.records, begin, kRecordIoHeadBytes, left);
            return false;
        }
        const PartHead part = part_head(head);
        const bool first = at == begin;
        const bool opens = part.kind == Part::Whole || part.kind == Part::First;
        if (!part.sound || part.kind > Part::Last || opens != first) {
            index.damage = record_damage(
                index.records,
                begin,
                !part.sound ? say_english("there is no magic number at byte %1", std::to_string(at))
                            : to_say("its parts are out of order"));
            return false;
        }
        // The padding of the last record may be missing.
        if (part.length > left - kRecordIoHeadBytes) {
            index.damage =
                record_cut_off(index.records, at, part.length + kRecordIoHeadBytes, left);
            return false;
        }
        const bool last = part.kind == Part::Whole || part.kind == Part::Last;
        if (!last && part.padded != part.length) {
            index.damage =
                record_damage(index.records, begin, to_say("a part of it has an invalid length"));
            return false;
        }
        record.first_length = first ? part.length : record.first_length;
        record.data_end = at + kRecordIoHeadBytes + part.length;
        at = std::min(at + kRecordIoHeadBytes + part.padded, window.bytes());
        if (last) {
            record.end = at;
            record.in_parts = !first;
            return true;
        }
    }
}

void take_record(ByteWindow& window,
                 std::uint64_t begin,
                 const Record& record,
                 const IndexOptions& options,
                 ShardIndex& index) {
    const std::uint64_t data = begin + kRecordIoHeadBytes;
    const auto head = window.at(data, std::min(kImageHeadBytes, record.first_length));
    std::uint64_t image = data;
    std::int32_t label = -1;
    if (!begins_like_jpeg(head)) {
        if (head.size() < kImageHeadBytes) {
            ++index.others[to_say("record without an image")];
            return;
        }
        const auto flag = little_endian<std::uint32_t>(head);
        auto value = little_endian<float>(head.subspan(4));
        image = data + kImageHeadBytes + std::uint64_t{std::min(flag, kLabelsMax)} * 4;
        if (flag > 0 && flag <= kLabelsMax) {  // the field is unused then, the labels follow
            const auto first = window.at(data + kImageHeadBytes, 4);
            value = first.size() == 4 ? little_endian<float>(first) : -1.0F;
        }
        const bool inside = image + 3 <= data + record.first_length && flag <= kLabelsMax;
        if (!inside || !begins_like_jpeg(window.at(image, 3))) {
            ++index.others[to_say("record without a JPEG")];
            return;
        }
        constexpr float kLabelMax = 16'777'216.0F;  // whole numbers up to it are exact
        const bool whole = value >= 0.0F && value <= kLabelMax && std::floor(value) == value;
        label = whole ? static_cast<std::int32_t>(value) : -1;
    }
    if (record.end - begin > std::numeric_limits<std::uint32_t>::max()) {
        ++index.others[to_say("record above 4 GiB")];
        return;
    }
    index.add({.offset_bytes = image,
               .bytes = static_cast<std::uint32_t>(record.data_end - image),
               .lead_bytes = static_cast<std::uint32_t>(image - begin),
               .trail_bytes = static_cast<std::uint32_t>(record.end - record.data_end),
               .label = label,
               .in_parts = record.in_parts},
              options);
}

void append_part(std::vector<std::byte>& out, Part kind, std::span<const std::byte> data) {
    append_number(out, kRecordIoMagic);
    append_number(
        out,
        static_cast<std::uint32_t>(kind) << kLengthBits | static_cast<std::uint32_t>(data.size()));
    append(out, data);
}

}  // namespace

bool starts_like_recordio(std::span<const std::byte> head) noexcept {
    return head.size() >= kRecordIoHeadBytes &&
           little_endian<std::uint32_t>(head) == kRecordIoMagic;
}

ShardIndex index_recordio(ByteSource& source,
                          const IndexOptions& options,
                          std::uint64_t begin,
                          std::uint64_t end) {
    ShardIndex index;
    ByteWindow window(source);
    const std::uint64_t stop_at = end == 0 ? window.bytes() : std::min(end, window.bytes());
    std::uint64_t at = begin;
    while (at < stop_at && !options.stop.stop_requested()) {
        Record record;
        if (!walk_parts(window, at, index, record)) {
            break;
        }
        take_record(window, at, record, options, index);
        at = record.end;
        ++index.records;
    }
    if (window.failure()) {
        index.damage = window.failure();
    } else if (!index.damage && end != 0 && at > end) {
        index.damage =
            record_damage(index.records, at, to_say("no record begins where one should"));
    }
    return index;
}

std::size_t join_parts(std::span<std::byte> bytes) noexcept {
    std::size_t kept = 0;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t step = std::min<std::size_t>(kMagicBytes, bytes.size() - at);
        std::memmove(bytes.data() + kept, bytes.data() + at, step);
        at += step;
        const bool magic =
            step == kMagicBytes &&
            little_endian<std::uint32_t>(std::span(bytes).subspan(kept)) == kRecordIoMagic;
        kept += step;
        if (magic) {  // the part's length word follows; the magic itself belongs to the image
            at = std::min(at + (kRecordIoHeadBytes - kMagicBytes), bytes.size());
        }
    }
    return kept;
}

const char* recordio_fault(std::span<const std::byte> record) noexcept {
    std::size_t at = 0;
    for (bool first = true;; first = false) {
        const PartHead part = part_head(record.subspan(at));
        if (!part.sound) {
            return to_say("the record's magic number has changed");
        }
        const bool opens = part.kind == Part::Whole || part.kind == Part::First;
        if (part.kind > Part::Last || opens != first) {
            return to_say("the record's parts are out of order");
        }
        if (part.length > record.size() - at - kRecordIoHeadBytes) {
            return to_say("the record's length has changed");
        }
        at = std::min(at + kRecordIoHeadBytes + part.padded, record.size());
        if (part.kind == Part::Whole || part.kind == Part::Last) {
            return at == record.size() ? nullptr : to_say("the record's length has changed");
        }
    }
}

std::vector<std::uint64_t> parse_recordio_index(std::string_view text) {
    std::vector<std::uint64_t> offsets;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t tab = line.find('\t');
        if (tab == std::string_view::npos) {
            return {};
        }
        std::uint64_t offset = 0;
        const char* const last = line.data() + line.size();
        const auto [stopped, error] = std::from_chars(line.data() + tab + 1, last, offset);
        const bool rest_blank = stopped == last || *stopped == '\r' || *stopped == '\t';
        if (error != std::errc{} || !rest_blank) {
            return {};
        }
        offsets.push_back(offset);
    }
    std::sort(offsets.begin(), offsets.end());
    return offsets;
}

void append_recordio(std::span<const std::byte> image,
                     float label,
                     std::uint64_t id,
                     std::vector<std::byte>& out) {
    std::vector<std::byte> data;
    data.reserve(kImageHeadBytes + image.size());
    append_number(data, std::uint32_t{0});
    append_number(data, label);
    append_number(data, id);
    append_number(data, std::uint64_t{0});
    append(data, image);

    const std::size_t record = out.size();
    std::span<const std::byte> rest(data);
    Part kind = Part::Whole;
    std::size_t at = 0;
    while (at + kMagicBytes <= rest.size()) {
        if (little_endian<std::uint32_t>(rest.subspan(at)) != kRecordIoMagic) {
            at += kMagicBytes;
            continue;
        }
        append_part(out, kind == Part::Whole ? Part::First : Part::Middle, rest.first(at));
        rest = rest.subspan(at + kMagicBytes);
        kind = Part::Middle;
        at = 0;
    }
    append_part(out, kind == Part::Whole ? Part::Whole : Part::Last, rest);
    pad(out, record, 4);
}

}  // namespace throughline::dataset
