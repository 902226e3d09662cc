// SPDX-License-Identifier: Apache-2.0
#include "engine/store/find_study.h"

#include <vector>

namespace throughline::store {

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
            if (row.uuid.starts_with(name)) {
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
