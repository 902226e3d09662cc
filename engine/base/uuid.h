// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline {

/// A random version-4 UUID in lower case, from the kernel's random source.
std::string make_uuid();

}  // namespace throughline
