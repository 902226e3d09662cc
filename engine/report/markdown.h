// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/report/content.h"

namespace throughline::report {

/// Contents as CommonMark with tables of GitHub's kind. `pictures`: the file names of the drawings,
/// by ChartPlace::chart. Such a text carries no proof, and says so.
std::string markdown_of(const Content& content,
                        std::span<const std::string> pictures,
                        const std::string& made);

}  // namespace throughline::report
