// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline::metrics {

enum class Better : std::uint8_t { Higher, Lower, Neither };

/// What an entry is: something measured, or something that was set for the run.
enum class Kind : std::uint8_t { Measured, Condition };

/// One quantity the program knows. Everything that names a quantity names it by `id`.
struct MetricInfo {
    const char* id;
    const char* unit;  ///< stored unit: "s", "bytes", "bytes/s", "1/s", "%", "1", "cores", "text"
    const char* shown_unit = unit;  ///< what stands beside a number: "images/s", "IOPS"
    const char* title;              ///< for people: "Images per second"
    const char* meaning;            ///< one sentence; who shows a text says it (say.h)
    const char* formula = "";       ///< how it is computed
    const char* source = "";        ///< which counter, clock or file; "" for conditions
    Better better = Better::Neither;
    const char* dimension = "";  ///< the label it carries: "device", "stage", …
    Kind kind = Kind::Measured;
};

}  // namespace throughline::metrics
