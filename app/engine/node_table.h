// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/text_layout.h"
#include "engine/record/study.h"

namespace throughline::app {

/// What each node of a study delivered, by how many measured together, and who held the others
/// back: a heading and a table, or "" where no several nodes did. Of more than 16 the least, the
/// median and the most are shown, and the slowest by name.
std::string node_table(const record::Study& study, std::size_t columns = kAnyWidth);

}  // namespace throughline::app
