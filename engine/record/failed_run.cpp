// SPDX-License-Identifier: Apache-2.0
#include "engine/record/failed_run.h"

#include "engine/base/say.h"
#include "engine/metrics/registry.h"

namespace throughline::record {

void withhold_failed(RunStatus status,
                     Origin origin,
                     Summaries& metrics,
                     std::map<std::string, std::string, std::less<>>& absent) {
    if (status != RunStatus::Failed || origin != Origin::Measured) {
        return;
    }
    constexpr const char* kReason =
        to_say("the run failed, and what it did until then is not a result");
    absent.try_emplace("images_per_second", kReason);
    for (auto at = metrics.begin(); at != metrics.end();) {
        if (at->first == "failed_images") {
            ++at;
            continue;
        }
        absent.try_emplace(throughline::metrics::parse_metric_key(at->first).id, kReason);
        at = metrics.erase(at);
    }
}

}  // namespace throughline::record
