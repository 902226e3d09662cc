// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace throughline::report {

/// Height by width of an <svg> element, by its size or its viewBox; 0.5 where it has none.
double svg_aspect(std::string_view drawing);

}  // namespace throughline::report
