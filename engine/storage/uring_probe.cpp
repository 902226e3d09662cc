// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/uring_probe.h"

#include "engine/storage/uring_ring.h"

namespace throughline::storage {

UringAvailability io_uring_availability() {
    const auto ring = open_ring(4, 8);
    if (!ring) {
        return {.available = false, .reason = describe(ring.error())};
    }
    return {.available = true, .reason = {}};
}

}  // namespace throughline::storage
