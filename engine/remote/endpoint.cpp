// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/endpoint.h"

#include <algorithm>

#include "engine/base/say.h"

namespace throughline::remote {

bool fits_header(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; });
}

Result<Endpoint> parse_endpoint(const std::string& text) {
    for (const char* const scheme : {"http://", "https://"}) {
        if (!text.starts_with(scheme)) {
            continue;
        }
        std::string host = text.substr(std::string_view(scheme).size());
        while (host.ends_with('/')) {
            host.pop_back();
        }
        const bool plain =
            !host.empty() && fits_header(host) && host.find_first_of("/?#@\\") == std::string::npos;
        if (plain) {
            const char* const own_port = text.starts_with("https") ? ":443" : ":80";
            if (host.ends_with(own_port)) {
                host.erase(host.size() - std::string_view(own_port).size());
            }
            return Endpoint{scheme, host};
        }
    }
    if (text.find('@') != std::string::npos) {
        return usage_error(say("an endpoint must not hold a user name or a password"));
    }
    return usage_error(say("the endpoint '%1' is not like http://host:port or https://host", text));
}

}  // namespace throughline::remote
