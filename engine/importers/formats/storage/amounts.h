// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

// Numbers with their units in words, as small tools print them.
namespace throughline::importers::tools {

/// "4 KiB", "1.3 GB", "16KiB", "64M": bytes. `plain`: what one step of a prefix without an i means.
std::optional<double> bytes_of(std::string_view text, double plain);

/// "149.6 us", "8.70 ms", "1 s": seconds.
std::optional<double> seconds_of(std::string_view text);

/// "23.5 k", "12": a count, k being 1,000.
std::optional<double> count_of(std::string_view text);

}  // namespace throughline::importers::tools
