// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace throughline::importers {

struct MendedJson {
    std::string text;
    bool changed = false;
    std::string changes;  ///< for people; not of NaN and Infinity, of which the tree speaks
    /// How many brackets the text left open: the root, the last value in it, and so on.
    std::size_t cut_brackets = 0;
};

/// Makes JSON of what tools write by mistake: nan and inf become NaN and Infinity, which JsonTree
/// reads, a comma before a closing bracket goes, a decimal comma becomes a point (sysstat 11.5.1
/// under such a locale), and what is cut off ends behind its last whole element, bytes that are no
/// UTF-8 are taken for Latin-1, numbers too large for a double become null. The rest stays as it
/// is. `before` is what stands in the file before it.
MendedJson mend_json(std::string_view text, std::string_view before = {});

}  // namespace throughline::importers
