// SPDX-License-Identifier: Apache-2.0
#include "engine/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace throughline {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
        }
    }
    return row.back();
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t kWordBytesMax = 256;  // longer ones were not typed
    if (word.size() > kWordBytesMax) {
        return {};
    }
    std::string_view nearest;
    std::size_t distance = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const std::string_view each : known) {
        if (const std::size_t edits = edit_distance(word, each); edits < distance) {
            distance = edits;
            nearest = each;
        }
    }
    return nearest;
}

}  // namespace throughline
