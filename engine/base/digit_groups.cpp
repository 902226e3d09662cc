// SPDX-License-Identifier: Apache-2.0
#include "engine/base/digit_groups.h"

namespace throughline {

std::string digit_groups(std::string_view digits) {
    constexpr const char* kNarrowSpace = "\u202F";
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            text += kNarrowSpace;
        }
        text += digits[i];
    }
    return text;
}

}  // namespace throughline
