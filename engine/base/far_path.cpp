// SPDX-License-Identifier: Apache-2.0
#include "engine/base/far_path.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline {

std::string far_scheme(std::string_view path) {
    constexpr std::array<std::string_view, 6> kSchemes{
        "s3", "gs", "http", "https", "webhdfs", "swebhdfs"};
    constexpr std::size_t kLongest = 8;
    const std::size_t end = path.find("://");
    if (end == std::string_view::npos || end > kLongest) {
        return {};
    }
    std::string scheme = lower(path.substr(0, end));
    const bool known = std::find(kSchemes.begin(), kSchemes.end(), scheme) != kSchemes.end();
    return known ? scheme : std::string();
}

Result<void> check_no_secret(std::string_view address) {
    constexpr std::string_view kAfterScheme = "://";
    const std::size_t mark = address.find(kAfterScheme);
    const std::string_view rest =
        mark == std::string_view::npos ? address : address.substr(mark + kAfterScheme.size());
    if (rest.substr(0, rest.find('/')).find('@') != std::string_view::npos) {
        return usage_error(
            say("the address of a store must not hold a user name or a password; credentials are "
                "taken from the environment or from the AWS files"));
    }
    const std::string scheme = far_scheme(address);
    const bool has_query = !scheme.empty() && scheme != "s3" && scheme != "gs";
    const std::size_t question = has_query ? rest.find('?') : std::string_view::npos;
    const std::string query = lower(rest.substr(std::min(question, rest.size())));
    for (const char* const secret : {"signature=", "sig=", "token=", "delegation="}) {
        if (query.find(secret) != std::string::npos) {
            return usage_error(
                say("a signed link cannot be a path: paths are recorded, and "
                    "whoever has the link may read the data"));
        }
    }
    return {};
}

}  // namespace throughline
