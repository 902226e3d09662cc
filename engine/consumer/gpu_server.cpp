// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_server.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/consumer/encoded_room.h"
#include "engine/consumer/gpu_messages.h"
#include "engine/consumer/gpu_plugin.h"
#include "engine/network/batch_fit.h"
#include "engine/network/device_program.h"

namespace throughline::consumer {
namespace {

/// How long a request may have to wait while the plug-in is waited for.
constexpr std::chrono::microseconds kLook{200};
constexpr std::chrono::seconds kSidePause{1};
/// How often the engine is told that a call goes on, which is far shorter than its patience.
constexpr std::chrono::milliseconds kGoesOnPause{50};

/// The batches' memory, which the engine has made. Empty: it cannot be mapped.
std::span<std::byte> map_arena() {
    struct stat facts{};
    if (::fstat(kGpuArenaFd, &facts) != 0 || facts.st_size <= 0) {
        return {};
    }
    const auto bytes = static_cast<std::size_t>(facts.st_size);
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, kGpuArenaFd, 0);
    return memory == MAP_FAILED ? std::span<std::byte>()
                                : std::span(static_cast<std::byte*>(memory), bytes);
}

void put_text(GpuReply& reply, const Error& error) {
    std::snprintf(reply.text, sizeof reply.text, "%s", describe(error).c_str());
}

/// Who hangs in a driver must not outlive the measurement. Not by PR_SET_PDEATHSIG, which comes
/// when the thread that started a process ends, and not only its program.
void end_with_the_engine(const std::stop_token& stop) {
    // glibc 2.36 declares pidfd_open() so that C++ cannot link it.
    const UniqueFd engine(static_cast<int>(::syscall(SYS_pidfd_open, ::getppid(), 0)));
    const UniqueFd served(::eventfd(0, EFD_CLOEXEC));
    const std::stop_callback wake(stop, [&] { ::eventfd_write(served.get(), 1); });
    std::array<pollfd, 2> ends{{{.fd = engine.get(), .events = POLLIN, .revents = 0},
                                {.fd = served.get(), .events = POLLIN, .revents = 0}}};
    while (::poll(ends.data(), ends.size(), -1) < 0 && errno == EINTR) {
    }
    if (ends[0].revents != 0) {
        ::kill(::getpid(), SIGKILL);
    }
}

network::Purpose purpose_of(const TlGpuConfig& config) {
    return config.phase == kTlGpuTraining ? network::Purpose::Training
                                          : network::Purpose::Inference;
}

class Server {
public:
    Result<void> serve(const std::string& plugin_path) {
        auto plugin = GpuPlugin::load(plugin_path);
        if (!plugin) {
            return std::move(plugin).error();
        }
        plugin_ = *std::move(plugin);
        arena_ = map_arena();
        if (arena_.empty()) {
            return Error{.code = ErrorCode::Internal,
                         .what = say("the batches' memory was not passed to the process")};
        }
        while (!over_) {
            if (auto went = take_request(); !went) {
                return went;
            }
            if (auto looked = look(); !looked) {
                return looked;
            }
        }
        return {};
    }

    static void send(const GpuReply& reply) {
        // A process that nobody listens to ends at the next request.
        static_cast<void>(::send(kGpuSocketFd, &reply, sizeof reply, MSG_NOSIGNAL));
    }

private:
    struct InFlight {
        std::uint64_t ticket = 0;
        bool copied = false;
        std::optional<TlGpuDone> done{};  ///< once it has finished
    };

    /// Waits for a request, but not while batches are in flight.
    Result<void> take_request() {
        pollfd end{.fd = kGpuSocketFd, .events = POLLIN, .revents = 0};
        constexpr int kIdleMs = 200;
        const int ready = ::poll(&end, 1, in_flight_.empty() ? kIdleMs : 0);
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            return {};
        }
        GpuRequest request;
        if (::recv(kGpuSocketFd, &request, sizeof request, 0) != sizeof request) {
            over_ = true;
            return {};
        }
        switch (request.act) {
            case GpuAct::MakeExchange:
                make_exchange();
                return {};
            case GpuAct::Open:
                return open(request);
            case GpuAct::Fit:
                return fit(request);
            case GpuAct::Ceiling:
                return measure_ceiling(request.seconds);
            case GpuAct::Submit:
                return submit(request);
        }
        return {};
    }

    void make_exchange() {
        GpuReply reply{.news = GpuNews::Exchange};
        if (const auto id = plugin_->make_exchange()) {
            reply.exchange = *id;
        } else {
            put_text(reply, id.error());
        }
        send(reply);
    }

