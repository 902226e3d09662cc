// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/npy_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>
#include <string_view>

#include "engine/base/say.h"
#include "engine/dataset/byte_output.h"

namespace throughline::dataset {
namespace {

constexpr std::string_view kNpyMagic("\x93NUMPY", 6);
constexpr std::size_t kHeaderBytes = 128;
constexpr std::size_t kHeaderBytesMax = 64U << 10U;
constexpr std::uint64_t kImageBytesMax = 1U << 30U;

std::string_view text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Error refused(const std::string& reason) {
    return format_error(say(".npy file: %1 (wanted: uint8, [images, height, width, 3])", reason));
}

/// What stands behind 'key': in the header's dictionary.
std::string_view value_of(std::string_view header, std::string_view key) {
    const std::size_t at = header.find("'" + std::string(key) + "'");
    if (at == std::string_view::npos) {
        return {};
    }
    std::string_view rest = header.substr(at + key.size() + 2);
    const std::size_t first = rest.find_first_not_of(": ");
    return first == std::string_view::npos ? std::string_view() : rest.substr(first);
}

/// "(5, 4, 3, 3)": four numbers, or fewer found.
std::size_t read_tuple(std::string_view text, std::array<std::uint64_t, 5>& numbers) {
    std::size_t count = 0;
    if (text.empty() || text.front() != '(') {
        return 0;
    }
    text.remove_prefix(1);
    while (!text.empty() && text.front() != ')' && count < numbers.size()) {
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), numbers.at(count));
        if (error != std::errc{}) {
            return 0;
        }
        ++count;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(", L"), text.size()));
    }
    return count;
}

}  // namespace

bool starts_like_npy(std::span<const std::byte> head) noexcept {
    return text_of(head).starts_with(kNpyMagic);
}

Result<NpyShape> read_npy_shape(ByteSource& source) {
    constexpr std::size_t kFixedBytes = 12;
    ByteWindow window(source);
    const auto fixed = window.at(0, kFixedBytes);
    if (fixed.size() < kFixedBytes || !starts_like_npy(fixed)) {
        return refused(say("it has no .npy header"));
    }
    const auto major = std::to_integer<unsigned>(fixed[6]);
    const std::size_t length_at = 8;
    const std::size_t text_at = major == 1 ? 10 : 12;
    const std::size_t length = major == 1 ? little_endian<std::uint16_t>(fixed.subspan(length_at))
                                          : little_endian<std::uint32_t>(fixed.subspan(length_at));
    if (major < 1 || major > 3 || length > kHeaderBytesMax) {
        return refused(say("version %1 is not supported", std::to_string(major)));
    }
    const std::string header(text_of(window.at(text_at, length)));
    const std::string_view type = value_of(header, "descr");
    if (!type.starts_with("'|u1'") && !type.starts_with("'u1'")) {
        return refused(say("its type is %1", std::string(type.substr(0, type.find(',')))));
    }
    if (!value_of(header, "fortran_order").starts_with("False")) {
        return refused(say("it is in Fortran order"));
    }
    std::array<std::uint64_t, 5> shape{};
    const std::size_t dimensions = read_tuple(value_of(header, "shape"), shape);
    constexpr std::uint64_t kSideMax = 1U << 16U;
    if (dimensions != 4 || shape[3] != 3 || shape[1] == 0 || shape[2] == 0) {
        return refused(say("its shape does not match"));
    }
    if (shape[1] > kSideMax || shape[2] > kSideMax || shape[1] * shape[2] * 3 > kImageBytesMax) {
        return Error{.code = ErrorCode::Limit, .what = say(".npy file: an image above 1 GiB")};
    }
    return NpyShape{.images = shape[0],
                    .height_px = static_cast<std::uint32_t>(shape[1]),
                    .width_px = static_cast<std::uint32_t>(shape[2]),
                    .data_offset = static_cast<std::uint32_t>(text_at + length)};
}

std::vector<std::byte> npy_header(std::uint64_t images,
                                  std::uint32_t height_px,
                                  std::uint32_t width_px) {
    constexpr std::size_t kFixedBytes = 10;
    std::string text = "{'descr': '|u1', 'fortran_order': False, 'shape': (" +
                       std::to_string(images) + ", " + std::to_string(height_px) + ", " +
                       std::to_string(width_px) + ", 3), }";
    text.resize(kHeaderBytes - kFixedBytes - 1, ' ');
    text += '\n';
    std::vector<std::byte> header;
    append(header, kNpyMagic);
    header.push_back(std::byte{1});
    header.push_back(std::byte{0});
    append_number(header, static_cast<std::uint16_t>(text.size()));
    append(header, text);
    return header;
}

}  // namespace throughline::dataset
