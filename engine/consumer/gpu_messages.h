// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/consumer/gpu_options.h"
#include "engine/consumer/gpu_plugin_abi.h"

// What passes between the engine and the process that serves a GPU plug-in: one struct a packet.
// Both ends are the same program, so that they agree on the layout.
namespace throughline::consumer {

/// Where the serving process finds its two descriptors.
constexpr int kGpuSocketFd = 3;
constexpr int kGpuArenaFd = 4;

enum class GpuAct : std::uint32_t { MakeExchange, Open, Fit, Ceiling, Submit };

struct GpuRequest {
    GpuAct act = GpuAct::Open;
    std::uint32_t pin = 0;           ///< Open: page-lock the arena
    TlGpuConfig config{};            ///< Open and Fit, without its program; Fit: at most so many
    char network[64]{};              ///< of the catalogue, for a network or its proxy
    std::uint64_t room_bytes = 0;    ///< Open, where it decodes: of an image in the arena
    double seconds = 0.0;            ///< Ceiling
    std::uint64_t offset_bytes = 0;  ///< Submit: of the pixels in the arena
    std::uint32_t images = 0;        ///< Submit
    std::uint32_t together = 0;      ///< Submit: with an exchange of gradients
};

enum class GpuNews : std::uint32_t {
    Exchange,  ///< answers MakeExchange; with `text` why there is none
    Opened,    ///< with `text` why memory could not be pinned, and `decoding` where it decodes
    GoesOn,    ///< what was asked takes long, and is not dead: a batch was tried for Fit, or images
               ///< of one were decoded
    Fits,      ///< answers Fit
    Ceiling,   ///< answers Ceiling
    Copied,    ///< the oldest batch not yet copied
    Finished,  ///< the oldest batch not yet finished; it was copied
    Side,      ///< side figures, about once a second; or with `text` why there are none
    Remarks,   ///< with `text`, where it is another than before
    Failed,    ///< with `error_code` and `text`; nothing comes after it
};

struct GpuReply {
    GpuNews news = GpuNews::Failed;
    std::uint32_t error_code = 0;
    TlGpuExchangeId exchange{};
    BatchFit fit{};
    TlGpuCeiling ceiling{};
    TlGpuDone done{};
    TlGpuSample sample{};
    TlGpuDecoding decoding{};
    char text[1024]{};
};

static_assert(std::is_trivially_copyable_v<GpuRequest> && std::is_trivially_copyable_v<GpuReply>);

}  // namespace throughline::consumer
