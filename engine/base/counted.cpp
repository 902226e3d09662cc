// SPDX-License-Identifier: Apache-2.0
#include "engine/base/counted.h"

#include "engine/base/format.h"

namespace throughline {

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
    std::string text = format_count(count) + ' ';
    if (count == 1 || many.empty()) {
        text += one;
        return count == 1 ? text : text + 's';
    }
    return text.append(many);
}

}  // namespace throughline
