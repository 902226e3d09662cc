// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/catalog/accelerator_preset.h"
#include "engine/spec/spec.h"

namespace throughline::measure {

/// Where published figures come from; asked only when a point names one.
using CatalogSource = std::function<catalog::Catalog()>;

/// The presets that a study names, by id.
using PacePresets = std::map<std::string, catalog::AcceleratorPreset, std::less<>>;

/// Sets consumer.batch_seconds of every point that names a consumer.preset: the source's time of an
/// image times batch.images. Returns: the presets named.
/// Errors: Usage for a preset that does not exist, with some that may have been meant, and where
/// consumer.batch_seconds is set to something else as well.
Result<PacePresets> apply_presets(std::vector<spec::Settings>& points,
                                  const CatalogSource& catalog);

/// The title of a study that was given none; a preset of the user's own has its name from the
/// presets that the study names.
std::string title_of(const spec::StudySpec& spec, const PacePresets& presets);

/// What is emulated, by whose figure and how it was scaled, for the record: a sentence or several.
std::string pace_text(const catalog::AcceleratorPreset& preset, const spec::Settings& point);

}  // namespace throughline::measure
