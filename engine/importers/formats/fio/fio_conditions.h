// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "engine/importers/draft/draft.h"
#include "engine/importers/formats/fio/fio_job.h"

namespace throughline::importers {

/// Engines that keep only one request of a worker in flight, whatever iodepth says.
bool is_synchronous_fio(std::string_view engine);

/// The conditions in which all of a group's jobs agree; of the others why there is none. How many
/// workers and hosts there were together is not among them. `jobs` is not empty.
void put_fio_conditions(RunDraft& run, const std::vector<FioJob>& jobs);

}  // namespace throughline::importers
