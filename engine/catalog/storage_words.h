// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/catalog/catalog.h"

namespace throughline::catalog {

/// What storage behaves as, as people say it: "AWS EBS gp2, 334 GiB" of the setting
/// "aws-gp2:334GiB", "Amazon S3 Standard, latency 50 ms" of "aws-s3:latency=50ms"; short enough for
/// a title, in the spoken language. What the catalogue does not have stays as it was written.
/// Thread: any.
std::string storage_words(const Catalog& catalog, std::string_view wish);

}  // namespace throughline::catalog
