// SPDX-License-Identifier: Apache-2.0
#include "engine/loader/loader_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include "engine/base/child_process.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/base/visible_text.h"

namespace throughline::loader {
namespace {

constexpr std::size_t kLineBytesMax = 1U << 16U;
/// For the end of one that was asked to end; torch waits five seconds for workers that hang.
constexpr std::chrono::milliseconds kGoodbye{2000};
/// For the keeper, which has two seconds to end all.
constexpr std::chrono::milliseconds kKeeperEnds{3000};
/// For what was written to stderr last.
constexpr std::chrono::milliseconds kLastWords{500};

void wake(int event) {
    const std::uint64_t one = 1;
    static_cast<void>(::write(event, &one, sizeof one) == 0);
}

Error stopped() {
    return Error{.code = ErrorCode::Stopped, .what = say("stopped while the loader worked")};
}

/// Whether a descriptor has something, or its other end is gone.
bool is_ready(int fd, std::chrono::milliseconds patience) {
    pollfd end{.fd = fd, .events = POLLIN, .revents = 0};
    return ::poll(&end, 1, static_cast<int>(patience.count())) > 0;
}

}  // namespace

LoaderProcess::LoaderProcess(LoaderOptions options) : options_(std::move(options)) {}

LoaderProcess::~LoaderProcess() {
    end();
}

Result<std::unique_ptr<LoaderProcess>> LoaderProcess::start(const LoaderOptions& options,
                                                            const std::stop_token& stop) {
    std::unique_ptr<LoaderProcess> loader(new LoaderProcess(options));
    const SteadyTime began = steady_now();
    if (auto opened = loader->open(); !opened) {
        return std::move(opened).error();
    }
    loader->asked_ = say("to get ready");
    if (auto said = loader->say_to_it(hello_line(options.point)); !said) {
        return std::move(said).error();
    }
    auto first = loader->answer(stop);
    if (!first) {
        return std::move(first).error();
    }
    auto* const ready = std::get_if<Ready>(&*first);
    if (ready == nullptr) {
        return loader->failure(say("the loader gave another answer than that it is ready"), {});
    }
    loader->about_ = std::move(*ready);
    loader->ready_seconds_ = in_seconds(steady_now() - began);
    return loader;
}

Result<void> LoaderProcess::open() {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    std::array<int, 2> err{};
    wake_ = UniqueFd(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    // A socket where we write, so that one that is gone is an error and no signal.
    if (!wake_ || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0) {
        return errno_error(say("start the loader"), errno);
    }
    in_ = UniqueFd(in[0]);
    const UniqueFd its_in(in[1]);
    if (::pipe2(out.data(), O_CLOEXEC) != 0) {
        return errno_error(say("start the loader"), errno);
    }
    out_ = UniqueFd(out[0]);
    const UniqueFd its_out(out[1]);
    if (::pipe2(err.data(), O_CLOEXEC) != 0) {
        return errno_error(say("start the loader"), errno);
    }
    UniqueFd our_err(err[0]);
    const UniqueFd its_err(err[1]);
    auto kept = start_kept(options_.command,
                           {.in = its_in.get(), .out = its_out.get(), .err = its_err.get()});
    if (!kept) {
        return std::move(kept).error();
    }
    kept_ = *std::move(kept);
    errors_.begin(std::move(our_err), wake_.get());
    return {};
}

Result<void> LoaderProcess::begin_epoch(std::uint64_t epoch) {
    epoch_ = epoch;
    batches_ = 0;
    asked_ = say("to begin epoch %1", std::to_string(epoch + 1));
    return say_to_it(epoch_line(epoch));
}

Result<std::optional<LoadedBatch>> LoaderProcess::next(const std::stop_token& stop) {
    asked_ =
        say("for batch %1 of epoch %2", std::to_string(batches_ + 1), std::to_string(epoch_ + 1));
    if (auto said = say_to_it(next_line()); !said) {
        return std::move(said).error();
    }
    const auto got = answer(stop);
    if (!got) {
        return got.error();
    }
    if (std::holds_alternative<EpochEnd>(*got)) {
        return std::optional<LoadedBatch>();
    }
    const auto* const batch = std::get_if<LoadedBatch>(&*got);
    if (batch == nullptr) {
        return failure(say("the loader gave another answer than a batch"), {});
    }
    if (batch->images == 0) {
        return failure(say("the loader delivered a batch without an image"), {});
    }
    ++batches_;
    return std::optional(*batch);
}

Result<void> LoaderProcess::say_to_it(const std::string& line) {
    std::size_t sent = 0;
    while (sent < line.size()) {
        const ssize_t got = ::send(in_.get(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return ended();
        }
        sent += static_cast<std::size_t>(got);
    }
    return {};
}

Result<Answer> LoaderProcess::answer(const std::stop_token& stop) {
    auto line = read_line(stop);
    if (!line) {
        return std::move(line).error();
    }
    auto parsed = parse_answer(*line);
    if (!parsed) {
        return failure(parsed.error().what, {});
    }
    if (const auto* const complaint = std::get_if<Complaint>(&*parsed)) {
        return failure(say("the loader reports: %1", visible_line(complaint->text)), kLastWords);
    }
    return parsed;
}

Result<std::string> LoaderProcess::read_line(const std::stop_token& stop) {
    const std::stop_callback on_stop(stop, [event = wake_.get()] { wake(event); });
    const SteadyTime deadline = steady_now() + from_seconds(options_.patience_seconds);
    while (true) {
        if (const std::size_t end = said_.find('\n'); end != said_.npos) {
            std::string line = said_.substr(0, end);
            said_.erase(0, end + 1);
            return line;
        }
        if (said_.size() > kLineBytesMax) {
            return failure(say("the loader said more than 64 KiB without an end of line"), {});
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_now());
        if (left <= left.zero()) {
            return failure(say("the loader gave no answer for %1 when it was asked %2",
                               shortest_text(options_.patience_seconds) + " s",
                               asked_),
                           {});
        }
        std::array<pollfd, 3> ends{{{.fd = out_.get(), .events = POLLIN, .revents = 0},
                                    {.fd = wake_.get(), .events = POLLIN, .revents = 0},
                                    {.fd = kept_.line.get(), .events = POLLIN, .revents = 0}}};
        if (::poll(ends.data(), ends.size(), static_cast<int>(left.count())) < 0) {
            continue;  // EINTR
        }
        if (stop.stop_requested() || ends[1].revents != 0) {
            return stopped();
        }
        std::array<char, 4096> piece{};
        const ssize_t got =
            ends[0].revents != 0 ? ::read(out_.get(), piece.data(), piece.size()) : -1;
        if (got > 0) {
            said_.append(piece.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || ends[2].revents != 0) {
            return ended();
        }
    }
}

/// `what`, with what the loader has written to its stderr.
Error LoaderProcess::failure(std::string what, Nanoseconds patience) {
    in_.reset();  // nobody waits for its end
    const std::string words = errors_.last_lines(patience);
    return Error{.code = ErrorCode::Io,
                 .what = words.empty() ? std::move(what)
                                       : say("%1; it wrote: %2", what, visible_line(words))};
}

/// It has ended, or closed its stdout, in place of an answer.
Error LoaderProcess::ended() {
    int status = -1;
    const bool told = is_ready(kept_.line.get(), kLastWords) &&
                      ::recv(kept_.line.get(), &status, sizeof status, MSG_DONTWAIT) ==
                          static_cast<ssize_t>(sizeof status);
    return failure(told ? say("the loader %1 when it was asked %2", child_end_text(status), asked_)
                        : say("the loader closed its output when it was asked %1", asked_),
                   kLastWords);
}

void LoaderProcess::end() {
    if (kept_.keeper <= 0) {
        return;
    }
    if (in_) {
        const std::string line = stop_line();
        static_cast<void>(::send(in_.get(), line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
        in_.reset();
        out_.reset();
        static_cast<void>(is_ready(kept_.line.get(), kGoodbye));
    }
    kept_.line.reset();  // the keeper ends what is left
    static_cast<void>(await_child(std::exchange(kept_.keeper, -1), kKeeperEnds));
    wake(wake_.get());
}

}  // namespace throughline::loader
