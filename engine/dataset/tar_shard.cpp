// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/tar_shard.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>

#include "engine/base/say.h"
#include "engine/dataset/byte_output.h"
#include "engine/dataset/file_kind.h"

namespace throughline::dataset {
namespace {

// Fields of a header: where they begin and how long they are.
struct FieldPlace {
    std::size_t offset;
    std::size_t bytes;
};
constexpr FieldPlace kName{0, 100};
constexpr FieldPlace kSize{124, 12};
constexpr FieldPlace kChecksum{148, 8};
constexpr FieldPlace kTarMagic{257, 6};
constexpr FieldPlace kPrefix{345, 155};
constexpr std::size_t kTypeOffset = 156;
constexpr std::size_t kLongNameMax = 64U << 10U;
constexpr std::size_t kPaxBytesMax = 1U << 20U;
constexpr std::size_t kLabelBytesMax = 20;

std::string_view text_of(std::span<const std::byte> block, FieldPlace place) {
    const std::string_view field(reinterpret_cast<const char*>(block.data()) + place.offset,
                                 place.bytes);
    return field.substr(0, field.find('\0'));
}

std::optional<std::uint64_t> octal(std::string_view text) {
    std::uint64_t value = 0;
    bool digits = false;
    for (const char c : text) {
        if (c >= '0' && c <= '7') {
            value = value * 8 + static_cast<std::uint64_t>(c - '0');
            digits = true;
        } else if (c != ' ' || digits) {
            break;
        }
    }
    return digits ? std::optional(value) : std::nullopt;
}

/// Octal digits, or GNU's big-endian binary when the first bit is set.
std::optional<std::uint64_t> size_of(std::span<const std::byte> block) {
    const auto field = block.subspan(kSize.offset, kSize.bytes);
    if ((field[0] & std::byte{0x80}) == std::byte{0}) {
        return octal(text_of(block, kSize));
    }
    std::uint64_t value = 0;
    for (const std::byte byte : field.last(sizeof value)) {
        value = value << 8U | std::to_integer<std::uint64_t>(byte);
    }
    const bool small = field[0] == std::byte{0x80} &&
                       std::all_of(field.begin() + 1, field.begin() + 4, [](std::byte byte) {
                           return byte == std::byte{0};
                       });
    return small ? std::optional(value) : std::nullopt;
}

bool is_zero(std::span<const std::byte> block) {
    return std::all_of(
        block.begin(), block.end(), [](std::byte byte) { return byte == std::byte{0}; });
}

std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + kTarBlockBytes - 1) / kTarBlockBytes * kTarBlockBytes;
}

std::uint32_t checksum(std::span<const std::byte> block) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < kTarBlockBytes; ++i) {
        const bool own = i >= kChecksum.offset && i < kChecksum.offset + kChecksum.bytes;
        sum += own ? std::uint32_t{' '} : std::to_integer<std::uint32_t>(block[i]);
    }
    return sum;
}

/// What pax and GNU headers say about the member after them.
struct Overrides {
    std::optional<std::string> name;
    std::optional<std::uint64_t> size;
};

/// "LENGTH KEY=VALUE\n", LENGTH counting all of it.
void read_pax(std::string_view text, Overrides& overrides) {
    while (!text.empty()) {
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (error != std::errc{} || length <= digits + 1 || length > text.size()) {
            return;
        }
        const std::string_view pair = text.substr(digits + 1, length - digits - 2);
        text.remove_prefix(length);
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos) {
            continue;
        }
        const std::string_view key = pair.substr(0, equals);
        const std::string_view value = pair.substr(equals + 1);
        if (key == "path") {
            overrides.name = value;
        } else if (key == "size") {
            std::uint64_t size = 0;
            const auto parsed = std::from_chars(value.data(), value.data() + value.size(), size);
            if (parsed.ec == std::errc{}) {
                overrides.size = size;
            }
        }
    }
}

/// One member: its headers, its data, its padding.
struct Member {
    std::uint64_t begin = 0;
    std::uint64_t data = 0;
    std::uint64_t bytes = 0;
    std::uint64_t end = 0;
    std::string name = {};
    char type = '0';
    bool is_file() const { return type == '0' || type == '\0' || type == '7'; }
};

