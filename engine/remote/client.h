// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/remote/explain.h"
#include "engine/remote/store.h"

namespace throughline::remote {

/// What is asked of a store. Without `room` and `text` only the headers are (HEAD).
struct Request {
    std::string key{};    ///< whole, in bytes; "" with a query of the bucket
    std::string query{};  ///< encoded, sorted by name
    bool part = false;    ///< room.size() bytes from offset_bytes on, else all
    std::uint64_t offset_bytes = 0;
    std::span<std::byte> room{};  ///< borrowed until the reply; the body must fill it
    std::string* text = nullptr;  ///< instead, likewise: the body, of up to text_bytes_max
    std::size_t text_bytes_max = 0;
    std::uint64_t tag = 0;  ///< handed back unchanged
};

struct Reply {
    std::uint64_t tag = 0;
    std::uint64_t bytes = 0;         ///< in room or text; of a failed one 0
    std::uint64_t object_bytes = 0;  ///< of the whole object, where the store says
    std::uint32_t attempts = 0;
    Nanoseconds latency{};             ///< from begin() until it was seen whole, all attempts
    Nanoseconds first_byte{};          ///< of the last attempt: request sent until first byte
    Nanoseconds body{};                ///< from there to its last byte
    std::optional<Refusal> refusal{};  ///< it failed, for good
};

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

/// One request, to its end. Errors: those of refusal_error(); Stopped.
Result<Reply> ask(Client& client, Request request, const std::stop_token& stop);

}  // namespace throughline::remote
