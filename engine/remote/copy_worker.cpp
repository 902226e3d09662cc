// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/copy_worker.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/file_copy.h"
#include "engine/remote/reader_seed.h"
#include "engine/remote/whole_files.h"

namespace throughline::remote {
namespace {

// How soon a stop is noticed.
constexpr Nanoseconds kLook = std::chrono::milliseconds(50);
// An object that is replaced again and again is never whole.
constexpr std::uint32_t kRestartsMax = 3;

/// Whether other files would fail for the same reason.
bool is_of_the_disk(const Error& error) {
    return error.errno_value == ENOSPC || error.errno_value == EDQUOT || error.errno_value == EIO ||
           error.errno_value == EROFS;
}

/// Errors: those that end the copy.
Result<void> count_failure(CopyJob& job, Error error) {
    const MutexLock lock(job.mutex);
    ++job.failed;
    if (!job.first_failure) {
        job.first_failure = error;
    }
    if (is_of_the_disk(error)) {
        return error;
    }
    return job.failed < CopyJob::kFailedMax ? Result<void>() : *job.first_failure;
}

/// A file under way.
struct Copying {
    std::string key{};
    FileCopy file;
    std::uint64_t asked = 0;                           ///< bytes from the beginning on
    std::uint32_t under_way = 0;                       ///< requests
    std::map<std::uint64_t, std::uint32_t> waiting{};  ///< buffers, by where they belong
    bool own_keys = false;  ///< the store says so: its ETag is no checksum
    bool given_up = false;
    bool stale = false;  ///< the part is of an object that has changed: again from the beginning
    std::uint32_t restarts = 0;
};

class CopyWorker {
public:
    CopyWorker(CopyJob& job, std::unique_ptr<Client> client)
        : job_(job),
          client_(std::move(client)),
          is_s3_(client_->store().location.is_s3()),
          buffers_(job.requests_each) {
        for (std::uint32_t i = 0; i < job.requests_each; ++i) {
            free_.push_back(i);
        }
        replies_.resize(job.requests_each);
    }
    ~CopyWorker() {
        client_->abandon();
        for (const auto& copying : files_) {
            copying->file.leave();
        }
    }
    CopyWorker(const CopyWorker&) = delete;
    CopyWorker& operator=(const CopyWorker&) = delete;

    Result<void> copy_until_done();

private:
    struct Buffer {
        std::unique_ptr<std::byte[]> room{};
        std::uint64_t room_bytes = 0;
        Copying* of = nullptr;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;

        /// As long as what is asked for; memory is taken when a request needs more than any before.
        std::span<std::byte> span() {
            if (room_bytes < bytes) {
                room = std::make_unique_for_overwrite<std::byte[]>(bytes);
                room_bytes = bytes;
            }
            return {room.get(), bytes};
        }
    };

    Result<Copying*> next_to_ask();
    Result<void> begin_file(const CopyJob::Todo& todo);
    void ask(Copying& copying);
    Result<void> take(Reply& reply);
    Result<void> place(Copying& copying, const Reply& reply, std::uint32_t number);
    Result<void> write_waiting(Copying& copying);
    Result<void> end_where_done(Copying& copying);
    Result<void> restart(Copying& copying);
    Result<void> finish(Copying& copying);
    Result<void> fail(Copying& copying, Error error);
    void drop_waiting(Copying& copying);

