// SPDX-License-Identifier: Apache-2.0
#include "engine/panels/ways.h"

#include <cstdint>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/panels/experiment_parts.h"

namespace throughline::panels {

void sweep_ways(spec::StudySpec& study) {
    constexpr std::int64_t kRequests = 128;  // a store's first byte takes tens of milliseconds
    spec::Settings& base = study.base;
    study.title = say("Copy first, stream, or cache?");
    base["storage.queue_depth"] = kRequests;
    base["warmup_seconds"] = 0.0;
    base["duration_seconds"] = 0.0;
    base["epochs"] = std::int64_t{3};
    base["repeats"] = std::int64_t{3};
    base["repeat_order"] = std::string("rounds");
    base["cache.budget_bytes"] = std::int64_t{0};
    spec::SweepAxis ways = texts_axis("cache.kind", {"none", "disk", "disk"});
    ways.with.push_back(
        {.key = "cache.fill",
         .values = {std::string("reads"), std::string("reads"), std::string("before")}});
    study.sweep.push_back(std::move(ways));
}

}  // namespace throughline::panels
