// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/remote/request.h"
#include "engine/remote/store.h"

namespace throughline::remote {

/// Asks one store, several things at once, over connections that stay open. Requests that fail are
/// sent again as the store's RetryPolicy and Brake say, a half answer is never taken for data, and
/// everything is counted in Store::traffic.
/// Thread: one owner. Blocks: wait() only.
class Client {
public:
    /// `at_once`: requests that may be begun and not yet handed back. `seed`: of its back-off.
    /// Errors: Limit, Internal, from libcurl.
    static Result<std::unique_ptr<Client>> make(std::shared_ptr<Store> store,
                                                std::uint32_t at_once,
                                                std::uint64_t seed);
    ~Client();  ///< ends what is under way
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// There is room for it (programmer error if not).
    void begin(Request request);
    /// As Reader::wait(). Errors: Internal, from libcurl.
    Result<std::size_t> wait(std::span<Reply> out, std::size_t count_min, Nanoseconds timeout);
    std::size_t in_flight() const noexcept;
    /// Forgets all requests that were begun; their memory is not touched any more.
    void abandon();
    /// When the oldest of the requests under way was begun; SteadyTime::max() without any.
    SteadyTime oldest() const noexcept;
    const Store& store() const noexcept;

private:
    struct Impl;
    explicit Client(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// One request, to its end; what the store refused for good is Reply::refusal. Errors: Stopped;
/// Internal, from libcurl.
Result<Reply> ask_or_refusal(Client& client, Request request, const std::stop_token& stop);
/// One request, to its end. Errors: those of refusal_error(); Stopped.
Result<Reply> ask(Client& client, Request request, const std::stop_token& stop);

}  // namespace throughline::remote
