// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace throughline::observe {

/// Whether a path names a file that one image is kept in: ".jpg".
bool is_image_file(std::string_view path);
/// Or the records of many: ".tfrecord".
bool is_data_file(std::string_view path);

}  // namespace throughline::observe
