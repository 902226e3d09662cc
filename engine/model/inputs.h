// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "engine/model/input_list.h"

namespace throughline::model {

/// A capacity that does not limit anything; `null` in JSON. A capacity of 0 lets nothing through.
inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

enum class Format : std::uint8_t { Raw, Record };
enum class Access : std::uint8_t { Sequential, Shuffled, Random };
enum class CachePolicy : std::uint8_t { None, Lru, Pinned };
enum class AllReduce : std::uint8_t { Ring, ParameterServers };

/// Everything the what-if model is told about a training input pipeline, with its defaults; the
/// members are those of input_list.h. A plain block of numbers, so that a copy costs no memory.
/// Units:  bytes, seconds, images, US dollars; `_bps` is bits/s.
/// Source: engine/model/README.md, Inputs.
struct Inputs {
#define THROUGHLINE_NUMBER(name, key, value, ...) double key = value;
#define THROUGHLINE_CHOICE(name, key, value, ...) name key = value;
#define THROUGHLINE_SWITCH(name, key, value, ...) bool key = value;
    THROUGHLINE_MODEL_INPUTS(THROUGHLINE_NUMBER, THROUGHLINE_CHOICE, THROUGHLINE_SWITCH)
#undef THROUGHLINE_NUMBER
#undef THROUGHLINE_CHOICE
#undef THROUGHLINE_SWITCH

    bool operator==(const Inputs&) const = default;
};

/// The inputs by name, in the order of Inputs; the index into input_table().
enum class Input : std::uint8_t {
#define THROUGHLINE_NAME(name, ...) name,
    THROUGHLINE_MODEL_INPUTS(THROUGHLINE_NAME, THROUGHLINE_NAME, THROUGHLINE_NAME)
#undef THROUGHLINE_NAME
};

/// Numbers come first: inputs below this count are doubles.
inline constexpr std::size_t kNumberCount = static_cast<std::size_t>(Input::Format);
#define THROUGHLINE_ONE(...) +1
inline constexpr std::size_t kInputCount =
    0 THROUGHLINE_MODEL_INPUTS(THROUGHLINE_ONE, THROUGHLINE_ONE, THROUGHLINE_ONE);
#undef THROUGHLINE_ONE

}  // namespace throughline::model
