// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/whatif/published_back_test.h"

namespace throughline::app {

/// For a terminal: each curve with its published and predicted rates, then how far off they are;
/// at the end the curves of which nothing is predicted, by why.
std::string published_table(const whatif::PublishedTest& test);

}  // namespace throughline::app
