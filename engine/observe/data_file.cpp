// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/data_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>

#include "engine/base/text.h"
#include "engine/observe/proc_texts.h"

namespace throughline::observe {
namespace {

bool ends_with_any(std::string_view path, std::span<const std::string_view> endings) {
    const std::string small = lower(path.substr(path.rfind('/') + 1));
    return path.starts_with('/') && std::ranges::any_of(endings, [&](std::string_view ending) {
               return small.ends_with(ending);
           });
}

}  // namespace

std::optional<SeenFile> look_at_open_file(const std::string& link) {
    struct statx facts{};
    if (::statx(AT_FDCWD, link.c_str(), AT_STATX_DONT_SYNC, STATX_SIZE | STATX_TYPE, &facts) != 0 ||
        !S_ISREG(facts.stx_mode)) {
        return std::nullopt;
    }
    return SeenFile{.bytes = facts.stx_size,
                    .device = makedev(facts.stx_dev_major, facts.stx_dev_minor)};
}

bool is_open_for_writing(std::string_view fdinfo) {
    const std::string_view text = line_value(fdinfo, "flags");
    unsigned flags = 0;
    std::from_chars(text.data(), text.data() + text.size(), flags, 8);
    return (flags & O_ACCMODE) != O_RDONLY;
}

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
