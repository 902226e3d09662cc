// SPDX-License-Identifier: Apache-2.0
#include "engine/store/find_study.h"

#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/say.h"

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
    std::int64_t number = 0;
    const char* const end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data(), end, number);
    if (parsed.ec == std::errc() && parsed.ptr == end) {
        const auto row = library.study(number);
        if (row) {
            return number;
        }
        if (row.error().code != ErrorCode::NotFound) {
            return row.error();
        }
    }
    std::vector<std::int64_t> matches;
    if (!is_number(name)) {
        auto found = library.studies_by_uuid(name);
        if (!found) {
            return std::move(found).error();
        }
        matches = *std::move(found);
    }
    if (matches.size() == 1) {
        return matches.front();
    }
    return Error{
        .code = ErrorCode::NotFound,
        .what = matches.empty()
                    ? say("study '%1': not in the library; 'throughline-engine library list' shows "
                          "what is",
                          name)
                    : say("study '%1': several studies begin like that; give more digits", name)};
}

}  // namespace throughline::store
