// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"

// Used in this folder only.
namespace throughline::remote {

/// A place that is asked, and no path on it.
struct Endpoint {
    std::string scheme{};  ///< "https://"
    std::string host{};    ///< with its port, where that is not the scheme's own
};

/// `text`: "https://host:port". Errors: Usage, for what is none, or could be taken for another host
/// than it seems to name. Thread: any.
Result<Endpoint> parse_endpoint(const std::string& text);

/// Whether it would neither break a header nor make two of one. Thread: any.
bool fits_header(std::string_view text);

}  // namespace throughline::remote
