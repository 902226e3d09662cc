// SPDX-License-Identifier: Apache-2.0
#include "engine/store/find_study.h"

#include <vector>

namespace throughline::store {

namespace {

/// Digits alone are a study's number, also when there is no such study (any more): another one
/// whose uuid happens to begin like that is not meant. A whole first group of a uuid is.
bool is_number(const std::string& name) {
    constexpr std::size_t kUuidGroup = 8;
    return name.size() < kUuidGroup && name.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

Result<std::int64_t> find_study(Library& library, const std::string& name) {
    std::vector<std::int64_t> matches;
    for (const bool in_bin : {false, true}) {
        const auto rows = library.studies(in_bin);
        if (!rows) {
            return rows.error();
        }
        for (const StudyRow& row : *rows) {
            if (std::to_string(row.id) == name) {
                return row.id;
            }
            if (!is_number(name) && row.uuid.starts_with(name)) {
                matches.push_back(row.id);
            }
        }
    }
    if (matches.size() == 1) {
        return matches.front();
    }
    return Error{
        .code = ErrorCode::NotFound,
        .what = matches.empty()
                    ? "study '" + name +
                          "': not in the library; 'throughline-engine library list' shows what is"
                    : "study '" + name + "': several begin like that; give more digits"};
}

}  // namespace throughline::store
