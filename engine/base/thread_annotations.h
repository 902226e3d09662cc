// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which lock guards what, said so that clang can check it (tests/clang_build.sh); other
// compilers read nothing here. Source: Clang documentation, "Thread Safety Analysis".
#ifdef __clang__
#define THROUGHLINE_ANNOTATION(...) __attribute__((__VA_ARGS__))
#else
#define THROUGHLINE_ANNOTATION(...)
#endif

/// Only to be touched with the mutex held.
#define GUARDED_BY(mutex) THROUGHLINE_ANNOTATION(guarded_by(mutex))
/// To be called with the mutex held, or without.
#define REQUIRES(...) THROUGHLINE_ANNOTATION(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) THROUGHLINE_ANNOTATION(locks_excluded(__VA_ARGS__))
