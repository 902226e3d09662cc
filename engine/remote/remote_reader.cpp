// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_reader.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/reader_seed.h"

namespace throughline::remote {
namespace {

constexpr std::uint32_t kQueueDepthMax = 4096;

class RemoteReader final : public storage::Reader {
public:
    RemoteReader(const storage::ReaderOptions& options,
                 const storage::BufferPool& pool,
                 std::shared_ptr<const RemoteFiles> files,
                 std::unique_ptr<Client> client)
        : pool_(pool),
          files_(std::move(files)),
          client_(std::move(client)),
          block_bytes_(options.block_bytes),
          asker_(options.watch),
          slots_(options.queue_depth),
          free_(options.queue_depth),
          replies_(options.queue_depth) {
        std::iota(free_.rbegin(), free_.rend(), 0U);
        empty_.reserve(options.queue_depth);
    }

    Result<std::size_t> submit(std::span<const storage::FileRead> reads) override;
    Result<std::size_t> wait(std::span<storage::ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override { return slots_.size() - free_.size(); }
    storage::ReaderFacts facts() const override { return {.name = "libcurl", .fallbacks = {}}; }

private:
    struct Slot {
        storage::FileRead read{};
        std::uint64_t come = 0;  ///< bytes in the buffer so far
        storage::ReadDone done{};
        std::string reason{};
    };

    void ask_on(std::uint32_t slot);
    bool take(Reply& reply, storage::ReadDone& done);
    std::size_t take_empty(std::span<storage::ReadDone> out);
    void tell_watch();

    const storage::BufferPool& pool_;
    std::shared_ptr<const RemoteFiles> files_;
    std::unique_ptr<Client> client_;
    std::uint64_t block_bytes_;
    storage::AnswerWatch::Asker asker_;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
    std::vector<std::uint32_t> empty_;  ///< reads of nothing, which need no request
    std::vector<Reply> replies_;        ///< scratch
};

Result<std::size_t> RemoteReader::submit(std::span<const storage::FileRead> reads) {
    const std::size_t count = std::min(reads.size(), free_.size());
    for (const storage::FileRead& read : reads.first(count)) {
        const std::uint32_t number = free_.back();
        free_.pop_back();
        Slot& slot = slots_[number];
        slot.read = read;
        slot.come = 0;
        slot.done = {.tag = read.tag, .buffer = read.buffer, .bytes_requested = read.length_bytes};
        slot.reason.clear();
        if (read.length_bytes == 0) {
            empty_.push_back(number);
        } else {
            THROUGHLINE_CHECK(read.length_bytes <= pool_.buffer(read.buffer).size());
            ask_on(number);
        }
    }
    return count;
}

/// Asks for what of the read is still missing, or a block of it.
void RemoteReader::ask_on(std::uint32_t number) {
    Slot& slot = slots_[number];
    const storage::FileRead& read = slot.read;
    const std::uint64_t left = read.length_bytes - slot.come;
    const std::uint64_t bytes = block_bytes_ == 0 ? left : std::min(left, block_bytes_);
    const bool whole = read.file == storage::FileRead::kOpenForThis && read.offset_bytes == 0 &&
                       bytes == read.length_bytes;
    client_->begin({.key = files_->key_prefix() + read.path,
                    .part = !whole,
                    .offset_bytes = read.offset_bytes + slot.come,
                    .room = pool_.buffer(read.buffer).subspan(slot.come, bytes),
                    .tag = number});
}

/// False: the read goes on with its next block.
bool RemoteReader::take(Reply& reply, storage::ReadDone& done) {
    const auto number = static_cast<std::uint32_t>(reply.tag);
    Slot& slot = slots_[number];
    ++slot.done.reads;
    slot.done.latency += reply.latency;
    slot.done.first_byte += reply.first_byte;
    slot.done.body += reply.body;
    slot.come += reply.bytes;
    if (reply.refusal) {
        slot.reason = explain(*reply.refusal, client_->store());
        slot.done.reason = slot.reason.c_str();
        slot.done.errno_value = errno_of(reply.refusal->answer);
        slot.done.failed_step = reply.refusal->answer == Answer::NotFound ? storage::ReadStep::Open
                                                                          : storage::ReadStep::Read;
    } else if (slot.come < slot.read.length_bytes) {
        ask_on(number);
        return false;
    }
    slot.done.bytes_read = slot.come;
    done = slot.done;
    done.first_byte /= done.reads;  // as the body: the mean of its requests
    done.body /= done.reads;
    free_.push_back(number);
    return true;
}

std::size_t RemoteReader::take_empty(std::span<storage::ReadDone> out) {
    const std::size_t count = std::min(out.size(), empty_.size());
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = slots_[empty_.back()].done;
        free_.push_back(empty_.back());
        empty_.pop_back();
    }
    return count;
}

void RemoteReader::tell_watch() {
    if (!asker_.watched()) {
        return;
    }
    const SteadyTime oldest = client_->oldest();
    if (oldest == SteadyTime::max()) {
        asker_.answered();
    } else {
        asker_.asked(files_->store()->target.host.c_str(),
                     oldest,
                     static_cast<std::uint32_t>(client_->in_flight()));
    }
}

Result<std::size_t> RemoteReader::wait(std::span<storage::ReadDone> out,
                                       std::size_t count_min,
                                       Nanoseconds timeout) {
    const std::size_t wanted = std::min({count_min, out.size(), in_flight()});
    const SteadyTime deadline = steady_now() + std::min(timeout, Nanoseconds::max() / 4);
    std::size_t filled = take_empty(out);
    for (bool looked = false;; looked = true) {
        const Nanoseconds left = std::max(Nanoseconds::zero(), deadline - steady_now());
        if (looked && (filled >= wanted || left == Nanoseconds::zero())) {
            tell_watch();
            return filled;
        }
        tell_watch();
        const auto room = std::span(replies_).first(std::min(replies_.size(), out.size() - filled));
        const std::size_t missing = wanted - std::min(wanted, filled);
        auto count = client_->wait(room, std::min<std::size_t>(missing, 1), left);
        if (!count) {
            return std::move(count).error();
        }
        for (Reply& reply : room.first(*count)) {
            filled += take(reply, out[filled]) ? 1 : 0;
        }
    }
}

}  // namespace

Result<std::unique_ptr<storage::Reader>> make_remote_reader(
    const storage::ReaderOptions& options,
    const storage::BufferPool& pool,
    std::shared_ptr<const RemoteFiles> files) {
    if (options.queue_depth == 0 || options.queue_depth > kQueueDepthMax) {
        return usage_error(say("queue depth %1: must be from 1 to %2",
                               std::to_string(options.queue_depth),
                               std::to_string(kQueueDepthMax)));
    }
    if (options.emulated != nullptr) {
        return usage_error(say("a block volume cannot be emulated over a store"));
    }
    auto client = Client::make(files->store(), options.queue_depth, next_reader_seed());
    if (!client) {
        return std::move(client).error();
    }
    return std::unique_ptr<storage::Reader>(
        std::make_unique<RemoteReader>(options, pool, std::move(files), *std::move(client)));
}

}  // namespace throughline::remote
