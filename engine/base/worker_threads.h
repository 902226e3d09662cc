// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

#include "engine/base/result.h"

namespace throughline {

/// Calls `work` once on each of so many threads and, where there is one, `show` on the caller's,
/// ten times a second until all have ended.
/// Errors: the first of `work`, which asks `give_up` to stop. An exception is one: Internal, with
/// `act` and its text.
Result<void> run_on_threads(const char* act,
                            std::size_t threads,
                            const std::function<Result<void>()>& work,
                            const std::function<void()>& show = {},
                            std::stop_source give_up = {});

}  // namespace throughline
