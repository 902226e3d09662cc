// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "engine/base/clock.h"

namespace throughline::remote_run {
namespace {

constexpr std::size_t kLineBytesMax = std::size_t{64} << 20U;

}  // namespace

bool LineReader::readable(std::chrono::milliseconds patience) const {
    pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
    return ::poll(&waiting, 1, static_cast<int>(std::max(patience, patience.zero()).count())) > 0;
}

bool LineReader::fill() {
    std::array<char, 1U << 16U> piece{};
    const ssize_t got = ::read(fd_, piece.data(), piece.size());
    if (got > 0) {
        pending_.append(piece.data(), static_cast<std::size_t>(got));
        return true;
    }
    ended_ = !(got < 0 && (errno == EINTR || errno == EAGAIN));
    return !ended_;
}

LineReader::Got LineReader::next(std::string& line, std::chrono::milliseconds patience) {
    const SteadyTime deadline = steady_now() + patience;
    for (;;) {
        const std::size_t end = pending_.find('\n', searched_);
        if (end != std::string::npos) {
            line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            searched_ = 0;
            return Got::Line;
        }
        searched_ = pending_.size();
        if (ended_ || pending_.size() > kLineBytesMax) {
            return Got::End;
        }
        if (!readable(std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now()))) {
            return Got::Nothing;
        }
        static_cast<void>(fill());
    }
}

LineReader::Got LineReader::some(std::string& bytes,
                                 std::size_t most,
                                 std::chrono::milliseconds patience) {
    if (pending_.empty() && !ended_) {
        if (!readable(patience)) {
            return Got::Nothing;
        }
        static_cast<void>(fill());
    }
    if (pending_.empty()) {
        return ended_ ? Got::End : Got::Nothing;
    }
    const std::size_t taken = std::min(most, pending_.size());
    bytes.assign(pending_, 0, taken);
    pending_.erase(0, taken);
    searched_ = 0;
    return Got::Line;
}

}  // namespace throughline::remote_run