std::string name_of(std::span<const std::byte> block) {
    std::string name(text_of(block, kName));
    const std::string_view magic(reinterpret_cast<const char*>(block.data()) + kTarMagic.offset,
                                 kTarMagic.bytes);
    if (magic == std::string_view("ustar\0", 6)) {  // GNU's "ustar  " has other fields there
        const std::string_view prefix = text_of(block, kPrefix);
        if (!prefix.empty()) {
            name = std::string(prefix) + "/" + name;
        }
    }
    return name;
}

class TarWalker {
public:
    TarWalker(ByteWindow& window, ShardIndex& index) : window_(window), index_(index) {}

    /// False at the end of the archive, or with `index.damage` set.
    bool next(Member& member) {
        member = {.begin = at_};
        Overrides overrides;
        for (;;) {
            std::uint64_t bytes = 0;
            if (!header(member, bytes)) {
                return false;
            }
            const bool about_next = member.type == 'L' || member.type == 'x';
            if (!about_next && overrides.size) {
                bytes = *overrides.size;
            }
            member.data = at_ + kTarBlockBytes;
            const std::uint64_t left = window_.bytes() - member.data;
            if (bytes > left) {
                index_.damage = record_cut_off(index_.records,
                                               member.begin,
                                               bytes + member.data - member.begin,
                                               window_.bytes() - member.begin);
                return false;
            }
            member.bytes = bytes;
            member.end = member.data + std::min(padded(bytes), left);
            at_ = member.end;
            if (!about_next && member.type != 'K' && member.type != 'g') {
                member.name = overrides.name.value_or(member.name);
                return true;
            }
            if (about_next) {
                read_overrides(member, overrides);
            }
        }
    }

private:
    bool header(Member& member, std::uint64_t& bytes) {
        const auto block = window_.at(at_, kTarBlockBytes);
        if (block.empty() || (block.size() == kTarBlockBytes && is_zero(block))) {
            if (at_ != member.begin) {
                index_.damage = record_damage(index_.records, member.begin, "a header alone");
            }
            return false;
        }
        if (block.size() < kTarBlockBytes) {
            index_.damage =
                record_cut_off(index_.records, at_, kTarBlockBytes, window_.bytes() - at_);
            return false;
        }
        const auto size = size_of(block);
        if (!starts_like_tar(block) || !size) {
            index_.damage = record_damage(index_.records,
                                          at_,
                                          size ? to_say("the checksum of its header does not match")
                                               : to_say("its size is not a number"));
            return false;
        }
        member.type = std::to_integer<char>(block[kTypeOffset]);
        member.name = name_of(block);
        const bool has_data = member.type < '1' || member.type > '6';  // links, devices, folders
        bytes = has_data ? *size : 0;
        return true;
    }

    void read_overrides(const Member& member, Overrides& overrides) {
        if (member.type == 'L' && member.bytes <= kLongNameMax) {
            const auto text = window_.at(member.data, member.bytes);
            const std::string_view name(reinterpret_cast<const char*>(text.data()), text.size());
            overrides.name = name.substr(0, name.find('\0'));
        } else if (member.type == 'x' && member.bytes <= kPaxBytesMax) {
            const auto text = window_.at(member.data, member.bytes);
            read_pax({reinterpret_cast<const char*>(text.data()), text.size()}, overrides);
        }
    }

    ByteWindow& window_;
    ShardIndex& index_;
    std::uint64_t at_ = 0;
};

std::string_view base_name(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Brings a sample's class to its images, whichever of its files comes first.
class SampleLabels {
public:
    /// After the member was taken; `images_before` is how many there were without it.
    void see(const Member& member,
             std::size_t images_before,
             ByteWindow& window,
             ShardIndex& index) {
        const std::string_view key = sample_key(member.name);
        if (key != key_) {
            key_ = key;
            label_ = -1;
            first_image_ = images_before;
        }
        if (member.name.substr(key.size()) == ".cls" && member.bytes <= kLabelBytesMax) {
            const auto text = window.at(member.data, member.bytes);
            const auto* const begin = reinterpret_cast<const char*>(text.data());
            std::int32_t label = -1;
            if (std::from_chars(begin, begin + text.size(), label).ec == std::errc{}) {
                label_ = label;
            }
        }
        for (std::size_t i = first_image_; i < index.images.size(); ++i) {
            index.images[i].label = label_;
        }
    }

private:
    std::string key_;
    std::int32_t label_ = -1;
    std::size_t first_image_ = 0;
};

/// The fields that matter here; the rest is as in an archive without owners and times.
std::array<std::byte, kTarBlockBytes> header_of(std::string_view name, std::uint64_t bytes) {
    std::array<char, kTarBlockBytes> header{};
    std::memcpy(header.data(), name.data(), name.size());
    const auto put = [&](std::size_t offset, const char* text) {
        std::memcpy(header.data() + offset, text, std::strlen(text));
    };
    constexpr std::size_t kModeOffset = 100;
    put(kModeOffset, "0000644");
    put(kModeOffset + 8, "0000000");
    put(kModeOffset + 16, "0000000");
    std::array<char, 16> number{};
    std::snprintf(number.data(), number.size(), "%011llo", static_cast<unsigned long long>(bytes));
    put(kSize.offset, number.data());
    put(kSize.offset + kSize.bytes, "00000000000");
    header[kTypeOffset] = '0';
    put(kTarMagic.offset, "ustar");
    put(kTarMagic.offset + kTarMagic.bytes, "00");
    std::array<std::byte, kTarBlockBytes> block{};
    std::memcpy(block.data(), header.data(), block.size());
    std::snprintf(number.data(), number.size(), "%06o", checksum(block));
    std::memcpy(block.data() + kChecksum.offset, number.data(), 7);  // six digits and a NUL
    block[kChecksum.offset + 7] = std::byte{' '};
    return block;
}

}  // namespace

