// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::rules {

/// A function body; lines from the one with '{' to the one with its '}'.
struct FunctionBody {
    std::string head;  ///< what stands before '{', shortened
    std::size_t line = 0;
    std::size_t lines = 0;
};

/// The function bodies of blanked code (SourceFile::code), outermost only: a lambda counts as part
/// of the function it stands in.
/// Assumes: the code compiles and is formatted by clang-format; braces balance in every branch of
/// an #if. What stands before a brace decides: namespace and type bodies are looked into, an
/// initialiser is skipped, the rest with a parameter list is a function.
std::vector<FunctionBody> function_bodies(std::string_view code);

}  // namespace throughline::rules
