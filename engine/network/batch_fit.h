// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/network/device_program.h"

namespace throughline::network {

/// Device memory of a session that runs a program: results, weights and probabilities, the room
/// that engines share, and `in_flight` batches of pixels.
std::uint64_t session_bytes(const DeviceProgram& program, std::uint32_t in_flight) noexcept;

/// What of the free memory a session may take: the driver, loaded kernels and what falls between
/// two pieces need the rest. Source: an estimate, 15 %; what really fits only the device tells.
std::uint64_t usable_bytes(std::uint64_t free_bytes) noexcept;

/// What is free for a session whose estimate is to take all of the free memory, not only what
/// usable_bytes() leaves of it: trials begin there, and the device says what it really has.
std::uint64_t bytes_used_up(std::uint64_t free_bytes) noexcept;

/// Whether a program fits, and cuDNN can take its tensors. Errors: Limit; Unsupported.
Result<void> check_fit(const DeviceProgram& program,
                       std::uint64_t free_bytes,
                       std::uint32_t in_flight);

/// The largest batch of a built-in network that passes check_fit(), of at most `most` images; a
/// multiple of 8 where it is more than 8. Errors: Limit when not even one image fits; NotFound.
Result<std::uint32_t> largest_batch(std::string_view id,
                                    std::uint64_t free_bytes,
                                    std::uint32_t in_flight,
                                    std::uint32_t most,
                                    Purpose purpose = Purpose::Inference);

/// The next batch to try when one did not fit after all: an eighth less. 0 = there is none.
std::uint32_t smaller_batch(std::uint32_t images) noexcept;

/// The batch to try between one that fits and one that does not; `fits` where there is none.
std::uint32_t batch_between(std::uint32_t fits, std::uint32_t refused) noexcept;

}  // namespace throughline::network