bool starts_like_tar(std::span<const std::byte> block) noexcept {
    if (block.size() < kTarBlockBytes || is_zero(block.first(kTarBlockBytes))) {
        return false;
    }
    const auto said = octal(text_of(block, kChecksum));
    return said && *said == checksum(block);
}

ShardIndex index_tar(ByteSource& source, const IndexOptions& options) {
    ShardIndex index;
    ByteWindow window(source);
    TarWalker walker(window, index);
    SampleLabels labels;
    Member member;
    while (!options.stop.stop_requested() && walker.next(member)) {
        ++index.records;
        const std::string_view name = base_name(member.name);
        if (!member.is_file() || name.empty() || name.front() == '.') {
            continue;
        }
        const std::uint64_t lead = member.data - member.begin;
        const std::size_t images_before = index.images.size();
        if (name_kind(name) != NameKind::Jpeg) {
            ++index.others[other_kind(name)];
        } else if (member.end - member.begin > std::numeric_limits<std::uint32_t>::max()) {
            ++index.others["member above 4 GiB"];
        } else {
            index.add({.offset_bytes = member.data,
                       .bytes = static_cast<std::uint32_t>(member.bytes),
                       .lead_bytes = static_cast<std::uint32_t>(lead),
                       .trail_bytes =
                           static_cast<std::uint32_t>(member.end - member.data - member.bytes)},
                      options);
        }
        if (options.labels) {
            labels.see(member, images_before, window, index);
        }
    }
    if (window.failure()) {
        index.damage = window.failure();
    }
    return index;
}

const char* tar_fault(std::span<const std::byte> record) noexcept {
    SpanSource source(record);
    ByteWindow window(source);
    ShardIndex index;
    Member member;
    if (!TarWalker(window, index).next(member)) {
        return to_say("the header of the member does not match its checksum");
    }
    return member.end == record.size() ? nullptr : to_say("the size of the member has changed");
}

std::string_view sample_key(std::string_view name) noexcept {
    const std::string_view base = base_name(name);
    const std::size_t dot = base.find('.');
    return dot == std::string_view::npos ? name : name.substr(0, name.size() - base.size() + dot);
}

Result<void> append_tar_member(std::string_view name,
                               std::span<const std::byte> data,
                               std::vector<std::byte>& out) {
    constexpr std::uint64_t kBytesMax = (std::uint64_t{1} << 33U) - 1;  // 11 octal digits
    if (name.size() > kName.bytes || data.size() > kBytesMax) {
        return Error{.code = ErrorCode::Limit,
                     .what = say("tar member '%1': its name or size is too long", name)};
    }
    const std::size_t begin = out.size();
    append(out, header_of(name, data.size()));
    append(out, data);
    pad(out, begin, kTarBlockBytes);
    return {};
}

std::size_t tar_end_bytes(std::uint64_t archive_bytes) noexcept {
    constexpr std::uint64_t kArchiveUnit = 20 * kTarBlockBytes;
    const std::uint64_t least = archive_bytes + 2 * kTarBlockBytes;
    return static_cast<std::size_t>((least + kArchiveUnit - 1) / kArchiveUnit * kArchiveUnit -
                                    archive_bytes);
}

}  // namespace throughline::dataset
