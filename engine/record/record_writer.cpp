// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_writer.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <map>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <variant>

#include "engine/base/check.h"
#include "engine/base/mutex.h"
#include "engine/base/say.h"
#include "engine/record/event_stream.h"
#include "engine/record/read_record.h"
#include "engine/record/record_file.h"
#include "engine/record/record_json.h"

namespace throughline::record {
namespace {

constexpr std::uint64_t kNotesOfOneCodeMax = 100;
/// At one sample a second this is most of a day: a disk that hangs so long has failed.
constexpr std::size_t kQueuedMax = 65'536;
constexpr auto kFlushPatience = std::chrono::seconds(30);
/// How often a reader that was not ready is offered its lines again.
constexpr auto kEventRetry = std::chrono::milliseconds(50);
/// A stop ends within one second; a reader that is merely busy takes the last lines in this time.
constexpr auto kEventFarewell = std::chrono::milliseconds(300);

struct EventText {
    std::string json;
};
struct ShownLine {
    Line line;
};
struct Farewell {
    std::int64_t runs_done = 0;
};
using Item = std::variant<Line, EventText, ShownLine, Farewell>;

/// Puts seq into a JSON object that has none, and the object on one line.
std::string with_seq(std::string json, std::uint64_t seq) {
    THROUGHLINE_CHECK(json.size() >= 2 && json.front() == '{' && json.back() == '}');
    // In JSON a line break stands between tokens only, where a blank means the same.
    std::replace(json.begin(), json.end(), '\n', ' ');
    json.pop_back();
    const bool empty = json.find_first_not_of(" \t", 1) == std::string::npos;
    json += (empty ? "\"seq\":" : ",\"seq\":") + std::to_string(seq) + "}";
    return json;
}

struct NoteCount {
    std::uint64_t lines = 0;  ///< offered to the record, the first of which are in it
    std::uint64_t count = 0;  ///< what those lines stand for
    std::optional<int> last_run{};
    Level level = Level::Info;
};

using NoteCounts = std::map<std::string, NoteCount>;

/// As they stand in a record that is taken up.
NoteCounts counts_of(const Study& study) {
    NoteCounts counts;
    std::map<std::string, std::uint64_t> closing;
    const auto take = [&](const std::vector<Note>& notes) {
        for (const Note& note : notes) {
            if (!note.run && note.count > kNotesOfOneCodeMax) {  // the closing line of its code
                closing[note.code] = note.count;
                continue;
            }
            NoteCount& count = counts[note.code];
            ++count.lines;
            count.count += note.count;
            count.level = std::max(count.level, note.level);
            count.last_run = note.run;
        }
    };
    take(study.notes);
    for (const RunData& run : study.runs) {
        take(run.notes);
    }
    for (const auto& [code, all] : closing) {
        counts[code].count = std::max(counts[code].count, all);
    }
    return counts;
}

class Writer final : public RecordWriter {
public:
    Writer(std::optional<RecordFile> file, int events_fd, const Study* begun = nullptr)
        : file_(std::move(file)),
          has_file_(file_.has_value()),
          events_(events_fd),
          lines_(begun == nullptr ? 0 : begun->lines),
          notes_(begun == nullptr ? NoteCounts() : counts_of(*begun)),
          thread_([this](const std::stop_token& stop) { write_until(stop); }) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() override { static_cast<void>(end_thread()); }

    void write(Line line) override { push(std::move(line)); }
    void show(Line line) override { push(ShownLine{std::move(line)}); }
    void event(std::string json_object) override { push(EventText{std::move(json_object)}); }

    void flush() override {
        MutexLock lock(mutex_);
        const std::uint64_t wanted = pushed_;
        if (!idle_.wait_for(
                lock, kFlushPatience, [&]() REQUIRES(mutex_) { return written_ >= wanted; })) {
            fail_locked(
                Error{.code = ErrorCode::Io, .what = say("the record's disk does not respond")});
        }
    }

    Result<void> close(std::int64_t runs_done) override {
        push(Farewell{runs_done});
        auto ended = end_thread();
        return ended ? failure() : std::move(ended);
    }

    Result<void> failure() const override {
        const MutexLock lock(mutex_);
        return failure_ ? Result<void>(*failure_) : Result<void>();
    }

    std::uint64_t missed_events() const noexcept override { return missed_; }

private:
    void push(Item item) {
        {
            const MutexLock lock(mutex_);
            if (closed_) {
                return;
            }
            if (queue_.size() >= kQueuedMax) {
                fail_locked(Error{.code = ErrorCode::Limit,
                                  .what = say("the record's disk is too slow for its lines")});
                return;
            }
            closed_ = std::holds_alternative<Farewell>(item);
            queue_.push_back(std::move(item));
            ++pushed_;
        }
        wake_.notify_one();
    }

    /// The first failure is the cause of all others.
    void fail_locked(Error error) REQUIRES(mutex_) {
        if (!failure_) {
            failure_ = std::move(error);
        }
    }
    void fail(Error error) {
        const MutexLock lock(mutex_);
        fail_locked(std::move(error));
    }

    /// Lets the thread write what is queued, and ends it. Errors: those of the last sync.
    Result<void> end_thread() {
        if (!thread_.joinable()) {
            return {};
        }
        thread_.request_stop();
        thread_.join();
        Result<void> closed;
        if (file_) {
            closed = file_->close();
            file_.reset();
        }
        return closed;
    }

