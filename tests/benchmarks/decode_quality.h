// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace throughline::benchmarks {

using Bytes = std::vector<std::byte>;

/// Numbers as a JSON array.
std::string list_of(const std::vector<double>& values);

/// Prints the PSNR of each mode over encoded images, and writes that of random crops to `json_path`
/// unless it is empty.
void report_quality(const std::vector<Bytes>& images, const std::string& json_path);

}  // namespace throughline::benchmarks
