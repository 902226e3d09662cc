// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats.h"

#include <array>

namespace throughline::importers {

std::span<const Format> all_formats() {
    static const std::array kFormats = {kFioJson, kFioTerse, kFioLog, kFioHistogramLog};
    return kFormats;
}

}  // namespace throughline::importers