    Result<void> open(const GpuRequest& request) {
        GpuReply reply{.news = GpuNews::Opened};
        auto session = open_session(request.config, request.network);
        if (!session) {
            return std::move(session).error();
        }
        session_ = *std::move(session);
        if (request.config.decode != kTlGpuDecodeNone) {
            const auto decoding = session_->decoding();
            if (!decoding) {
                return decoding.error();
            }
            reply.decoding = *decoding;
            room_bytes_ = request.room_bytes;
        }
        side_figures_ =
            std::jthread([this](const std::stop_token& stop) { tell_side_figures(stop); });
        if (request.pin != 0) {
            if (const auto pinned = plugin_->pin(arena_); !pinned) {
                put_text(reply, pinned.error());
            }
        }
        send(reply);
        return {};
    }

    /// A session that needs nothing but memory, of a batch that shrinks until the device has it.
    Result<void> fit(const GpuRequest& request) {
        const auto report = plugin_->probe();
        if (!report) {
            return report.error();
        }
        const TlGpuConfig& config = request.config;
        if (config.device >= report->devices.size()) {
            return usage_error(say("there is no such GPU"));
        }
        BatchFit found{.free_bytes = report->devices[config.device].memory_free_bytes};
        // Where the device does not tell, the trials alone decide.
        const std::uint64_t room = found.free_bytes == 0 ? UINT64_MAX : found.free_bytes;
        const auto largest = [&](std::uint64_t bytes) {
            return network::largest_batch(request.network,
                                          bytes,
                                          config.in_flight_max,
                                          config.batch_images,
                                          purpose_of(config));
        };
        const auto without_limit = largest(UINT64_MAX);
        const auto first = largest(network::bytes_used_up(room));
        if (!without_limit || !first) {
            return first ? without_limit.error() : first.error();
        }
        for (found.images = *first; found.images > 0;) {
            auto taken = holds(request, found.images);
            if (!taken) {
                return std::move(taken).error();
            }
            if (*taken) {
                break;
            }
            found.refused = found.images;
            found.images = network::smaller_batch(found.images);
        }
        if (found.images == 0) {
            return refusal_;
        }
        constexpr int kCloser = 2;
        for (int tries = 0; tries < kCloser && found.refused > 0; ++tries) {
            const std::uint32_t middle = network::batch_between(found.images, found.refused);
            if (middle == found.images) {
                break;
            }
            auto taken = holds(request, middle);
            if (!taken) {
                return std::move(taken).error();
            }
            (*taken ? found.images : found.refused) = middle;
        }
        found.limit = found.images < *without_limit                 ? BatchLimit::Memory
                      : found.images == request.config.batch_images ? BatchLimit::Setting
                                                                    : BatchLimit::Values;
        send({.news = GpuNews::Fits, .fit = found});
        return {};
    }

    /// Whether the device has the memory for such a batch, which is given back.
    Result<bool> holds(const GpuRequest& request, std::uint32_t images) {
        TlGpuConfig config = request.config;
        config.trial = 1;
        config.batch_images = images;
        const auto taken = open_session(config, request.network);
        if (!taken && taken.error().code != ErrorCode::Limit) {
            return taken.error();
        }
        send({.news = GpuNews::GoesOn});
        if (!taken) {
            refusal_ = taken.error();
        }
        return taken.has_value();
    }

    Result<std::unique_ptr<GpuSession>> open_session(TlGpuConfig config, const char* network) {
        if (config.work == kTlGpuNetwork || config.work == kTlGpuProxy) {
            auto program =
                network::built_in_program(network, config.batch_images, purpose_of(config));
            if (!program) {
                return std::move(program).error();
            }
            program_ = *std::move(program);
            view_ = program_.view();
            config.program = &view_;
        }
        return plugin_->open(config);
    }

    /// What was submitted before ends first.
    Result<void> measure_ceiling(double seconds) {
        while (!in_flight_.empty()) {
            if (auto looked = look(); !looked) {
                return looked;
            }
        }
        auto ceiling = session_->ceiling(seconds);
        if (!ceiling) {
            return std::move(ceiling).error();
        }
        send({.news = GpuNews::Ceiling, .ceiling = *ceiling});
        return tell_remarks();
    }

