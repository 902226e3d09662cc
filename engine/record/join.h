// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/record/study.h"

namespace throughline::record {

/// Of several studies one: their runs numbered through, each saying in `source_file` which of
/// `names` it came from, and what is known of each study beside ("file2.host.name"). The uuid
/// follows from theirs. Of what users said of them the tags come together, the notes stand one
/// below another with their studies' titles, and remarks_that_differ() names what is left out.
/// One alone stays as it is. Assumes: as many names as studies, at least one.
Study join_studies(std::vector<Study> studies, const std::vector<std::string>& names);

/// What can be said of several studies as one only where all say the same, and these do not, for
/// people: "the storage target", "the price an hour".
std::vector<std::string> remarks_that_differ(std::span<const Remarks> remarks);

}  // namespace throughline::record
