// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/remote/curl_handles.h"

namespace throughline::remote {

/// Transfers of libcurl that are under way together. What a socket has to tell wakes the transfer
/// that it belongs to and no other: curl_multi_perform() would look at all of them each time, with
/// a poll() for each.
/// Thread: one owner. Blocks: act() only.
class Transfers {
public:
    /// Of a transfer that has ended; it is no longer under way.
    using OnEnded = std::function<void(CURL* easy, CURLcode code)>;

    Transfers() = default;
    ~Transfers();
    Transfers(const Transfers&) = delete;
    Transfers& operator=(const Transfers&) = delete;

    /// `connections_max`: that stay open. Errors: Limit.
    Result<void> open(std::size_t connections_max);
    /// Once for each handle, before the first add(). It must not outlive this.
    void know(CURL* easy);
    /// Errors: Internal.
    Result<void> add(CURL* easy);
    /// What was added and has not ended.
    void remove(CURL* easy);
    /// Takes up what is due, waits at most `timeout` for what the sockets have to tell, and calls
    /// `on_ended`. Errors: Internal, from libcurl; Io.
    Result<void> act(Nanoseconds timeout, const OnEnded& on_ended);

private:
    static int on_socket(CURL* easy, curl_socket_t socket, int what, void* self, void* of_socket);
    static int on_timer(CURLM* multi, long milliseconds, void* self);
    static curl_socket_t on_open(void* self, curlsocktype purpose, curl_sockaddr* address);
    static int on_close(void* self, curl_socket_t socket);
    void watch(curl_socket_t socket, int what);
    Result<void> take_up(curl_socket_t socket, int what);
    /// How many.
    std::size_t tell_ended(const OnEnded& on_ended);
    Result<void> take_told(curl_socket_t socket, std::uint32_t events);

    /// What is waited for at a socket, as epoll has it. A connection that nothing is asked of stays
    /// there until it has something to tell: the next request asks the same of it. Of others, which
    /// libcurl makes to look names up, nobody tells when they are closed.
    struct Watched {
        bool is_connection = false;
        bool asked = false;
        std::uint32_t there = 0;  ///< EPOLLIN, EPOLLOUT; 0: epoll does not have it
    };

    UniqueFd epoll_;
    std::unordered_map<curl_socket_t, Watched> sockets_;
    SteadyTime due_ = SteadyTime::max();  ///< of libcurl's timer
    UniqueHandle<MultiTraits> multi_;
};

}  // namespace throughline::remote
