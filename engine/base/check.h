// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline {

/// Prints the failed condition with its place to stderr and aborts.
[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace throughline

/// Guards against errors of the programmer; on in release builds too.
#define THROUGHLINE_CHECK(condition)    \
    ((condition) ? static_cast<void>(0) \
                 : ::throughline::check_failed(#condition, __FILE__, __LINE__))
