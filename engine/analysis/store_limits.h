// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/analysis/judgement.h"
#include "engine/record/study.h"

// Used in this folder only.
namespace throughline::analysis {

/// Of a run that read from a store over the network: " The store throttles: …", or where `limits`
/// (storage is what holds the pipeline back) whether the link is full or too few requests were in
/// flight for the latency, and what to change. "" for other runs, and where the figures do not
/// tell.
/// Formula: requests in flight = requests/s * (first byte + body), Little's law; they are used up
///          from 80 % of storage.queue_depth * storage.threads on.
std::string store_text(const record::RunData& run, bool limits, Judgement& judgement);

/// Of a sweep: " The store throttles from 32 requests in flight on: …", where points other than the
/// best were refused requests; "" where none was. Of points that are not set apart by the requests
/// in flight, how many they are and which was refused most. Where the best was refused some too,
/// which store_text() tells: " At other points the store refused up to …".
std::string throttled_points_text(const std::vector<const record::RunData*>& points,
                                  const record::RunData& best);

}  // namespace throughline::analysis
