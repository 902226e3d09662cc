// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_descriptor.h"

int use() {
#ifdef WRONG_USE
    return throughline::UniqueFd(7).get();  // closed before the caller sees it
#else
    const throughline::UniqueFd fd;
    return fd.get();
#endif
}
