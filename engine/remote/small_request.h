// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace throughline::remote {

/// A question to a service beside the store, once, without a retry and without a proxy.
struct SmallRequest {
    std::string method = "GET";
    std::string url{};                   ///< http or https
    std::vector<std::string> headers{};  ///< "name: value"
    double time_limit_s = 1.0;           ///< of the whole
};
struct SmallAnswer {
    long status = 0;
    std::string body{};  ///< up to 64 KiB
};

/// Thread: any. Blocks: up to the time limit.
/// Errors: Io, where nothing answers in time, or with more; nothing of the headers is in it.
Result<SmallAnswer> ask_once(const SmallRequest& request);

}  // namespace throughline::remote
