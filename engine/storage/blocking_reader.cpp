// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/blocking_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/storage/direct_io.h"
#include "engine/storage/file_places.h"
#include "engine/storage/fixed_queue.h"
#include "engine/storage/mapped_file.h"
#include "engine/storage/open_files_limit.h"
#include "engine/storage/read_advice.h"
#include "engine/storage/read_plan.h"

namespace throughline::storage {
namespace {

struct OpenFile {
    UniqueFd fd;
    bool direct = false;
    MappedFile map;  ///< of the mmap reader
};

/// A read that was submitted. It is begun (its file opened) when its turn comes, or before that
/// with read_ahead.
struct Queued {
    FileRead read;
    bool begun = false;
    std::uint32_t place = FilePlaces::kNone;  ///< of a file that stays open
    OpenFile file;                            ///< of one that does not
    int open_errno = 0;
    SteadyTime begun_at = kNever;
};

class BlockingReader final : public Reader {
public:
    BlockingReader(const ReaderOptions& options, const BufferPool& pool)
        : pool_(pool),
          options_(options),
          huge_pages_(pool.huge_page_bytes() > pool.bytes_total() / 2),
          direct_(options.direct_io && options.kind != ReaderKind::Mapped),
          places_(options.files_open_max),
          queue_(options.queue_depth),
          asker_(options.watch) {
        raise_open_files_limit();
    }

    Result<std::size_t> submit(std::span<const FileRead> reads) override;
    Result<std::size_t> wait(std::span<ReadDone> out,
                             std::size_t count_min,
                             Nanoseconds timeout) override;
    std::size_t in_flight() const noexcept override { return queue_.size(); }
    ReaderFacts facts() const override;

private:
    bool mapped() const noexcept { return options_.kind == ReaderKind::Mapped; }
    bool begin(Queued& queued);
    bool begin_in_place(Queued& queued);
    void begin_ahead();
    ReadDone finish(Queued& queued);
    int open(const FileRead& read, OpenFile& file);
    int open_as(const FileRead& read, bool direct, OpenFile& file);
    ReadDone read_from(OpenFile& file, const FileRead& read);
    std::int64_t read_at(OpenFile& file, std::byte* to, const ReadPlan::Request& request);

