// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/client.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/remote_run/open_engine.h"
#include "engine/remote_run/record_receiver.h"
#include "engine/remote_run/ssh_connection.h"
#include "engine/remote_run/ssh_failure.h"

namespace throughline::remote_run {
namespace {

using namespace std::chrono_literals;

/// Signs of life come each second; a busy computer may be late.
constexpr std::chrono::seconds kSilence{5};

/// One run, over as many connections as it takes. Thread: one owner.
class Follower {
public:
    Follower(const Target& target, const Wishes& wishes)
        : target_(target), wishes_(wishes), request_(wishes.request) {
        request_.beats = true;
    }

    Result<JobEnd> run() {
        for (int tries = 0;;) {
            auto end = connect_and_follow();
            if (end || !may_try_again_) {
                return end;
            }
            tries = heard_ ? 1 : tries + 1;
            if (tries > wishes_.tries_most) {
                return Error{.code = ErrorCode::Io,
                             .what = say("'%1' cannot be reached any more; run %2 goes on there",
                                         target_.host,
                                         request_.id)};
            }
            wait_before(tries, end.error());
        }
    }

private:
    /// Once a second at most where nothing but seconds differs. `patience`: how long it may be
    /// silent before that is told.
    void tell_silence(const std::string& text, bool waits, std::chrono::seconds patience = 0s) {
        const SteadyTime now = steady_now();
        const auto ago = std::chrono::floor<std::chrono::seconds>(now - last_heard_);
        const bool only_counts = !told_.is_heard && told_.waits == waits && waited_for_ == patience;
        if (ago < patience || (only_counts && now - told_at_ < 1s)) {
            return;
        }
        tell({.text = text,
              .is_heard = false,
              .heard_ago = ago,
              .waits = waits,
              .only_counts = only_counts},
             patience);
    }
    void tell_heard() {
        last_heard_ = steady_now();
        if (!told_.is_heard) {
            tell({}, 0s);
        }
    }
    void tell(Link link, std::chrono::seconds patience) {
        told_ = std::move(link);
        told_at_ = steady_now();
        waited_for_ = patience;
        if (wishes_.on_link) {
            wishes_.on_link(told_);
        }
    }

    /// Does not end at once where the run was asked to end before; ends when the next try is
    /// wished.
    void wait_before(int nth, const Error& cause) {
        const auto seconds = std::chrono::seconds(seconds_before_try(nth));
        const SteadyTime until = steady_now() + seconds;
        const std::string why = last_line(cause.what.substr(0, cause.what.find('\n')));
        const std::string which = std::to_string(nth);
        const std::string most = std::to_string(wishes_.tries_most);
        const std::stop_token stop =
            wishes_.stop.stop_requested() ? std::stop_token() : wishes_.stop;
        do {
            const auto left = std::chrono::ceil<std::chrono::seconds>(until - steady_now());
            tell_silence(say("The connection to '%1' broke (%2). The run goes on there; trying "
                             "again in %3 s (%4 of %5).",
                             target_.host,
                             why,
                             std::to_string(left.count()),
                             which,
                             most),
                         true);
        } while (!is_try_wished() && steady_now() < until &&
                 pause_until(std::min(until, steady_now() + 100ms), stop));
        connecting_ =
            say("The connection to '%1' broke (%2). The run goes on there; trying again "
                "now (%3 of %4).",
                target_.host,
                why,
                which,
                most);
    }

    /// Keeps the other commands that have come until there is a connection.
    bool is_try_wished() {
        bool is_wished = false;
        for (std::string& command :
             wishes_.commands ? wishes_.commands() : std::vector<std::string>()) {
            const bool now = is_try_now(command);
            is_wished = is_wished || now;
            if (!now) {
                commands_.push_back(std::move(command));
            }
        }
        return is_wished;
    }

