// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/storage/reader.h"

namespace throughline::storage {

/// POSIX_FADV_…, which on Linux are the values of MADV_… too.
int advice_value(ReadAdvice advice) noexcept;

/// What of the buffered options a reader uses that has found out about O_DIRECT: the rest goes to
/// the fallbacks, each with its reason. Expects facts.direct_io.
void describe_buffered_options(const ReaderOptions& options, ReaderFacts& facts);

}  // namespace throughline::storage
