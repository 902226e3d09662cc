// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/study_loader.h"

#include <algorithm>

namespace throughline::spec {
namespace {

constexpr const char* kCommand = "loader.command";

bool names_one(const SettingValue& value) {
    return !setting_text(value).empty();
}

}  // namespace

bool has_loader(const Settings& base, const std::vector<SweepAxis>& sweep) {
    for (const SweepAxis& axis : sweep) {
        if (axis.sets(kCommand)) {
            return std::ranges::any_of(axis.values_of(kCommand), &names_one);
        }
    }
    const auto found = base.find(kCommand);
    return found != base.end() && names_one(found->second);
}

}  // namespace throughline::spec
