// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace throughline::remote_run {

/// Lines, and bytes between them, of a descriptor. Thread: one owner.
class LineReader {
public:
    enum class Got : std::uint8_t { Line, Nothing, End };

    /// `fd` is borrowed.
    explicit LineReader(int fd) : fd_(fd) {}

    /// The next complete line, without its newline. Nothing: none within `patience`.
    /// Blocks: at most `patience`. Limits: 64 MiB; a longer line is taken for the end.
    Got next(std::string& line, std::chrono::milliseconds patience);
    /// Up to `most` bytes that come next. Blocks: at most `patience`.
    Got some(std::string& bytes, std::size_t most, std::chrono::milliseconds patience);

private:
    /// Reads what is there. False: the other end is gone.
    bool fill();
    bool readable(std::chrono::milliseconds patience) const;

    int fd_;
    std::string pending_{};
    std::size_t searched_ = 0;  ///< bytes of pending_ without a newline
    bool ended_ = false;
};

}  // namespace throughline::remote_run
