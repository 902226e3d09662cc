// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/metrics/registry.h"

namespace throughline::metrics::tables {

// Short forms of registry entries that are shown in the unit they are stored in or need no formula.

constexpr MetricInfo measured(const char* id,
                              const char* unit,
                              const char* shown_unit,
                              const char* title,
                              const char* meaning,
                              Better better,
                              const char* dimension) {
    return {.id = id,
            .unit = unit,
            .shown_unit = shown_unit,
            .title = title,
            .meaning = meaning,
            .formula = "",
            .better = better,
            .dimension = dimension,
            .kind = Kind::Measured};
}

constexpr MetricInfo condition(const char* id,
                               const char* unit,
                               const char* title,
                               const char* meaning) {
    return {.id = id,
            .unit = unit,
            .shown_unit = unit,
            .title = title,
            .meaning = meaning,
            .formula = "",
            .better = Better::Neither,
            .dimension = "",
            .kind = Kind::Condition};
}

}  // namespace throughline::metrics::tables
