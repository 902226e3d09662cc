// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/step_socket.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <string>
#include <string_view>

#include "engine/base/text.h"

namespace throughline::measure {
namespace {

/// How soon a stop is seen.
constexpr int kLookAround_ms = 20;

bool tell(int fd, const std::string& text) {
    return ::send(fd, text.data(), text.size(), MSG_NOSIGNAL) >= 0;
}

}  // namespace

StepSocket::Met StepSocket::meet(const pipeline::GradientExchange& what,
                                 const std::stop_token& stop,
                                 const pipeline::ExchangeBegins& begins) {
    const std::string step = std::to_string(++step_);
    if (!tell(fd_,
              "come " + step + " " + std::to_string(what.bytes) + " " +
                  std::to_string(what.servers))) {
        return {.at = steady_now(), .exchange = {}};
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
        if (const std::string met = "met " + step + " "; text.starts_with(met)) {
            const auto nanoseconds = number_in<std::int64_t>(text.substr(met.size())).value_or(0);
            return {.at = steady_now(), .exchange = Nanoseconds(nanoseconds)};
        }
    }
    return {.at = steady_now(), .exchange = {}};
}

void StepSocket::leave() {
    static_cast<void>(tell(fd_, "left"));
}

}  // namespace throughline::measure
