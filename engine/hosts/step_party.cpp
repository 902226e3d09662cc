// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/step_party.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <sstream>

#include "engine/hosts/messages.h"

namespace throughline::hosts {
namespace {

/// While its engine computes, and others may have come: a look costs some 5 us.
constexpr Nanoseconds kTrainingPace = std::chrono::microseconds(200);

}  // namespace

Result<UniqueFd> StepParty::begin_engine() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return errno_error("make a socket for the steps", errno);
    }
    socket_ = UniqueFd(ends[0]);
    training_ = false;
    come_.reset();
    return UniqueFd(ends[1]);
}

void StepParty::hear_engine() {
    while (socket_) {
        std::array<char, 64> text{};
        const ssize_t got = ::recv(socket_.get(), text.data(), text.size(), MSG_DONTWAIT);
        if (got > 0) {
            hear(std::string(text.data(), static_cast<std::size_t>(got)));
        } else if (got == 0) {  // the engine has ended
            socket_.reset();
            training_ = false;
            come_.reset();
        } else if (errno != EINTR) {
            return;
        }
    }
}

void StepParty::hear(const std::string& text) {
    std::istringstream words(text);
    std::string what;
    words >> what;
    if (what == kCome) {
        std::uint64_t step = 0;
        words >> step >> bytes_ >> servers_;
        come_ = step;
        training_ = true;
        tell_(kCome);
    } else if (what == kLeft) {
        come_.reset();
        training_ = false;
        tell_(kLeft);
    }
}

void StepParty::met(std::vector<int> members) {
    if (exchanging_) {
        next_ = std::move(members);
        return;
    }
    // The engine may have left meanwhile; the others count on this node all the same.
    const std::uint64_t step = come_.value_or(0);
    come_.reset();
    if (bytes_ == 0 || members.size() < 2 || exchange_ == nullptr) {
        answer_met(step);
        return;
    }
    exchanging_ = step;
    answer("all " + std::to_string(step));
    exchange_->begin({.members = std::move(members), .bytes = bytes_, .servers = servers_});
}

void StepParty::tick() {
    hear_engine();
    if (exchanging_ && exchange_->poll()) {
        answer_met(*exchanging_);
        exchanging_.reset();
        if (next_) {
            met(*std::exchange(next_, std::nullopt));
        }
    }
}

void StepParty::answer_met(std::uint64_t step) {
    answer("met " + std::to_string(step));
}

void StepParty::answer(const std::string& text) {
    if (socket_) {
        static_cast<void>(
            ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
    }
}

Nanoseconds StepParty::pace() const noexcept {
    return exchanging_ ? Nanoseconds::zero()
           : come_     ? kStepPaceMet
           : training_ ? kTrainingPace
                       : Nanoseconds::max();
}

}  // namespace throughline::hosts
