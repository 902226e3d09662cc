// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/step_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

namespace throughline::measure {
namespace {

/// How soon a stop is seen.
constexpr int kLookAround_ms = 20;

bool tell(int fd, const std::string& text) {
    return ::send(fd, text.data(), text.size(), MSG_NOSIGNAL) >= 0;
}

}  // namespace

SteadyTime StepSocket::meet(const pipeline::GradientExchange& what,
                            const std::stop_token& stop,
                            const pipeline::ExchangeBegins& begins) {
    const std::string step = std::to_string(++step_);
    if (!tell(fd_,
              "come " + step + " " + std::to_string(what.bytes) + " " +
                  std::to_string(what.servers))) {
        return steady_now();
    }
    while (!stop.stop_requested()) {
        pollfd waiting{.fd = fd_, .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, kLookAround_ms) <= 0) {
            continue;
        }
        std::array<char, 64> answer{};
        const ssize_t got = ::recv(fd_, answer.data(), answer.size(), 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            break;  // who meets the others is gone
        }
        const std::string_view text(answer.data(), static_cast<std::size_t>(got));
        if (begins && text == "all " + step) {
            begins();
        }
        if (text == "met " + step) {
            break;
        }
    }
    return steady_now();
}

void StepSocket::leave() {
    static_cast<void>(tell(fd_, "left"));
}

}  // namespace throughline::measure
