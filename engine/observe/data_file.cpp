// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/data_file.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "engine/base/text.h"

namespace throughline::observe {
namespace {

bool ends_with_any(std::string_view path, std::span<const std::string_view> endings) {
    const std::string small = lower(path.substr(path.rfind('/') + 1));
    return path.starts_with('/') && std::ranges::any_of(endings, [&](std::string_view ending) {
               return small.ends_with(ending);
           });
}

}  // namespace

bool is_image_file(std::string_view path) {
    constexpr std::array<std::string_view, 5> kEndings{".jpg", ".jpeg", ".png", ".webp", ".bmp"};
    return ends_with_any(path, kEndings);
}

bool is_data_file(std::string_view path) {
    constexpr std::array<std::string_view, 11> kEndings{".tfrecord",
                                                        ".tfrecords",
                                                        ".rec",
                                                        ".recordio",
                                                        ".tar",
                                                        ".npy",
                                                        ".parquet",
                                                        ".arrow",
                                                        ".mdb",
                                                        ".hdf5",
                                                        ".beton"};
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return is_image_file(path) || ends_with_any(path, kEndings) ||
           // TensorFlow's own names of shards: "train-00017-of-01024"
           (path.starts_with('/') && name.find("-of-0") != std::string_view::npos &&
            name.find('.') == std::string_view::npos);
}

}  // namespace throughline::observe
