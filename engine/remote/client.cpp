// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/client.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/remote/exchange.h"
#include "engine/remote/retry_queue.h"
#include "engine/remote/transfers.h"

namespace throughline::remote {
namespace {

// Keeps a deadline from overflowing, and a poll within an int of milliseconds.
constexpr Nanoseconds kWaitMax = std::chrono::hours(1);
// How soon a stop is noticed by ask().
constexpr Nanoseconds kStopPoll = std::chrono::milliseconds(50);
// To how many data nodes connections stay open, for each request in flight.
constexpr std::size_t kDataNodesOpen = 4;

}  // namespace

struct Client::Impl {
    Impl(std::shared_ptr<Store> of, std::uint32_t at_once, std::uint64_t seed)
        : store(std::move(of)),
          keys_version(store->keys.version(std::time(nullptr))),
          signer(store->keys.get(), store->target.region),
          exchanges(at_once),
          waiting(store->access.retry, store->traffic, at_once, seed) {}
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl() { abandon(); }

    Result<void> open();
    void abandon();
    void renew_keys();
    Result<void> send_due();
    Result<void> collect(Nanoseconds timeout);
    void end(Exchange& exchange, CURLcode code);
    std::uint32_t number_of(const Exchange& exchange) const noexcept {
        return static_cast<std::uint32_t>(&exchange - exchanges.data());
    }

