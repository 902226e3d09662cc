// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace throughline::report {

/// What stands between two marks; moves `rest` behind them. None: `rest` stays as it is.
std::optional<std::string_view> between(std::string_view& rest,
                                        std::string_view start,
                                        std::string_view end);

/// The first of them in a text.
std::optional<std::string_view> first_between(std::string_view text,
                                              std::string_view start,
                                              std::string_view end);

/// A text as it was before &, <, > and " were written as entities.
std::string without_entities(std::string_view text);

}  // namespace throughline::report
