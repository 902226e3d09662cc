// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

// What the writers of records are made of.
namespace throughline::dataset {

inline void append(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}

inline void append(std::vector<std::byte>& out, std::string_view text) {
    append(out, std::as_bytes(std::span(text)));
}

/// In the machine's order, which is little-endian.
template <class Number>
void append_number(std::vector<std::byte>& out, Number number) {
    append(out, std::as_bytes(std::span(&number, 1)));
}

/// Zeros up to the next multiple of `unit`, counted from `begin`.
inline void pad(std::vector<std::byte>& out, std::size_t begin, std::size_t unit) {
    const std::size_t over = (out.size() - begin) % unit;
    out.resize(out.size() + (over == 0 ? 0 : unit - over));
}

}  // namespace throughline::dataset
