// SPDX-License-Identifier: Apache-2.0
#include "engine/loader/error_tail.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "engine/base/text.h"

namespace throughline::loader {
namespace {

constexpr std::size_t kBytesKept = 4096;
constexpr std::size_t kLinesShown = 4;
constexpr std::size_t kBytesShown = 600;

}  // namespace

ErrorTail::~ErrorTail() = default;

void ErrorTail::begin(UniqueFd err, int wake) {
    err_ = std::move(err);
    {
        const MutexLock lock(mutex_);
        ended_ = false;
    }
    thread_ = std::jthread([this, wake] { read_all(wake); });
}

void ErrorTail::read_all(int wake) {
    while (true) {
        std::array<pollfd, 2> ends{{{.fd = err_.get(), .events = POLLIN, .revents = 0},
                                    {.fd = wake, .events = POLLIN, .revents = 0}}};
        if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
            break;
        }
        if (ends[0].revents == 0) {
            if (ends[1].revents != 0) {
                break;
            }
            continue;
        }
        std::array<char, kBytesKept> piece{};
        const ssize_t got = ::read(err_.get(), piece.data(), piece.size());
        if (got <= 0) {
            break;
        }
        const MutexLock lock(mutex_);
        text_.append(piece.data(), static_cast<std::size_t>(got));
        if (text_.size() > kBytesKept) {
            text_.erase(0, text_.size() - kBytesKept);
        }
    }
    const MutexLock lock(mutex_);
    ended_ = true;
    ended_now_.notify_all();
}

std::string ErrorTail::last_lines(Nanoseconds patience) {
    MutexLock lock(mutex_);
    ended_now_.wait_for(lock, patience, [this]() REQUIRES(mutex_) { return ended_; });
    const std::string_view all = trim(text_);
    std::size_t from = all.size();
    for (std::size_t lines = 0; lines < kLinesShown && from != 0; ++lines) {
        const std::size_t end = from == all.size() ? from : from - 1;
        const std::size_t before = end == 0 ? all.npos : all.rfind('\n', end - 1);
        from = before == all.npos ? 0 : before + 1;
    }
    from = std::max(from, all.size() - std::min(all.size(), kBytesShown));
    return std::string(all.substr(from));
}

}  // namespace throughline::loader