    Result<JobEnd> connect_and_follow() {
        heard_ = false;
        stop_sent_ = false;
        is_beating_ = false;
        const std::function<void()> still_connecting = [this] { tell_silence(connecting_, false); };
        auto engine =
            open_engine(target_, request_, connecting_.empty() ? nullptr : still_connecting);
        if (!engine) {
            return std::move(engine).error();
        }
        if (wishes_.on_hello && !may_try_again_) {
            wishes_.on_hello(engine->hello);
        }
        may_try_again_ = true;
        SshConnection& connection = *engine->connection;
        for (;;) {
            pass_commands(connection);
            std::string line;
            switch (connection.next_line(line, 100ms)) {
                case LineReader::Got::Nothing:
                    if (is_beating_) {
                        tell_silence({}, false, kSilence);
                    }
                    continue;
                case LineReader::Got::End:
                    return broken(connection);
                case LineReader::Got::Line:
                    tell_heard();
                    break;
            }
            if (line.starts_with(kEventMark)) {
                take_event(line);
            } else if (auto done = take_answer(connection, line)) {
                return *std::move(done);
            }
        }
    }

    static Error broken(SshConnection& connection) {
        static_cast<void>(connection.wait(2s));
        std::string why = last_line(connection.errors());
        return {.code = ErrorCode::Io,
                .what = why.empty() ? say("the line was cut") : std::move(why)};
    }

    void take_event(std::string_view line) {
        request_.events_from += static_cast<std::int64_t>(line.size());  // mark and newline alike
        line.remove_prefix(1);
        if (wishes_.on_event) {
            wishes_.on_event(line);
        }
    }

    void pass_commands(const SshConnection& connection) {
        if (wishes_.stop.stop_requested() && !stop_sent_) {
            stop_sent_ = true;
            if (connection.send("{\"command\":\"stop\"}\n") && wishes_.on_stop_sent) {
                wishes_.on_stop_sent();
            }
        }
        static_cast<void>(is_try_wished());  // there is a connection
        std::string text;
        for (const std::string& command : std::exchange(commands_, {})) {
            text += command + "\n";
        }
        if (!text.empty()) {
            static_cast<void>(connection.send(text).has_value());  // a broken line is seen next
        }
    }

    /// None: it goes on.
    std::optional<Result<JobEnd>> take_answer(SshConnection& connection, const std::string& line) {
        auto answer = parse_answer(line);
        if (!answer) {
            return std::move(answer).error();
        }
        if (answer->error) {
            may_try_again_ = false;
            return *answer->error;
        }
        is_beating_ = is_beating_ || answer->beat;
        if (answer->begun) {
            heard_ = true;
            request_.id = answer->begun->id;
            request_.events_from = answer->begun->events_from;
            if (wishes_.on_begun) {
                wishes_.on_begun();
            }
            return {};
        }
        return answer->end ? std::optional(take_end(connection, *std::move(answer->end)))
                           : std::nullopt;
    }

    Result<JobEnd> take_end(SshConnection& connection, JobEnd end) {
        if (end.record_bytes > 0 && wishes_.record.empty()) {
            return end;  // it stays there
        }
        if (end.record_bytes > 0) {
            if (auto received = receive_record(connection, end, wishes_.record); !received) {
                // A full disk here is not mended by asking again.
                may_try_again_ = received.error().code == ErrorCode::Io;
                return std::move(received).error();
            }
        }
        static_cast<void>(connection.send(fetched_line()).has_value());
        static_cast<void>(connection.wait(5s));
        return end;
    }

    const Target& target_;
    const Wishes& wishes_;
    Request request_;
    bool may_try_again_ = false;  ///< an engine has answered before
    bool heard_ = false;          ///< on this connection
    bool stop_sent_ = false;      ///< on this connection
    bool is_beating_ = false;     ///< the other end gives signs of life, on this connection
    std::string connecting_{};    ///< what is told while a connection is made again; "" = the first
    std::vector<std::string> commands_{};  ///< that wait for a connection
    Link told_{};
    std::chrono::seconds waited_for_{0};  ///< before what was told last
    SteadyTime told_at_{};
    SteadyTime last_heard_ = steady_now();
};

}  // namespace

int seconds_before_try(int nth) noexcept {
    constexpr std::array<int, 5> kSeconds{1, 2, 4, 8, 15};
    constexpr int kFurther = 30;
    const auto place = static_cast<std::size_t>(nth < 1 ? 0 : nth - 1);
    return place < kSeconds.size() ? kSeconds[place] : kFurther;
}

Result<JobEnd> follow_run(const Target& target, const Wishes& wishes) {
    return Follower(target, wishes).run();
}

}  // namespace throughline::remote_run