    Result<void> submit(const GpuRequest& request) {
        TlGpuBatch batch{};
        batch.images = request.images;
        batch.together = request.together;
        told_at_ = std::chrono::steady_clock::now();
        batch.goes_on = [](void* server) { static_cast<Server*>(server)->goes_on(); };
        batch.goes_on_context = this;
        if (room_bytes_ > 0) {
            encoded_.clear();
            for (std::uint32_t i = 0; i < request.images; ++i) {
                encoded_.push_back(encoded_in(
                    arena_.subspan(request.offset_bytes + i * room_bytes_, room_bytes_)));
            }
            batch.encoded = encoded_.data();
        } else {
            batch.pixels =
                reinterpret_cast<const std::uint8_t*>(arena_.data()) + request.offset_bytes;
        }
        auto ticket = session_->submit(batch);
        if (!ticket) {
            return std::move(ticket).error();
        }
        in_flight_.push_back({.ticket = *ticket});
        return {};
    }

    /// An image was decoded: many take longer together than the engine waits for a sign of life.
    void goes_on() {
        const auto now = std::chrono::steady_clock::now();
        if (now - told_at_ >= kGoesOnPause) {
            told_at_ = now;
            send({.news = GpuNews::GoesOn});
        }
    }

    /// Tells what was copied and what has finished; both in the order in which the batches came.
    Result<void> look() {
        for (InFlight& batch : in_flight_) {
            const bool is_first = &batch == &in_flight_.front();
            if (batch.copied && !is_first) {
                continue;
            }
            if (auto asked = ask(batch, is_first ? kLook : kLook.zero()); !asked) {
                return asked;
            }
            if (!batch.copied) {
                break;
            }
        }
        while (!in_flight_.empty() && in_flight_.front().done) {
            send({.news = GpuNews::Finished, .done = *in_flight_.front().done});
            in_flight_.pop_front();
            constexpr std::uint64_t kFirst = 16;  // what is found out at all is found out by then
            if (++finished_ == kFirst) {
                return tell_remarks();
            }
        }
        return {};
    }

    Result<void> tell_remarks() {
        const auto remarks = session_->remarks();
        if (!remarks) {
            return remarks.error();
        }
        if (*remarks != remarks_) {
            remarks_ = *remarks;
            GpuReply reply{.news = GpuNews::Remarks};
            std::snprintf(reply.text, sizeof reply.text, "%s", remarks_.c_str());
            send(reply);
        }
        return {};
    }

    Result<void> ask(InFlight& batch, std::chrono::microseconds patience) {
        const auto done = session_->wait(batch.ticket, patience);
        if (!done) {
            return done.error();
        }
        const bool finished = done->finished != 0;
        if (!batch.copied && (finished || done->copied != 0)) {
            batch.copied = true;
            send({.news = GpuNews::Copied});
        }
        if (finished) {
            batch.done = *done;
        }
        return {};
    }

    /// A thread's: asking the driver takes milliseconds, in which no batch would be begun; and the
    /// ceiling is measured beside it as the fed run is. Side figures are not what is measured:
    /// without them, or while they hang, everything goes on.
    void tell_side_figures(const std::stop_token& stop) {
        bool told = true;
        while (told && !stop.stop_requested()) {
            GpuReply reply{.news = GpuNews::Side};
            if (const auto sample = session_->stats()) {
                reply.sample = *sample;
            } else {
                reply.sample = {.struct_bytes = sizeof reply.sample,
                                .reserved = 0,
                                .utilisation_percent = NAN,
                                .memory_used_bytes = NAN,
                                .power_watts = NAN,
                                .clock_hertz = NAN,
                                .temperature_celsius = NAN};
                put_text(reply, sample.error());
                told = false;  // it would say the same again
            }
            send(reply);
            pause_for(kSidePause, stop);
        }
    }

    network::DeviceProgram program_;  ///< that the session runs
    TlGpuProgram view_{};
    std::unique_ptr<GpuPlugin> plugin_;  ///< outlives the session
    std::unique_ptr<GpuSession> session_;
    std::span<std::byte> arena_;
    std::deque<InFlight> in_flight_;
    Error refusal_;                      ///< the last of a batch that the device did not hold
    std::uint64_t room_bytes_ = 0;       ///< of an encoded image in the arena; 0: they are pixels
    std::vector<TlGpuEncoded> encoded_;  ///< of the batch at hand
    std::chrono::steady_clock::time_point told_at_{};
    bool over_ = false;
    std::uint64_t finished_ = 0;
    std::string remarks_;        ///< that were told
    std::jthread side_figures_;  ///< last: ends before the session goes
};

}  // namespace

int serve_gpu(const std::string& plugin_path) {
    const std::jthread watch(end_with_the_engine);  // first: it watches over the end of the rest
    Server server;
    const auto served = server.serve(plugin_path);
    if (served) {
        return 0;
    }
    GpuReply reply{.news = GpuNews::Failed,
                   .error_code = static_cast<std::uint32_t>(served.error().code)};
    put_text(reply, served.error());
    Server::send(reply);
    return 1;
}

}  // namespace throughline::consumer
