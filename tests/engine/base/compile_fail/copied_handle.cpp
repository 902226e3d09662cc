// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "engine/base/file_descriptor.h"

throughline::UniqueFd use(throughline::UniqueFd fd) {
#ifdef WRONG_USE
    throughline::UniqueFd other(fd);
#else
    throughline::UniqueFd other(std::move(fd));
#endif
    return other;
}
