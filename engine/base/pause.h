// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stop_token>

namespace throughline {

/// Does nothing until `until`, or until `stop` is asked for. False: it was.
bool pause_until(std::chrono::steady_clock::time_point until, const std::stop_token& stop);
bool pause_for(std::chrono::steady_clock::duration time, const std::stop_token& stop);

}  // namespace throughline