    const BufferPool& pool_;
    ReaderOptions options_;
    bool huge_pages_;
    DirectIo direct_;
    FilePlaces places_;
    std::vector<OpenFile> files_;  ///< by place
    FixedQueue<Queued> queue_;
    AnswerWatch::Asker asker_;
};

Result<std::size_t> BlockingReader::submit(std::span<const FileRead> reads) {
    const std::size_t count = std::min(reads.size(), queue_.capacity() - queue_.size());
    for (const FileRead& read : reads.first(count)) {
        THROUGHLINE_CHECK(read.buffer < pool_.count());
        THROUGHLINE_CHECK(read_room_bytes(read.offset_bytes, read.length_bytes) <=
                          pool_.buffer(read.buffer).size());
        Queued& queued = queue_.push();
        queued.read = read;
        queued.begun = false;
    }
    return count;
}

Result<std::size_t> BlockingReader::wait(std::span<ReadDone> out,
                                         std::size_t count_min,
                                         Nanoseconds timeout) {
    SteadyTime asked_at = steady_now();
    const SteadyTime deadline = asked_at + timeout;
    const std::size_t count =
        std::min({out.size(), queue_.size(), std::max<std::size_t>(count_min, 1)});
    std::size_t filled = 0;
    while (filled < count) {
        asker_.asked(queue_.front().read.path, asked_at);
        // The first one always finds a place: nothing after it was begun before it.
        THROUGHLINE_CHECK(begin(queue_.front()));
        begin_ahead();
        ReadDone& done = out[filled++];
        done = finish(queue_.front());
        const SteadyTime now = steady_now();
        asked_at = now;
        done.latency = now - queue_.front().begun_at;
        queue_.pop();
        if (now >= deadline) {
            break;
        }
    }
    asker_.answered();
    return filled;
}

ReaderFacts BlockingReader::facts() const {
    ReaderFacts facts;
    facts.name = mapped() ? "mmap" : "pread";
    facts.files_open_max = places_.capacity();
    facts.huge_pages = huge_pages_;
    direct_.describe(facts);
    describe_buffered_options(options_, facts);
    return facts;
}

/// Opens what the read needs. False: every place for open files is in use.
bool BlockingReader::begin(Queued& queued) {
    if (queued.begun) {
        return true;
    }
    direct_.look_at(queued.read);
    queued.begun_at = steady_now();
    queued.place = FilePlaces::kNone;
    if (queued.read.file == FileRead::kOpenForThis) {
        queued.open_errno = open(queued.read, queued.file);
    } else if (!begin_in_place(queued)) {
        return false;
    }
    queued.begun = true;
    return true;
}

bool BlockingReader::begin_in_place(Queued& queued) {
    std::uint32_t place = places_.find(queued.read.file);
    queued.open_errno = 0;
    if (place == FilePlaces::kNone) {
        place = places_.give(queued.read.file);
        if (place == FilePlaces::kNone) {
            return false;
        }
        files_.resize(std::max<std::size_t>(files_.size(), places_.size()));
        places_.pin(place);
        queued.open_errno = open(queued.read, files_[place]);
        if (queued.open_errno != 0) {
            places_.forget(place);
        }
    } else {
        places_.pin(place);
    }
    queued.place = place;
    return true;
}

/// Opens the next reads of the queue and lets the kernel read their bytes into the page cache.
void BlockingReader::begin_ahead() {
    const std::size_t end = std::min<std::size_t>(queue_.size(), options_.read_ahead + 1ULL);
    for (std::size_t i = 1; i < end; ++i) {
        Queued& next = queue_[i];
        if (next.begun) {
            continue;
        }
        if (direct_.enabled() || !begin(next)) {
            break;
        }
        const OpenFile& file = next.place == FilePlaces::kNone ? next.file : files_[next.place];
        if (next.open_errno == 0 && !file.direct) {
            ::posix_fadvise(file.fd.get(),
                            static_cast<off_t>(next.read.offset_bytes),
                            static_cast<off_t>(next.read.length_bytes),
                            POSIX_FADV_WILLNEED);
        }
    }
}

ReadDone BlockingReader::finish(Queued& queued) {
    const FileRead& read = queued.read;
    const bool stays = queued.place != FilePlaces::kNone;
    OpenFile& file = stays ? files_[queued.place] : queued.file;
    ReadDone done{.tag = read.tag, .buffer = read.buffer};
    if (queued.open_errno == 0) {
        done = read_from(file, read);
        if (file.direct && DirectIo::is_refusal(done.errno_value)) {
            direct_.refused(read.path, done.failed_step, done.errno_value);
            queued.open_errno = open_as(read, false, file);
            done = queued.open_errno == 0 ? read_from(file, read) : done;
        } else if (file.direct && done.reads > 0 && done.errno_value == 0) {
            direct_.succeeded();
        }
    }
    if (queued.open_errno != 0) {
        done.errno_value = queued.open_errno;
        done.failed_step = ReadStep::Open;
    }
    const bool whole = done.errno_value == 0 && done.bytes_read == read.length_bytes;
    if (!whole && is_other_kind(read)) {
        done.errno_value = EINVAL;
        done.failed_step = ReadStep::Kind;
    }
    if (stays) {
        if (queued.open_errno != 0) {
            places_.forget(queued.place);
        }
        places_.unpin(queued.place);
    } else {
        queued.file = OpenFile{};
    }
    return done;
}

int BlockingReader::open(const FileRead& read, OpenFile& file) {
    if (direct_.enabled()) {
        const int cause = open_as(read, true, file);
        if (!DirectIo::is_refusal(cause) || is_other_kind(read)) {
            return cause;
        }
        direct_.refused(read.path, ReadStep::Open, cause);
    }
    return open_as(read, false, file);
}

/// 0 or an errno.
int BlockingReader::open_as(const FileRead& read, bool direct, OpenFile& file) {
    // O_NONBLOCK: the open of a FIFO would wait for a writer. It changes nothing for files.
    int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (direct ? O_DIRECT : 0);
    file = OpenFile{};
    for (;;) {
        file.fd = UniqueFd(::openat(read.directory_fd, read.path, flags));
        if (file.fd) {
            break;
        }
        const int cause = errno;
        if (cause == EMFILE || cause == ENFILE) {  // files that stay open make room
            const std::uint32_t idle = places_.evict();
            if (idle == FilePlaces::kNone) {
                return cause;
            }
            files_[idle] = OpenFile{};
        } else if (cause == EWOULDBLOCK && (flags & O_NONBLOCK) != 0) {
            flags &= ~O_NONBLOCK;  // a file that somebody has a lease on, who is given time to end
        } else if (cause != EINTR) {
            return cause;
        }
    }
    file.direct = direct;
    if (mapped()) {
        file.map = MappedFile({.whole = read.file != FileRead::kOpenForThis,
                               .advice = options_.advice,
                               .length_bytes = read.length_bytes});
    } else if (!direct && (options_.advice == ReadAdvice::Sequential ||
                           options_.advice == ReadAdvice::Random)) {
        ::posix_fadvise(file.fd.get(), 0, 0, advice_value(options_.advice));
    }
    return 0;
}

ReadDone BlockingReader::read_from(OpenFile& file, const FileRead& read) {
    if (!file.direct && options_.advice == ReadAdvice::WillNeed) {
        ::posix_fadvise(file.fd.get(),
                        static_cast<off_t>(read.offset_bytes),
                        static_cast<off_t>(read.length_bytes),
                        POSIX_FADV_WILLNEED);
    }
    std::byte* const memory = pool_.buffer(read.buffer).data();
    ReadPlan plan({.offset_bytes = read.offset_bytes, .length_bytes = read.length_bytes},
                  options_.block_bytes,
                  file.direct);
    while (!plan.finished()) {
        const ReadPlan::Request request = plan.request(0);
        plan.add_result(0, read_at(file, memory + request.buffer_bytes, request));
        plan.end_round(1);
    }
    return {.tag = read.tag,
            .buffer = read.buffer,
            .lead_bytes = plan.lead_bytes(),
            .bytes_read = plan.bytes_read(),
            .bytes_requested = plan.bytes_requested(),
            .reads = plan.reads(),
            .errno_value = plan.errno_value(),
            .failed_step = plan.errno_value() == 0 ? ReadStep::None : ReadStep::Read};
}

std::int64_t BlockingReader::read_at(OpenFile& file,
                                     std::byte* to,
                                     const ReadPlan::Request& request) {
    if (mapped()) {
        return file.map.copy(file.fd.get(), to, request.offset_bytes, request.length_bytes);
    }
    for (;;) {
        const ssize_t got = ::pread(
            file.fd.get(), to, request.length_bytes, static_cast<off_t>(request.offset_bytes));
        if (got >= 0) {
            return got;
        }
        if (errno != EINTR) {
            return -errno;
        }
    }
}

}  // namespace

std::unique_ptr<Reader> make_blocking_reader(const ReaderOptions& options, const BufferPool& pool) {
    return std::make_unique<BlockingReader>(options, pool);
}

}  // namespace throughline::storage
