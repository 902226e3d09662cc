// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/catalog/catalog.h"
#include "engine/record/record.h"

namespace throughline::importers {

/// What a published figure was measured under, in the registry's words. A number of loader threads
/// or workers that stands among the software ("XLA, 4 private dataset threads") becomes
/// `decode.threads`, so that it stands on one axis with one's own sweeps.
spec::Settings published_conditions(const catalog::Published& entry);

}  // namespace throughline::importers
