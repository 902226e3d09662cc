// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/transfers.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "engine/base/say.h"

namespace throughline::remote {
namespace {

constexpr std::size_t kEventsAtOnce = 64;

Error multi_error(CURLMcode code) {
    return Error{.code = ErrorCode::Internal,
                 .what = say("the client of the store failed: %1", curl_multi_strerror(code))};
}

std::uint32_t events_of(int what) {
    return ((what & CURL_POLL_IN) != 0 ? std::uint32_t{EPOLLIN} : 0U) |
           ((what & CURL_POLL_OUT) != 0 ? std::uint32_t{EPOLLOUT} : 0U);
}

}  // namespace

Transfers::~Transfers() {
    multi_.reset();  // closes its sockets, which is told to the rest of this
}

Result<void> Transfers::open(std::size_t connections_max) {
    multi_.reset(curl_multi_init());
    epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
    if (!multi_ || !epoll_) {
        return Error{.code = ErrorCode::Limit, .what = say("make a client of the store")};
    }
    curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS, static_cast<long>(connections_max));
    curl_multi_setopt(multi_.get(), CURLMOPT_SOCKETFUNCTION, &Transfers::on_socket);
    curl_multi_setopt(multi_.get(), CURLMOPT_SOCKETDATA, this);
    curl_multi_setopt(multi_.get(), CURLMOPT_TIMERFUNCTION, &Transfers::on_timer);
    curl_multi_setopt(multi_.get(), CURLMOPT_TIMERDATA, this);
    return {};
}

void Transfers::know(CURL* easy) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, &Transfers::on_open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, &Transfers::on_close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, this);
}

Result<void> Transfers::add(CURL* easy) {
    const CURLMcode code = curl_multi_add_handle(multi_.get(), easy);
    return code == CURLM_OK ? Result<void>() : multi_error(code);
}

void Transfers::remove(CURL* easy) {
    curl_multi_remove_handle(multi_.get(), easy);
}

int Transfers::on_socket(
    CURL* /*easy*/, curl_socket_t socket, int what, void* self, void* /*of_socket*/) {
    static_cast<Transfers*>(self)->watch(socket, what);
    return 0;
}

int Transfers::on_timer(CURLM* /*multi*/, long milliseconds, void* self) {
    static_cast<Transfers*>(self)->due_ =
        milliseconds < 0 ? SteadyTime::max()
                         : steady_now() + std::chrono::milliseconds(milliseconds);
    return 0;
}

curl_socket_t Transfers::on_open(void* self, curlsocktype /*purpose*/, curl_sockaddr* address) {
    const int socket =
        ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (socket < 0) {
        return CURL_SOCKET_BAD;
    }
    static_cast<Transfers*>(self)->sockets_[socket] = {.is_connection = true};
    return socket;
}

/// The kernel forgets a closed socket by itself; its number may be that of the next one.
int Transfers::on_close(void* self, curl_socket_t socket) {
    static_cast<Transfers*>(self)->sockets_.erase(socket);
    return ::close(socket);
}

void Transfers::watch(curl_socket_t socket, int what) {
    Watched& watched = sockets_[socket];
    watched.asked = what != CURL_POLL_REMOVE;
    if (!watched.asked && watched.is_connection) {
        return;
    }
    const std::uint32_t wanted = watched.asked ? events_of(what) : 0U;
    epoll_event event{};
    event.events = wanted;
    event.data.fd = socket;
    if (watched.there != wanted) {
        const int act = watched.there == 0 ? EPOLL_CTL_ADD
                        : wanted == 0      ? EPOLL_CTL_DEL
                                           : EPOLL_CTL_MOD;
        ::epoll_ctl(epoll_.get(), act, socket, &event);
        watched.there = wanted;
    }
    if (!watched.asked) {
        sockets_.erase(socket);
    }
}

Result<void> Transfers::take_up(curl_socket_t socket, int what) {
    int running = 0;
    const CURLMcode code = curl_multi_socket_action(multi_.get(), socket, what, &running);
    return code == CURLM_OK ? Result<void>() : multi_error(code);
}

std::size_t Transfers::tell_ended(const OnEnded& on_ended) {
    std::size_t ended = 0;
    int left = 0;
    while (const CURLMsg* const message = curl_multi_info_read(multi_.get(), &left)) {
        if (message->msg != CURLMSG_DONE) {
            continue;
        }
        const CURLcode code = message->data.result;
        CURL* const easy = message->easy_handle;
        curl_multi_remove_handle(multi_.get(), easy);
        on_ended(easy, code);
        ++ended;
    }
    return ended;
}

Result<void> Transfers::take_told(curl_socket_t socket, std::uint32_t events) {
    const auto found = sockets_.find(socket);
    if (found == sockets_.end()) {
        return {};  // closed by what came before it
    }
    if (!found->second.asked) {
        // The server closes a connection at rest. libcurl sees that when it is to be used again.
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, socket, nullptr);
        found->second.there = 0;
        return {};
    }
    return take_up(socket,
                   ((events & EPOLLIN) != 0 ? CURL_CSELECT_IN : 0) |
                       ((events & EPOLLOUT) != 0 ? CURL_CSELECT_OUT : 0) |
                       ((events & (EPOLLERR | EPOLLHUP)) != 0 ? CURL_CSELECT_ERR : 0));
}

Result<void> Transfers::act(Nanoseconds timeout, const OnEnded& on_ended) {
    const SteadyTime now = steady_now();
    if (due_ <= now) {
        due_ = SteadyTime::max();
        if (auto taken = take_up(CURL_SOCKET_TIMEOUT, 0); !taken) {
            return taken;
        }
        timeout = tell_ended(on_ended) > 0 ? Nanoseconds::zero() : timeout;
    }
    const Nanoseconds left =
        due_ <= now ? Nanoseconds::zero() : std::min<Nanoseconds>(timeout, due_ - now);
    std::array<epoll_event, kEventsAtOnce> events{};
    const int count =
        ::epoll_wait(epoll_.get(),
                     events.data(),
                     static_cast<int>(events.size()),
                     static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
    if (count < 0 && errno != EINTR) {
        return errno_error(say("wait for answers of the store"), errno);
    }
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        if (auto taken = take_told(event.data.fd, event.events); !taken) {
            return taken;
        }
    }
    tell_ended(on_ended);
    return {};
}

}  // namespace throughline::remote
