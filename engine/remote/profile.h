// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace throughline::remote {

/// The entries of one section of an AWS file: lines "name = value" under "[section]", or in the
/// config file "[profile section]". Nested entries (indented ones) and comments are passed over;
/// of an entry given twice the last counts.
/// Source: AWS SDKs and Tools Reference Guide, "Shared config and credentials files".
std::map<std::string, std::string> profile_entries(std::string_view text, std::string_view section);

}  // namespace throughline::remote
