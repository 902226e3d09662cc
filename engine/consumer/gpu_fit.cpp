// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/gpu_fit.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/batch/batch_arena.h"
#include "engine/consumer/gpu_config.h"
#include "engine/consumer/gpu_process.h"

namespace throughline::consumer {
namespace {

/// Its answer; none when it says nothing for too long. Sets `gone` when there will be none.
std::optional<GpuReply> await_fit(GpuProcess& process,
                                  const GpuAccess& access,
                                  const std::stop_token& stop,
                                  bool& gone) {
    constexpr std::chrono::milliseconds kLook{100};
    auto deadline = std::chrono::steady_clock::now() + access.waking_patience;
    while (!gone && !stop.stop_requested() && std::chrono::steady_clock::now() < deadline) {
        if (!process.await_reply(kLook)) {
            continue;
        }
        auto reply = process.receive();
        gone = !reply;
        deadline = std::chrono::steady_clock::now() + access.patience;
        if (reply && (reply->news == GpuNews::Fits || reply->news == GpuNews::Failed)) {
            return reply;
        }
    }
    return std::nullopt;
}

}  // namespace

Result<BatchFit> fit_batch(const GpuOptions& options, std::uint32_t most, std::stop_token stop) {
    // Nothing is copied, but the process maps what it is given.
    const auto nothing = batch::BatchArena::make(
        {.slots = 1, .images_per_slot = 1, .bytes_per_image = 1, .place = {}, .shared = true});
    if (!nothing) {
        return nothing.error();
    }
    auto process = GpuProcess::start(options.access, options.device, nothing->file());
    if (!process) {
        return std::move(process).error();
    }
    GpuRequest request{.act = GpuAct::Fit, .config = config_of(options, most)};
    options.network.copy(request.network, sizeof request.network - 1);
    static_cast<void>((*process)->send(request).has_value());
    bool gone = false;
    const auto reply = await_fit(**process, options.access, stop, gone);
    if (reply && reply->news == GpuNews::Fits) {
        return reply->fit;
    }
    const std::string doing = say("it looked for the largest batch");
    if (reply) {
        return Error{.code = static_cast<ErrorCode>(reply->error_code), .what = reply->text};
    }
    if (stop.stop_requested()) {
        return Error{.code = ErrorCode::Stopped, .what = say("stopped while %1", doing)};
    }
    constexpr std::chrono::milliseconds kGrace{200};
    const std::string end = gone ? (*process)->await_end(kGrace) : std::string();
    const double seconds = std::chrono::duration<double>(options.access.patience).count();

    if (!gone) {
        (*process)->kill();
    }
    return Error{
        .code = ErrorCode::Internal,
        .what =
            gone ? say("the process of GPU plug-in '%1' %2 while %3",
                       options.access.plugin,
                       end.empty() ? say("closed the connection") : end,
                       doing)
                 : say("GPU plug-in '%1' did not answer for %2 while %3, so its process was ended",
                       options.access.plugin,
                       format_duration(seconds),
                       doing)};
}

}  // namespace throughline::consumer
