// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline::report {

/// Why a drawing is not one that a chart of this program is written as, a sentence; "" = it is.
/// It has to be one well-formed <svg> of the elements, attributes and kinds of values that
/// ui/plot/svg_writer.cpp writes, so that nothing in it runs, loads, links or is laid out as HTML.
/// What it shows is not judged. Pure; for any bytes. Source: Extensible Markup Language 1.0.
std::string svg_fault(std::string_view drawing);

}  // namespace throughline::report
