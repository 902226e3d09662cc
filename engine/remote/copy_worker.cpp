// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/copy_worker.h"

#include <cerrno>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "engine/base/say.h"
#include "engine/remote/client.h"
#include "engine/remote/file_copy.h"
#include "engine/remote/reader_seed.h"

namespace throughline::remote {
namespace {

// How soon a stop is noticed.
constexpr Nanoseconds kLook = std::chrono::milliseconds(50);

/// Whether other files would fail for the same reason.
bool is_of_the_disk(const Error& error) {
    return error.errno_value == ENOSPC || error.errno_value == EDQUOT || error.errno_value == EIO ||
           error.errno_value == EROFS;
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
};

class CopyWorker {
public:
    CopyWorker(CopyJob& job, std::unique_ptr<Client> client)
        : job_(job),
          client_(std::move(client)),
          is_s3_(client_->store().location.scheme != Scheme::Http),
          buffers_(job.requests_each) {
        for (std::uint32_t i = 0; i < job.requests_each; ++i) {
            buffers_[i].room.resize(job.options.part_bytes);
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

    Result<void> run();

private:
    struct Buffer {
        std::vector<std::byte> room{};
        Copying* of = nullptr;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };

    Result<Copying*> next_to_ask();
    Result<void> begin_file(const CopyJob::Todo& todo);
    void ask(Copying& copying);
    Result<void> take(Reply& reply);
    Result<void> place(Copying& copying, const Reply& reply, std::uint32_t number);
    Result<void> write_waiting(Copying& copying);
    Result<void> end_where_done(Copying& copying);
    Result<void> fail(Copying& copying, Error error);
    Result<void> count_failure(Error error);
    void drop_waiting(Copying& copying);

    CopyJob& job_;
    std::unique_ptr<Client> client_;
    bool is_s3_;  ///< or speaks as S3 does
    std::vector<Buffer> buffers_;
    std::vector<std::uint32_t> free_;
    std::deque<std::unique_ptr<Copying>> files_;
    std::vector<Reply> replies_;  ///< scratch
};

Result<void> CopyWorker::count_failure(Error error) {
    const MutexLock lock(job_.mutex);
    ++job_.failed;
    if (!job_.first_failure) {
        job_.first_failure = error;
    }
    if (is_of_the_disk(error)) {
        return error;
    }
    return job_.failed < CopyJob::kFailedMax ? Result<void>() : *job_.first_failure;
}

/// Begins a file; one without bytes is done at once.
Result<void> CopyWorker::begin_file(const CopyJob::Todo& todo) {
    const auto& file = job_.files.files()[todo.file];
    auto begun = FileCopy::begin(todo.path, file.bytes, file.bytes > job_.options.part_bytes);
    if (!begun) {
        return count_failure(std::move(begun).error());
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
        if (next >= job_.todo.size()) {
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
                    .room = std::span(buffer.room).first(buffer.bytes),
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
    return count_failure(std::move(error));
}

/// Bytes that came, in their turn.
Result<void> CopyWorker::write_waiting(Copying& copying) {
    while (!copying.waiting.empty() && copying.waiting.begin()->first == copying.file.written()) {
        const std::uint32_t number = copying.waiting.begin()->second;
        copying.waiting.erase(copying.waiting.begin());
        free_.push_back(number);
        const Buffer& buffer = buffers_[number];
        if (auto written = copying.file.append(std::span(buffer.room).first(buffer.bytes));
            !written) {
            return fail(copying, std::move(written).error());
        }
        job_.bytes_fetched.fetch_add(buffer.bytes, std::memory_order_relaxed);
    }
    return {};
}

Result<void> CopyWorker::place(Copying& copying, const Reply& reply, std::uint32_t number) {
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

/// Takes the file away when it is whole or given up, and begins it again when it was stale.
Result<void> CopyWorker::end_where_done(Copying& copying) {
    if (copying.under_way > 0) {
        return {};
    }
    if (copying.stale && !copying.given_up) {
        copying.stale = false;
        copying.asked = 0;
        auto again = copying.file.restart();
        return again ? again : fail(copying, std::move(again).error());
    }
    if (!copying.given_up && !copying.file.is_whole()) {
        return {};
    }
    Result<void> ended;
    if (copying.given_up) {
        copying.file.leave();
    } else if (auto checked = copying.file.finish(!copying.own_keys && is_s3_); !checked) {
        ended = count_failure(std::move(checked).error());
    } else {
        job_.checked.fetch_add(*checked ? 1 : 0, std::memory_order_relaxed);
        job_.files_done.fetch_add(1, std::memory_order_relaxed);
    }
    std::erase_if(files_, [&](const auto& one) { return one.get() == &copying; });
    return ended;
}

Result<void> CopyWorker::run() {
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
    auto client = Client::make(job.files.store(), job.requests_each, next_reader_seed());
    if (!client) {
        return std::move(client).error();
    }
    CopyWorker worker(job, *std::move(client));
    return worker.run();
}

}  // namespace throughline::remote
