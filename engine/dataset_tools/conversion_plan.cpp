// SPDX-License-Identifier: Apache-2.0
// What a conversion will write, and whether it may.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_set>

#include "engine/base/clock.h"
#include "engine/base/format.h"
#include "engine/base/free_space.h"
#include "engine/base/regular_file.h"
#include "engine/base/say.h"
#include "engine/dataset_tools/begun_manifest.h"
#include "engine/dataset_tools/conversion.h"
#include "engine/dataset_tools/dataset_manifest.h"
#include "engine/dataset_tools/image_recoder.h"
#include "engine/dataset_tools/shard_file.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;
using dataset::Format;
using Json = nlohmann::ordered_json;

constexpr double kShardBytes = 128e6;
constexpr std::uint32_t kShardsMax = 99'999;  // five digits
constexpr std::uint64_t kSampleImages = 32;
constexpr double kRecordBytes = 300.0;      // about what a record adds to its image
constexpr double kTarSampleBytes = 2048.0;  // headers, padding and the class

double frame_bytes(Format format) {
    return format == Format::Tar         ? kTarSampleBytes
           : format == Format::RawTensor ? 0.0
                                         : kRecordBytes;
}

/// Mean size after encoding again, of a sample evenly spread.
Result<double> sampled_bytes(const Conversion& conversion, const std::stop_token& stop) {
    const auto& images = conversion.images;
    const auto recoder = ImageRecoder::make(
        {.short_side_px = conversion.options.short_side_px, .quality = conversion.options.quality});
    ImageFetcher fetcher(images);
    const std::uint64_t count = std::min<std::uint64_t>(kSampleImages, images.size());
    double bytes = 0.0;
    std::uint64_t taken = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (stop.stop_requested()) {
            return Error{.code = ErrorCode::Stopped, .what = say("plan the conversion")};
        }
        const auto encoded = fetcher.fetch(i * images.size() / count);
        const auto shrunk = encoded ? recoder->shrink(*encoded) : encoded;
        if (shrunk) {
            bytes += static_cast<double>(shrunk->size());
            ++taken;
        }
    }
    if (taken == 0) {
        return format_error(
            say("'%1': none of the sampled images could be decoded", conversion.options.source));
    }
    return bytes / static_cast<double>(taken);
}

std::uint64_t bytes_there(const Conversion& conversion, std::uint32_t shards) {
    std::uint64_t bytes = 0;
    for (std::uint32_t shard = 0; shard < shards; ++shard) {
        struct stat info{};
        const std::string path = conversion.options.destination + "/" +
                                 shard_name(conversion.options.format, shard, shards);
        if (::lstat(path.c_str(), &info) == 0) {
            bytes += static_cast<std::uint64_t>(info.st_size);
        }
    }
    return bytes;
}

Json conversion_json(const Conversion& conversion) {
    const ConvertOptions& options = conversion.options;
    std::error_code code;
    return {{"source", percent_escape_non_utf8(fs::absolute(options.source, code).string())},
            {"source_format", dataset::format_name(conversion.images.format())},
            {"source_images", conversion.images.size()},
            {"source_bytes", conversion.images.bytes_total()},
            {"format", dataset::format_name(options.format)},
            {"images", conversion.order.size()},
            {"shards", conversion.plan.shards},
            {"replicate", options.replicate},
            {"short_side_px", options.short_side_px},
            {"quality", options.quality},
            {"width_px", options.width_px},
            {"height_px", options.height_px},
            {"shuffle", options.shuffle},
            {"seed", options.seed}};
}

/// Two images of a folder that would get one name in another: "a" gets an ending and is "a.jpg", a
/// second copy of "a.jpg" is "a_copy2.jpg". "" when there are none.
std::string clash_of_names(const Conversion& conversion) {
    const auto& images = conversion.images;
    if (images.format() != Format::Folder || conversion.options.format != Format::Folder) {
        return {};
    }
    std::unordered_set<std::string_view> there;
    for (std::size_t file = 0; file < images.file_count(); ++file) {
        there.insert(images.file_path(file));
    }
    for (std::uint64_t item = 0; item < conversion.order.size(); ++item) {
        const std::string written = conversion.path_of(item);
        const std::string_view source = images.file_path(conversion.order[item]);
        if (written != source && there.contains(written)) {
            return say(
                "'%1' would be written as '%2', which is the name of another image; rename one of "
                "them",
                source,
                written);
        }
    }
    return {};
}

}  // namespace

