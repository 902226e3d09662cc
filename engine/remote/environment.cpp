// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/environment.h"

#include <cstdlib>

namespace throughline::remote {

Environment process_environment() {
    return [](const char* name) {
        const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
        return std::string(value == nullptr ? "" : value);
    };
}

}  // namespace throughline::remote