    CopyJob& job_;
    std::unique_ptr<Client> client_;
    bool is_s3_;  ///< or speaks as S3 does
    std::vector<Buffer> buffers_;
    std::vector<std::uint32_t> free_;
    std::deque<std::unique_ptr<Copying>> files_;
    std::vector<Reply> replies_;  ///< scratch
};

/// Begins a file; one without bytes is done at once.
Result<void> CopyWorker::begin_file(const CopyJob::Todo& todo) {
    const auto& file = job_.files.files()[todo.file];
    auto begun = FileCopy::begin({.path = todo.path,
                                  .bytes = file.bytes,
                                  .resumes = file.bytes > job_.options.part_bytes,
                                  .is_new = todo.is_new,
                                  .stop = job_.stop});
    if (!begun) {
        return begun.error().code == ErrorCode::Stopped
                   ? Result<void>()
                   : count_failure(job_, std::move(begun).error());
    }
    files_.push_back(std::make_unique<Copying>(
        Copying{.key = job_.files.key_prefix() + file.path, .file = *std::move(begun)}));
    files_.back()->asked = files_.back()->file.written();
    return files_.back()->file.is_whole() ? end_where_done(*files_.back()) : Result<void>();
}

/// A file with bytes that nobody has asked for; null: there is none.
Result<Copying*> CopyWorker::next_to_ask() {
    for (;;) {
        for (const auto& copying : files_) {
            if (!copying->given_up && !copying->stale && copying->asked < copying->file.bytes()) {
                return copying.get();
            }
        }
        const std::size_t next = job_.next.fetch_add(1, std::memory_order_relaxed);
        if (next >= job_.todo.size() || job_.stop.stop_requested()) {
            return static_cast<Copying*>(nullptr);
        }
        if (auto begun = begin_file(job_.todo[next]); !begun) {
            return std::move(begun).error();
        }
    }
}

void CopyWorker::ask(Copying& copying) {
    const std::uint32_t number = free_.back();
    free_.pop_back();
    Buffer& buffer = buffers_[number];
    buffer.of = &copying;
    buffer.offset = copying.asked;
    buffer.bytes = std::min(job_.options.part_bytes, copying.file.bytes() - copying.asked);
    copying.asked += buffer.bytes;
    ++copying.under_way;
    client_->begin({.key = copying.key,
                    .part = buffer.bytes < copying.file.bytes(),
                    .offset_bytes = buffer.offset,
                    .room = buffer.span(),
                    .tag = number});
}

void CopyWorker::drop_waiting(Copying& copying) {
    for (const auto& [offset, number] : copying.waiting) {
        free_.push_back(number);
    }
    copying.waiting.clear();
}

Result<void> CopyWorker::fail(Copying& copying, Error error) {
    copying.given_up = true;
    drop_waiting(copying);
    return count_failure(job_, std::move(error));
}

/// Bytes that came, in their turn.
Result<void> CopyWorker::write_waiting(Copying& copying) {
    while (!copying.waiting.empty() && copying.waiting.begin()->first == copying.file.written()) {
        const std::uint32_t number = copying.waiting.begin()->second;
        copying.waiting.erase(copying.waiting.begin());
        free_.push_back(number);
        Buffer& buffer = buffers_[number];
        if (auto written = copying.file.append(buffer.span()); !written) {
            return fail(copying, std::move(written).error());
        }
        job_.bytes_fetched.fetch_add(buffer.bytes, std::memory_order_relaxed);
    }
    return {};
}

Result<void> CopyWorker::place(Copying& copying, const Reply& reply, std::uint32_t number) {
    if (reply.range_total.value_or(copying.file.bytes()) != copying.file.bytes()) {
        free_.push_back(number);
        return fail(copying,
                    Error{.code = ErrorCode::Format,
                          .what = say("'%1' has changed since it was listed",
                                      client_->store().name_of(copying.key))});
    }
    const std::string& known = copying.file.etag();
    if (!known.empty() && !reply.etag.empty() && reply.etag != known) {
        copying.stale = true;
        free_.push_back(number);
        drop_waiting(copying);
        return {};
    }
    copying.own_keys = copying.own_keys || reply.own_keys;
    copying.waiting.emplace(buffers_[number].offset, number);
    if (known.empty() && copying.file.written() == 0) {
        if (auto begun = copying.file.begin_object(reply.etag); !begun) {
            return fail(copying, std::move(begun).error());
        }
    }
    return write_waiting(copying);
}

Result<void> CopyWorker::take(Reply& reply) {
    const auto number = static_cast<std::uint32_t>(reply.tag);
    Copying& copying = *buffers_[number].of;
    --copying.under_way;
    Result<void> taken;
    if (copying.given_up || copying.stale) {
        free_.push_back(number);
    } else if (reply.refusal) {
        free_.push_back(number);
        taken = fail(copying, refusal_error(*reply.refusal, client_->store(), copying.key));
    } else {
        taken = place(copying, reply, number);
    }
    if (!taken) {
        return taken;
    }
    return end_where_done(copying);
}

Result<void> CopyWorker::restart(Copying& copying) {
    if (++copying.restarts > kRestartsMax) {
        return fail(copying,
                    Error{.code = ErrorCode::Format,
                          .what = say("'%1' is replaced while it is copied: begun again %2 times, "
                                      "it had changed each time",
                                      client_->store().name_of(copying.key),
                                      std::to_string(kRestartsMax))});
    }
    copying.stale = false;
    copying.asked = 0;
    auto again = copying.file.restart();
    return again ? again : fail(copying, std::move(again).error());
}

/// All of it came.
Result<void> CopyWorker::finish(Copying& copying) {
    const auto checked = copying.file.check(!copying.own_keys && is_s3_);
    if (!checked) {
        return count_failure(job_, checked.error());
    }
    job_.whole->put({.copy = std::move(copying.file), .was_checked = *checked});
    return {};
}

/// Takes the file away when it is whole or given up, and begins it again when it was stale.
Result<void> CopyWorker::end_where_done(Copying& copying) {
    if (copying.under_way > 0) {
        return {};
    }
    Result<void> ended;
    if (copying.stale && !copying.given_up) {
        ended = restart(copying);
    }
    if (!copying.given_up && !copying.file.is_whole()) {
        return ended;
    }
    if (copying.given_up) {
        copying.file.leave();
    } else {
        ended = finish(copying);
    }
    std::erase_if(files_, [&](const auto& one) { return one.get() == &copying; });
    return ended;
}

Result<void> CopyWorker::copy_until_done() {
    while (!job_.stop.stop_requested()) {
        while (!free_.empty()) {
            auto next = next_to_ask();
            if (!next) {
                return std::move(next).error();
            }
            if (*next == nullptr) {
                break;
            }
            ask(**next);
        }
        if (client_->in_flight() == 0) {
            return {};
        }
        auto came = client_->wait(replies_, 1, kLook);
        if (!came) {
            return std::move(came).error();
        }
        for (Reply& reply : std::span(replies_).first(*came)) {
            if (auto taken = take(reply); !taken) {
                return taken;
            }
        }
    }
    return {};
}

}  // namespace

Result<void> copy_files(CopyJob& job) {
    // However it ends, it is no longer waited for.
    struct Leaving {
        WholeFiles& whole;
        ~Leaving() { whole.leave(); }
    };
    const Leaving leaving{*job.whole};
    auto client = Client::make(job.files.store(), job.requests_each, next_reader_seed());
    if (!client) {
        return std::move(client).error();
    }
    return CopyWorker(job, *std::move(client)).copy_until_done();
}

Result<void> publish_files(CopyJob& job) {
    const auto count = [&job](const WholeFiles::File& file, const Result<void>& published) {
        if (!published) {
            return count_failure(job, published.error());
        }
        job.checked.fetch_add(file.was_checked ? 1 : 0, std::memory_order_relaxed);
        job.files_done.fetch_add(1, std::memory_order_relaxed);
        return Result<void>();
    };
    return job.whole->publish(job.options.folder, count);
}

}  // namespace throughline::remote
