// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/store/library.h"

namespace throughline::store {

/// The study that a person means by `name`: its number, or the beginning of its uuid; those in the
/// bin too. Errors: NotFound, also when several begin like that; those of the library.
Result<std::int64_t> find_study(Library& library, const std::string& name);

}  // namespace throughline::store
