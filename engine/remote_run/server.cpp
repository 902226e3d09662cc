// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/server.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/remote_run/job_folder.h"
#include "engine/remote_run/keeper.h"
#include "engine/remote_run/line_reader.h"
#include "engine/remote_run/messages.h"

namespace throughline::remote_run {
namespace {

using namespace std::chrono_literals;

/// How often it is looked whether there are events; the run does not notice.
constexpr auto kLook = 100ms;
constexpr auto kBeat = 1s;

/// One connection.
class Session {
public:
    explicit Session(const ServeOptions& options) : options_(options), in_(options.in) {}

    Result<void> run() {
        std::string line;
        if (in_.next(line, 60s) != LineReader::Got::Line) {
            return format_error(say("no request came"));
        }
        const auto request = parse_request(line);
        if (!request) {
            return tell(request.error());
        }
        const Answer::Hello hello{
            .protocol = kProtocol, .version = options_.version, .facts = options_.facts};
        if (!send(to_line(Answer{.hello = hello}))) {
            return {};
        }
        const Answer::Hello theirs{.protocol = request->protocol, .version = request->version};
        const auto fits = check_versions(theirs, options_.version, say("the other side"));
        if (!fits) {
            return tell(fits.error());
        }
        if (request->act == Act::List) {
            static_cast<void>(send(to_line(Answer{.jobs = job_rows(options_.root)})));
            return {};
        }
        auto job = job_of(*request);
        beats_ = request->beats;
        return job ? follow(*job, request->events_from) : tell(job.error());
    }

private:
    bool send(std::string_view text) const { return write_all(options_.out, text).has_value(); }

    Result<void> tell(const Error& error) const {
        static_cast<void>(send(to_line(Answer{.error = error})));
        return error;
    }

    Result<JobFolder> job_of(const Request& request) const {
        auto known = JobFolder::find(options_.root, request.id);
        if (known || request.act == Act::Follow) {
            return known;
        }
        auto made = JobFolder::make(options_.root, request);
        if (!made) {
            return std::move(made).error();
        }
        if (auto started = start_keeper(*made, options_.program); !started) {
            static_cast<void>(made->job.remove().has_value());
            return std::move(started).error();
        }
        return std::move(made->job);
    }

    /// Sends the complete lines that the file has behind `from`. False: the other end is gone.
    bool send_events(int file, std::int64_t& from) const {
        std::string piece(1U << 16U, '\0');
        for (;;) {
            const ssize_t got = ::pread(file, piece.data(), piece.size(), from);
            const std::string_view there(piece.data(), static_cast<std::size_t>(got > 0 ? got : 0));
            const std::size_t last = there.rfind('\n');
            if (last == std::string_view::npos) {
                if (got < static_cast<ssize_t>(piece.size())) {
                    return true;
                }
                piece.resize(piece.size() * 2);  // a line that is longer than that
                continue;
            }
            std::string text;
            for (std::size_t at = 0; at <= last;) {
                const std::size_t end = there.find('\n', at);
                text += kEventMark;
                text += there.substr(at, end + 1 - at);
                at = end + 1;
            }
            if (!send(text)) {
                return false;
            }
            from += static_cast<std::int64_t>(last) + 1;
        }
    }

    /// Says that this end is there, once a second. False: the other end is gone.
    bool beat() {
        const SteadyTime now = steady_now();
        if (!beats_ || now - last_beat_ < kBeat) {
            return true;
        }
        last_beat_ = now;
        return send(to_line(Answer{.beat = true}));
    }

    /// Waits for what the other end says, and hands it on. False: it is gone.
    bool take_commands(const JobFolder& job) {
        std::string line;
        const auto got = in_.next(line, kLook);
        if (got == LineReader::Got::Line) {
            job.command(line);
        }
        return got != LineReader::Got::End;
    }

    /// What was said before the other end went, such as that the run is to end.
    void obey_last_words(const JobFolder& job) {
        for (std::string line; in_.next(line, 0ms) == LineReader::Got::Line;) {
            job.command(line);
        }
    }

    Result<void> follow(const JobFolder& job, std::int64_t from) {
        const auto events = open_file(job.events_file(), O_RDONLY | O_CREAT, S_IRUSR | S_IWUSR);
        if (!events) {
            return tell(events.error());
        }
        if (from < 0) {
            struct stat info{};
            from = ::fstat(events->get(), &info) == 0 ? info.st_size : 0;
        }
        const Answer::Begun begun{.id = job.id(), .events_from = from};
        if (!send(to_line(Answer{.begun = begun}))) {
            return {};
        }
        for (;;) {
            // Asked first: what came before the end is in the file then.
            const auto end = job.end();
            if (!send_events(events->get(), from) || !beat()) {
                obey_last_words(job);
                return {};
            }
            if (end) {
                return hand_over(job, *end);
            }
            if (!job.is_kept()) {  // it would be waited for without end
                return tell({.code = ErrorCode::NotFound,
                             .what = say("the run '%1' is no longer there: its record was fetched "
                                         "elsewhere, or removed",
                                         job.id())});
            }
            if (!take_commands(job)) {
                return {};
            }
        }
    }

    Result<void> hand_over(const JobFolder& job, const JobEnd& end) {
        if (!send(to_line(Answer{.end = end}))) {
            return {};
        }
        if (end.record_bytes > 0) {
            const auto file = open_file(job.record_file(), O_RDONLY);
            if (!file) {
                return file.error();
            }
            std::string piece(1U << 18U, '\0');
            for (ssize_t got = 0; (got = ::read(file->get(), piece.data(), piece.size())) > 0;) {
                if (!send(std::string_view(piece).substr(0, static_cast<std::size_t>(got)))) {
                    return {};
                }
            }
        }
        std::string line;
        for (;;) {
            const auto got = in_.next(line, 60s);
            if (got != LineReader::Got::Line) {
                return {};  // it did not arrive, or nobody said so: it waits
            }
            if (is_fetched_line(line)) {
                return job.remove();
            }
        }
    }

    const ServeOptions& options_;
    LineReader in_;
    SteadyTime last_beat_{};
    bool beats_ = false;
};

}  // namespace

Result<void> serve(const ServeOptions& options) {
    return Session(options).run();
}

}  // namespace throughline::remote_run
