// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include "engine/base/file_descriptor.h"

namespace throughline::record {

/// Lines to a reader that may be slow, stuck or gone; it is never waited for. Each line arrives
/// whole or not at all: what the reader takes of a line now, it gets the rest of before the next.
/// Thread:  one owner, with SIGPIPE blocked.
/// Limits:  kBufferBytes wait for the reader; a line that does not fit is dropped and counted.
class EventStream {
public:
    static constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

    /// `fd` is borrowed and its flags stay as they are: O_NONBLOCK on a shared stdout would change
    /// the terminal of the shell too. -1 = no reader.
    explicit EventStream(int fd);

    /// Takes one line, newline included.
    void offer(std::string line);
    /// Hands over what the reader takes at once.
    void pump();
    /// As pump(), for at most `timeout`; what is left then is counted as missed.
    void finish(std::chrono::milliseconds timeout);

    bool waiting() const noexcept { return !lines_.empty(); }
    bool reader_gone() const noexcept { return reader_gone_; }
    std::uint64_t missed() const noexcept { return missed_; }

private:
    enum class How : std::uint8_t { NonBlocking, Socket, Polled };

    bool ready(int timeout_ms);
    long write_some();
    void close_reader();

    UniqueFd fd_;
    How how_ = How::Polled;
    std::deque<std::string> lines_;
    std::size_t waiting_bytes_ = 0;
    std::size_t front_written_ = 0;  ///< bytes of lines_.front() that are out already
    bool reader_gone_ = false;
    std::uint64_t missed_ = 0;
};

}  // namespace throughline::record
