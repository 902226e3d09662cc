// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What this program was built from. Only the programs link it: it changes with every commit.
namespace throughline::app {

/// The version of the project, such as "0.1.0".
extern const char* const kVersion;

/// The commit, shortened; "-dirty" follows where files differed from it. Empty when the sources
/// were no git checkout.
extern const char* const kCommit;

/// The kind of build and the compiler, such as "Release, GCC 12.2.0".
extern const char* const kBuild;

/// All three in one line: "0.1.0 (commit 6c8ea77; Release, GCC 12.2.0)".
extern const char* const kVersionLine;

}  // namespace throughline::app
