// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/say.h"
#include "engine/panels/finding.h"

// What the studies found, panel by panel, as the experiments can show it. For this folder alone.
namespace throughline::panels {

// disk_claims.cpp
Claim volumes_claim();
Claim storage_matters_claim();
Claim larger_network_claim();
Claim trivial_claim();
Claim limits_claim();
Claim flat_line_claim();
Claim shuffle_claim();
Claim requests_claim();
Claim inference_claim();
Claim memory_claim();
Claim cache_claim();

// loader_claims.cpp
Claim threads_claim();
Claim workers_use_claim();
Claim workers_epoch_claim();
Claim data_path_claim();
Claim accelerators_claim();
Claim size_mix_claim();
Claim formats_claim();
Claim requests_differ_claim();
Claim resized_claim();

// store_claims.cpp
Claim store_claim();
Claim throttling_claim();
Claim store_scaling_claim();
Claim hdfs_scaling_claim();
Claim ways_claim();

inline constexpr const char* kImages = to_say("images/s");
inline constexpr const char* kRate = "images_per_second";

}  // namespace throughline::panels
