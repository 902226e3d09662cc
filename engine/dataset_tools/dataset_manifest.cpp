// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/dataset_manifest.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/regular_file.h"
#include "engine/base/say.h"

namespace throughline::dataset_tools {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "throughline-dataset";
// Goes up with every change that makes other bytes from the same options.
constexpr std::uint64_t kRecipeVersion = 1;

std::optional<std::uint64_t> number(const Json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_unsigned()) {
        return std::nullopt;
    }
    return found->get<std::uint64_t>();
}

bool flag(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() && found->get<bool>();
}

bool fill_options(const Json& recipe, MakeOptions& options) {
    const auto images = number(recipe, "images");
    const auto unique = number(recipe, "unique");
    const auto seed = number(recipe, "seed");
    const auto width = number(recipe, "width_px");
    const auto height = number(recipe, "height_px");
    const auto file_bytes = number(recipe, "file_bytes");
    const auto folders = number(recipe, "class_folders");
    if (!images || !unique || !seed || !width || !height || !file_bytes || !folders ||
        *unique == 0 || *folders == 0 || *width > UINT32_MAX || *height > UINT32_MAX ||
        *folders > UINT32_MAX) {
        return false;
    }
    options.images = *images;
    options.unique = *unique;
    options.seed = *seed;
    options.width_px = static_cast<std::uint32_t>(*width);
    options.height_px = static_cast<std::uint32_t>(*height);
    options.file_bytes = *file_bytes;
    options.class_folders = static_cast<std::uint32_t>(*folders);
    return true;
}

}  // namespace

bool same_recipe(const MakeOptions& a, const MakeOptions& b) {
    return a.images == b.images && a.unique == b.unique && a.seed == b.seed &&
           a.width_px == b.width_px && a.height_px == b.height_px && a.file_bytes == b.file_bytes &&
           a.class_folders == b.class_folders;
}

Result<DatasetManifest> read_manifest(const std::string& directory) {
    const std::string path = directory + "/" + kManifestName;
    auto text = read_regular_file(path, kManifestBytesMax);
    if (!text) {
        return std::move(text).error();
    }
    const Json json = Json::parse(*text, nullptr, false);
    DatasetManifest manifest;
    manifest.options.directory = directory;
    const auto format = json.is_object() ? json.find("format") : json.end();
    if (!json.is_object() || format == json.end() || *format != kFormat ||
        !json.contains("recipe") || !fill_options(json["recipe"], manifest.options)) {
        return format_error(say("'%1' does not describe a data set made by Throughline", path));
    }
    if (number(json, "recipe_version") != kRecipeVersion) {
        return Error{.code = ErrorCode::Version,
                     .what = say("'%1' was made by another version of the data set maker", path)};
    }
    manifest.directory_made = flag(json, "directory_made");
    manifest.complete = flag(json, "complete");
    manifest.bytes = number(json, "bytes").value_or(0);
    return manifest;
}

Result<void> write_manifest(const std::string& directory, const DatasetManifest& manifest) {
    const MakeOptions& options = manifest.options;
    const Json json = {
        {"format", kFormat},
        {"recipe_version", kRecipeVersion},
        {"what", "synthetic photo-like JPEG pictures, made from a seed; free of rights"},
        {"recipe",
         {{"images", options.images},
          {"unique", options.unique},
          {"seed", options.seed},
          {"width_px", options.width_px},
          {"height_px", options.height_px},
          {"file_bytes", options.file_bytes},
          {"class_folders", options.class_folders}}},
        {"directory_made", manifest.directory_made},
        {"complete", manifest.complete},
        {"bytes", manifest.bytes},
        {"written_at", utc_now_iso8601()}};
    return write_file_atomically(directory + "/" + kManifestName, json.dump(2) + "\n");
}

Result<UniqueFd> lock_dataset(const std::string& directory) {
    auto root = open_file(directory, O_RDONLY | O_DIRECTORY);
    if (root && ::flock(root->get(), LOCK_EX | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK
                   ? Error{.code = ErrorCode::Busy,
                           .what = say("another process is making or deleting '%1'", directory)}
                   : errno_error(say("lock '%1'", directory), errno);
    }
    return root;
}

}  // namespace throughline::dataset_tools
