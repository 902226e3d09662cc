// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/result.h"
#include "engine/measure/point_options.h"
#include "engine/measure/run_sink.h"
#include "engine/measure/study_sources.h"
#include "engine/storage/cache_group.h"

namespace throughline::measure {

/// Brings the page cache into the state that the run asks for and writes notes of what was done and
/// what was verified: cold = synced, dropped, and checked on a sample; metadata stay warm. With a
/// `group`, which may be null, that group is emptied, metadata with it, and the files are dropped
/// one by one only where others hold them.
/// Returns: the share of the data set that the page cache held then, 0 to 1; none where it is not
/// known, or nothing will be read. Errors: Stopped.
Result<std::optional<double>> prepare_page_cache(const Source& source,
                                                 const PointOptions& point,
                                                 const storage::CacheGroup* group,
                                                 int run,
                                                 RunSink& sink,
                                                 std::stop_token stop);

/// Drops the files again between the epochs of a run that does so (PointOptions); what could not be
/// is noted. It may be stopped, which everybody else notices as well.
void evict_between_epochs(
    const Source& source, const PointOptions& point, int run, RunSink& sink, std::stop_token stop);

}  // namespace throughline::measure
