// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/spec/settings.h"
#include "engine/spec/sweep_axes.h"

namespace throughline::spec {

/// Whether another's data loader delivers the batches of a point, in place of storage and decode.
bool is_by_loader(const Settings& point);
/// Whether a setting has a meaning there: of a loader only with one, of our stages only without.
bool loader_setting_matters(std::string_view key, const Settings& point);
/// Whether a point of a study has another's data loader: decode.threads then follows
/// loader.workers. `base` and `sweep`: of the study.
bool has_loader(const Settings& base, const std::vector<SweepAxis>& sweep);

}  // namespace throughline::spec
