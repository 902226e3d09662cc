// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::selftest {

/// Starts a server on the loopback interface whose clients get so many bytes per second together,
/// in a process of its own, which is no descendant of this one: a training's server is no part of
/// it. It ends with its last client, or some seconds after `seconds`.
/// Returns: its port. Thread: the only one of the process.
/// Errors: Io, with errno.
Result<std::uint16_t> start_full_link(double bytes_per_second, double seconds);

/// None (-1) where it does not answer.
UniqueFd connect_to_link(std::uint16_t port);
/// Asks for one image and reads it, 100 kB. Blocks: as long as the link is busy with others.
bool fetch_from_link(int server);

}  // namespace throughline::selftest
