// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "engine/base/pause.h"
#include "engine/base/random.h"
#include "engine/storage/reader.h"

namespace throughline::pipeline {

/// A reader whose completions come out of order, in handfuls and with faults, all from a seed.
/// Its "files" are the bytes given to it by path.
class FaultyReader final : public storage::Reader {
public:
    struct Options {
        std::uint64_t seed = 1;
        double failure_probability = 0.0;
        double short_probability = 0.0;   ///< a read ends early, if only after no byte at all
        double vanish_probability = 0.0;  ///< the file cannot be opened any more
        /// Completions come after up to so many microseconds.
        std::uint64_t delay_max_us = 0;
        /// After so many completions wait() fails as a whole; 0 = never.
        std::uint64_t dies_after = 0;
    };
    using Files = std::map<std::string, std::vector<std::byte>>;

    FaultyReader(const Options& options,
                 const storage::ReaderOptions& reader,
                 const storage::BufferPool& pool,
                 const Files& files)
        : options_(options),
          depth_(reader.queue_depth),
          pool_(pool),
          files_(files),
          random_(options.seed) {}

    Result<std::size_t> submit(std::span<const storage::FileRead> reads) override {
        std::size_t taken = 0;
        while (taken < reads.size() && pending_.size() < depth_) {
            pending_.push_back(reads[taken++]);
        }
        return taken;
    }

    Result<std::size_t> wait(std::span<storage::ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds /*timeout*/) override {
        if (options_.dies_after != 0 && completed_ >= options_.dies_after) {
            return Error{.code = ErrorCode::Io, .what = "the device is gone"};
        }
        THROUGHLINE_CHECK(count_min <= pending_.size());
        if (count_min > 0 && options_.delay_max_us > 0) {
            pause_for(std::chrono::microseconds(random_.below(options_.delay_max_us + 1)), {});
        }
        std::size_t count =
            count_min + static_cast<std::size_t>(random_.below(pending_.size() - count_min + 1));
        count = std::min(count, out.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto pick = static_cast<std::size_t>(random_.below(pending_.size()));
            std::swap(pending_[pick], pending_.back());
            out[i] = complete(pending_.back());
            pending_.pop_back();
        }
        completed_ += count;
        return count;
    }

    std::size_t in_flight() const noexcept override { return pending_.size(); }
    storage::ReaderFacts facts() const override {
        storage::ReaderFacts facts;
        facts.name = "faulty";
        return facts;
    }

private:
    storage::ReadDone complete(const storage::FileRead& read) {
        storage::ReadDone done;
        done.tag = read.tag;
        done.buffer = read.buffer;
        done.reads = 1;
        done.bytes_requested = read.length_bytes;
        if (random_.uniform() < options_.failure_probability) {
            done.errno_value = EIO;
            done.failed_step = storage::ReadStep::Read;
            return done;
        }
        if (random_.uniform() < options_.vanish_probability) {
            done.errno_value = ENOENT;
            done.failed_step = storage::ReadStep::Open;
            return done;
        }
        const auto& bytes = files_.at(read.path);
        const std::size_t from = std::min<std::size_t>(read.offset_bytes, bytes.size());
        done.bytes_read = std::min<std::size_t>(read.length_bytes, bytes.size() - from);
        if (done.bytes_read > 0 && random_.uniform() < options_.short_probability) {
            done.bytes_read = random_.below(done.bytes_read);
        }
        std::memcpy(pool_.buffer(read.buffer).data(), bytes.data() + from, done.bytes_read);
        return done;
    }

    Options options_;
    std::size_t depth_;
    const storage::BufferPool& pool_;
    const Files& files_;
    Random random_;
    std::vector<storage::FileRead> pending_;
    std::uint64_t completed_ = 0;
};

}  // namespace throughline::pipeline