    // Everything below runs on thread_ alone.
    void write_until(const std::stop_token& stop) {
        // Signals are for the main thread; SIGPIPE and SIGXFSZ come back as EPIPE and EFBIG.
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
        for (;;) {
            std::deque<Item> items;
            {
                MutexLock lock(mutex_);
                const auto queued = [&]() REQUIRES(mutex_) { return !queue_.empty(); };
                if (events_.waiting()) {
                    wake_.wait_for(lock, stop, kEventRetry, queued);
                } else {
                    wake_.wait(lock, stop, queued);
                }
                items.swap(queue_);
            }
            if (items.empty() && stop.stop_requested()) {
                break;
            }
            for (auto& item : items) {
                write_item(item);
            }
            pump_events();
            {
                const MutexLock lock(mutex_);
                written_ += items.size();
            }
            idle_.notify_all();
        }
        events_.finish(kEventFarewell);
        missed_ = events_.missed();
    }

    void write_item(Item& item) {
        if (auto* line = std::get_if<Line>(&item)) {
            if (const auto* note = std::get_if<Note>(line); note == nullptr || counts(*note)) {
                write_line(*line);
            }
        } else if (auto* event = std::get_if<EventText>(&item)) {
            events_.offer(with_seq(std::move(event->json), lines_) + "\n");
        } else if (const auto* shown = std::get_if<ShownLine>(&item)) {
            events_.offer(line_to_json(shown->line, lines_) + "\n");
        } else if (const auto* farewell = std::get_if<Farewell>(&item)) {
            write_farewell(*farewell);
        }
    }

    /// Counts a note. False: there are enough of its code in the record. What decides whether a
    /// run's figures are taken at all is said once of each run, however many there are.
    bool counts(const Note& note) {
        auto& count = notes_[note.code];
        count.count += note.count;
        count.level = std::max(count.level, note.level);
        const bool decides = note.code == kTouchedCode || note.code == kDisturbedCode ||
                             note.code == kPausedCode || note.code == kForeignReadsCode;
        const bool first = decides && std::exchange(count.last_run, note.run) != note.run;
        return ++count.lines <= kNotesOfOneCodeMax || first;
    }

    void write_line(const Line& line) {
        std::string text = line_to_json(line, ++lines_) + "\n";
        if (file_ && !file_failed_) {
            if (auto appended = file_->append(text); !appended) {
                file_failed_ = true;  // a later line would leave a gap
                fail(std::move(appended).error());
            }
        }
        events_.offer(std::move(text));
    }

    void write_farewell(const Farewell& farewell) {
        Footer footer{.runs_done = farewell.runs_done};
        for (const auto& [code, count] : notes_) {
            footer.notes_by_code[code] = static_cast<std::int64_t>(count.count);
            if (count.lines > kNotesOfOneCodeMax) {
                write_line(Note{
                    .code = code,
                    .level = count.level,
                    .text = say_english("%1 notes of this kind; only the first ones are listed",
                                        std::to_string(count.count)),
                    .count = count.count});
            }
        }
        footer.lines = static_cast<std::int64_t>(lines_);
        write_line(footer);
    }

    void pump_events() {
        events_.pump();
        missed_ = events_.missed();
        if (events_.reader_gone() && !has_file_) {
            fail(Error{.code = ErrorCode::Io,
                       .what = say("the reader of the events has gone away")});
        }
    }

    std::optional<RecordFile> file_;
    const bool has_file_;
    EventStream events_;
    std::uint64_t lines_;
    bool file_failed_ = false;
    NoteCounts notes_;

    std::atomic<std::uint64_t> missed_{0};
    mutable Mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable_any idle_;
    std::deque<Item> queue_ GUARDED_BY(mutex_);
    std::uint64_t pushed_ GUARDED_BY(mutex_) = 0;
    std::uint64_t written_ GUARDED_BY(mutex_) = 0;
    bool closed_ GUARDED_BY(mutex_) = false;
    std::optional<Error> failure_ GUARDED_BY(mutex_);

    std::jthread thread_;  // last: it uses all of the above
};

}  // namespace

Result<std::unique_ptr<RecordWriter>> RecordWriter::open(const Options& options) {
    std::optional<RecordFile> file;
    if (!options.path.empty()) {
        auto opened = RecordFile::open(options.path, options.overwrite);
        if (!opened) {
            return std::move(opened).error();
        }
        file = *std::move(opened);
    }
    return std::unique_ptr<RecordWriter>(
        std::make_unique<Writer>(std::move(file), options.events_fd));
}

Result<RecordWriter::TakenUp> RecordWriter::take_up(const std::string& path, int events_fd) {
    auto file = RecordFile::open_existing(path);
    if (!file) {
        return std::move(file).error();
    }
    auto record = read_record(path);  // under the lock
    if (!record) {
        return std::move(record).error();
    }
    if (record->damage) {
        return format_error(say("'%1' cannot be continued: %2", path, record->damage->text));
    }
    if (auto cut = file->cut_to(record->bytes); !cut) {
        return std::move(cut).error();
    }
    auto writer = std::make_unique<Writer>(*std::move(file), events_fd, &record->study);
    return TakenUp{.writer = std::move(writer), .study = std::move(record->study)};
}

}  // namespace throughline::record
