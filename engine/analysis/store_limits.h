// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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

}  // namespace throughline::analysis
