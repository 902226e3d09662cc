// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace throughline::catalog {

// The files of resources/catalog as they were when the program was built.
std::string_view storage_json() noexcept;
std::string_view instances_json() noexcept;
std::string_view models_json() noexcept;
std::string_view published_json() noexcept;

}  // namespace throughline::catalog