std::string Conversion::path_of(std::uint64_t item) const {
    const std::uint32_t image = order[item];
    std::array<char, 64> text{};
    if (images.format() == Format::Folder) {
        const std::string path = images.file_path(image);
        const std::uint64_t copy = item / images.size();
        const std::size_t dot = path.rfind('.');
        const std::size_t stem =
            dot == std::string::npos || dot < path.rfind('/') + 1 ? path.size() : dot;
        const std::string ending = stem == path.size() ? ".jpg" : path.substr(stem);
        return path.substr(0, stem) + (copy == 0 ? "" : "_copy" + std::to_string(copy + 1)) +
               ending;
    }
    const std::int32_t label = classes.of(image).label;
    if (label < 0) {
        std::snprintf(text.data(),
                      text.size(),
                      "no_class/img_%09llu.jpg",
                      static_cast<unsigned long long>(item));
    } else {
        std::snprintf(text.data(),
                      text.size(),
                      "class_%04d/img_%09llu.jpg",
                      label,
                      static_cast<unsigned long long>(item));
    }
    return text.data();
}

Result<ConvertPlan> plan_conversion(const Conversion& conversion, const std::stop_token& stop) {
    if (std::string clash = clash_of_names(conversion); !clash.empty()) {
        return usage_error(std::move(clash));
    }
    const ConvertOptions& options = conversion.options;
    const auto items = static_cast<double>(conversion.order.size());
    ConvertPlan plan{.source_format = conversion.images.format(),
                     .images = conversion.order.size()};
    double image_bytes = static_cast<double>(conversion.images.bytes_total()) /
                         static_cast<double>(conversion.images.size());
    if (options.format == Format::RawTensor) {
        image_bytes = 3.0 * options.width_px * options.height_px;
    } else if (options.short_side_px != 0) {
        auto sampled = sampled_bytes(conversion, stop);
        if (!sampled) {
            return std::move(sampled).error();
        }
        image_bytes = *sampled;
        plan.bytes_estimated = true;
    }
    plan.bytes_expected = items * (image_bytes + frame_bytes(options.format));
    if (options.format != Format::Folder) {
        const double wanted = options.shards != 0 ? static_cast<double>(options.shards)
                                                  : std::ceil(plan.bytes_expected / kShardBytes);
        plan.shards = static_cast<std::uint32_t>(
            std::clamp(wanted, 1.0, std::min(items, static_cast<double>(kShardsMax))));
    }
    auto free = free_bytes(options.destination);
    if (!free) {
        return std::move(free).error();
    }
    plan.bytes_free = *free;
    const double needed =
        plan.bytes_expected * 1.02 - static_cast<double>(bytes_there(conversion, plan.shards));
    if (auto fits = require_space(say("the conversion"), options.destination, needed, *free);
        !fits) {
        return std::move(fits).error();
    }
    return plan;
}

std::string conversion_text(const Conversion& conversion, bool complete, std::uint64_t bytes) {
    const Json json = {{"format", "throughline-conversion"},
                       {"conversion", conversion_json(conversion)},
                       {"complete", complete},
                       {"bytes", bytes},
                       {"written_at", utc_now_iso8601()}};
    return json.dump(2) + "\n";
}

Result<bool> holds_conversion(const Conversion& conversion) {
    const std::string& directory = conversion.options.destination;
    std::error_code code;
    if (!fs::exists(directory, code)) {
        return false;
    }
    if (!fs::is_directory(directory, code)) {
        return usage_error(say("'%1' is not a folder", directory));
    }
    const std::string path = directory + "/" + kConversionName;
    if (auto text = read_regular_file(path, kManifestBytesMax)) {
        const Json json = Json::parse(*text, nullptr, false);
        if (json.is_object() && json.contains("conversion") &&
            json["conversion"] == conversion_json(conversion)) {
            return true;
        }
        return usage_error(
            say("'%1' holds another conversion, of different data or with different options",
                directory));
    }
    const auto content = look_into(directory, kConversionName);
    if (!content) {
        return content.error();
    }
    if (content->foreign) {
        return usage_error(
            say("'%1' is not empty and does not hold a conversion by Throughline", directory));
    }
    return false;
}

}  // namespace throughline::dataset_tools
