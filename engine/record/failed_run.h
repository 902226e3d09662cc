// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine/record/record.h"

namespace throughline::record {

/// Takes the figures out of a run of ours that failed: what it did until then is not a result. They
/// go to `absent` with the reason; how many images failed stays, and so do the samples, which tell
/// what happened. Foreign runs keep what their tool says. Any other run is left as it is.
void withhold_failed(RunStatus status,
                     Origin origin,
                     Summaries& metrics,
                     std::map<std::string, std::string, std::less<>>& absent);

}  // namespace throughline::record
