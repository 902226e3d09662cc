// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/pipeline/pipeline.h"
#include "engine/spec/settings.h"

namespace throughline::measure {

/// The settings of how images flow, onto `options`: access, order kept, prefetch, caches, epochs.
/// The rest of `options` is set already.
void put_flow_options(const spec::Settings& settings, pipeline::PipelineOptions& options);

}  // namespace throughline::measure
