// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/record/study.h"

namespace throughline::importers {

/// Names the rates of a benchmark as what they are. Readers call them as monitors do ("read_iops"),
/// but a benchmark counts what it asked for, which a page cache may have served, and not what a
/// device delivered: "read_requests_per_second", "requested_read_bytes_per_second" and the same of
/// writes. What the file says of a device, by its label, stays.
void name_as_requested(record::Study& study);

}  // namespace throughline::importers
