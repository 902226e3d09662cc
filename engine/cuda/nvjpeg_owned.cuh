// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

#include "engine/cuda/nvjpeg_api.cuh"

namespace throughline::cuda::nvjpeg {

/// What nvJPEG made, with the function of the library that takes it back.
template <class Thing>
struct GiveBack {
    Status (*function)(Thing) = nullptr;
    void operator()(Thing thing) const noexcept { static_cast<void>(function(thing)); }
};
template <class Thing>
using Owned = std::unique_ptr<std::remove_pointer_t<Thing>, GiveBack<Thing>>;

/// Calls `make` with the arguments and where the thing goes.
template <class Thing, class Make, class... Arguments>
Status make(Owned<Thing>& owned, Status (*give_back)(Thing), Make make, Arguments... arguments) {
    Thing thing = nullptr;
    const Status status = make(arguments..., &thing);
    if (status == Status::Success) {
        owned = Owned<Thing>(thing, GiveBack<Thing>{give_back});
    }
    return status;
}

}  // namespace throughline::cuda::nvjpeg
