// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/spec/settings.h"

namespace throughline::spec {

/// A key that changes together with a swept one: as many values, each for the value of its place.
struct LinkedKey {
    std::string key;
    std::vector<SettingValue> values;
};

/// One swept key and its values, in the order given, and what changes with it: a system of several
/// settings at once (dataset.path with storage.volume).
struct SweepAxis {
    std::string key;
    std::vector<SettingValue> values;
    std::vector<LinkedKey> with{};

    /// Whether the key is swept here, or changes with it.
    bool sets(std::string_view name) const;
    /// Of a key that it sets().
    const std::vector<SettingValue>& values_of(std::string_view name) const;
};

/// "KEY=VALUE" at its first equals sign. Errors: Usage.
Result<std::pair<std::string_view, std::string_view>> split_assignment(std::string_view assignment);

/// An axis as apply_sweep() takes it. Errors: Usage.
Result<SweepAxis> read_axis(std::string_view text);

/// What must hold within a study's axes and between them. Errors: Usage.
Result<void> check_axes(const std::vector<SweepAxis>& axes);

/// What read_axis() reads back.
std::string axis_text(const SweepAxis& axis);

}  // namespace throughline::spec