    std::shared_ptr<Store> store;
    std::uint64_t keys_version;
    Signer signer;
    Transfers transfers;
    std::vector<Exchange> exchanges;
    std::vector<Exchange*> idle;
    std::vector<Exchange*> sent;
    RetryQueue waiting;
    std::vector<Reply> done;
};

Result<void> Client::Impl::open() {
    // Data nodes are others than the name node, and connections to all of them stay open.
    const std::size_t hosts = store->location.is_hdfs() ? kDataNodesOpen + 1 : 1;
    if (auto opened = transfers.open(exchanges.size() * hosts); !opened) {
        return opened;
    }
    for (Exchange& exchange : exchanges) {
        if (auto opened = exchange.open(*store); !opened) {
            return opened;
        }
        transfers.know(exchange.handle());
        idle.push_back(&exchange);
    }
    sent.reserve(exchanges.size());
    done.reserve(exchanges.size());
    return {};
}

void Client::Impl::abandon() {
    for (Exchange* const exchange : sent) {
        transfers.remove(exchange->handle());
        idle.push_back(exchange);
    }
    waiting.for_each([this](std::uint32_t number) { idle.push_back(&exchanges[number]); });
    sent.clear();
    waiting.clear();
    done.clear();
}

void Client::Impl::renew_keys() {
    const std::uint64_t version = store->keys.version(std::time(nullptr));
    if (version != keys_version) {
        keys_version = version;
        signer = Signer(store->keys.get(), store->target.region);
    }
}

Result<void> Client::Impl::send_due() {
    const SteadyTime now = steady_now();
    while (const auto number = waiting.take_due(now)) {
        renew_keys();
        Exchange& exchange = exchanges[*number];
        exchange.prepare(*store, signer, now);
        if (auto added = transfers.add(exchange.handle()); !added) {
            idle.push_back(&exchange);
            return added;
        }
        sent.push_back(&exchange);
    }
    return {};
}

void Client::Impl::end(Exchange& exchange, CURLcode code) {
    const SteadyTime now = steady_now();
    const Answer answer = exchange.end(code);
    Traffic& traffic = store->traffic;
    const auto [connections, connecting] = exchange.connections();
    for (std::uint32_t i = 0; i < exchange.sent_silently(); ++i) {
        traffic.answered(Answer::Reset);
        traffic.retried();
    }
    traffic.answered(answer);
    traffic.connected(connections, connecting);
    if (exchange.goes_on()) {
        waiting.begin(number_of(exchange), now);
        return;
    }
    traffic.brake().answered(remedy_of(answer), now);
    if (remedy_of(answer) == Remedy::None) {
        traffic.used(exchange.received());
        done.push_back(exchange.reply(now));
    } else if (!waiting.failed({.number = number_of(exchange),
                                .remedy = remedy_of(answer),
                                .attempt = exchange.attempts(),
                                .sent_at = exchange.sent_at(),
                                .bytes = exchange.received(),
                                .retry_after_s = exchange.retry_after_s()},
                               now)) {
        Reply reply = exchange.reply(now);
        reply.bytes = 0;
        reply.refusal = exchange.refusal(answer);
        reply.refusal->budget_spent = remedy_of(answer) == Remedy::TryAgain &&
                                      exchange.attempts() < store->access.retry.attempts_max;
        done.push_back(std::move(reply));
    } else {
        return;
    }
    idle.push_back(&exchange);
}

/// Goes on with what is under way, for which it waits at most `timeout`.
Result<void> Client::Impl::collect(Nanoseconds timeout) {
    return transfers.act(timeout, [this](CURL* easy, CURLcode code) {
        void* owner = nullptr;
        curl_easy_getinfo(easy, CURLINFO_PRIVATE, &owner);
        auto* const exchange = static_cast<Exchange*>(owner);
        sent.erase(std::find(sent.begin(), sent.end(), exchange));
        end(*exchange, code);
    });
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::~Client() = default;

Result<std::unique_ptr<Client>> Client::make(std::shared_ptr<Store> store,
                                             std::uint32_t at_once,
                                             std::uint64_t seed) {
    start_library();
    auto impl = std::make_unique<Impl>(std::move(store), at_once, seed);
    if (auto opened = impl->open(); !opened) {
        return std::move(opened).error();
    }
    return std::unique_ptr<Client>(new Client(std::move(impl)));
}

void Client::begin(Request request) {
    THROUGHLINE_CHECK(!impl_->idle.empty());
    Exchange* const exchange = impl_->idle.back();
    impl_->idle.pop_back();
    const SteadyTime now = steady_now();
    exchange->take(std::move(request), now);
    impl_->waiting.begin(impl_->number_of(*exchange), now);
}

Result<std::size_t> Client::wait(std::span<Reply> out, std::size_t count_min, Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    const SteadyTime deadline = steady_now() + std::min(timeout, kWaitMax);
    for (;;) {
        if (auto gone = impl_->send_due(); !gone) {
            return std::move(gone).error();
        }
        const SteadyTime until = impl_->done.size() >= wanted
                                     ? SteadyTime::min()
                                     : std::min(deadline, impl_->waiting.next_at());
        const SteadyTime before = steady_now();
        if (auto came = impl_->collect(until <= before ? Nanoseconds::zero() : until - before);
            !came) {
            return std::move(came).error();
        }
        if (impl_->done.size() >= wanted || steady_now() >= deadline) {
            break;
        }
    }
    const std::size_t count = std::min(out.size(), impl_->done.size());
    std::move(
        impl_->done.begin(), impl_->done.begin() + static_cast<std::ptrdiff_t>(count), out.begin());
    impl_->done.erase(impl_->done.begin(),
                      impl_->done.begin() + static_cast<std::ptrdiff_t>(count));
    return count;
}

std::size_t Client::in_flight() const noexcept {
    return impl_->sent.size() + impl_->waiting.size() + impl_->done.size();
}

void Client::abandon() {
    impl_->abandon();
}

SteadyTime Client::oldest() const noexcept {
    SteadyTime oldest = SteadyTime::max();
    for (const Exchange* exchange : impl_->sent) {
        oldest = std::min(oldest, exchange->asked_at());
    }
    impl_->waiting.for_each([&](std::uint32_t number) {
        oldest = std::min(oldest, impl_->exchanges[number].asked_at());
    });
    return oldest;
}

const Store& Client::store() const noexcept {
    return *impl_->store;
}

Result<Reply> ask_or_refusal(Client& client, Request request, const std::stop_token& stop) {
    // What is asked of a bucket as a whole is about the place that was written.
    const std::string key = request.key.empty() ? client.store().location.key : request.key;
    client.begin(std::move(request));
    Reply reply;
    for (;;) {
        if (stop.stop_requested()) {
            client.abandon();
            return Error{.code = ErrorCode::Stopped,
                         .what = say("ask the store for '%1'", client.store().name_of(key))};
        }
        auto count = client.wait({&reply, 1}, 1, kStopPoll);
        if (!count) {
            return std::move(count).error();
        }
        if (*count == 1) {
            return reply;
        }
    }
}

Result<Reply> ask(Client& client, Request request, const std::stop_token& stop) {
    const std::string key = request.key.empty() ? client.store().location.key : request.key;
    auto reply = ask_or_refusal(client, std::move(request), stop);
    if (reply && reply->refusal) {
        return refusal_error(*reply->refusal, client.store(), key);
    }
    return reply;
}

}  // namespace throughline::remote
