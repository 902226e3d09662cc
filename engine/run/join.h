// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/run/study.h"

namespace throughline::run {

/// Of several studies one: their runs numbered through, each saying in `source_file` which of
/// `names` it came from, and what is known of each study beside ("file2.host.name"). The uuid
/// follows from theirs. One alone stays as it is. Assumes: as many names as studies, at least one.
Study join_studies(std::vector<Study> studies, const std::vector<std::string>& names);

}  // namespace throughline::run
