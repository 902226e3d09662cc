// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/begun_manifest.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>

#include "engine/base/regular_file.h"
#include "engine/base/say.h"
#include "engine/dataset_tools/dataset_manifest.h"

namespace throughline::dataset_tools {
namespace {

namespace fs = std::filesystem;

/// NAME.partPID
bool is_begun(const fs::directory_entry& entry, const std::string& manifest_name) {
    const std::string name = entry.path().filename().string();
    const std::string start = manifest_name + ".part";
    std::error_code code;
    return name.size() > start.size() && name.starts_with(start) &&
           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start.size()),
                       name.end(),
                       [](char c) { return c >= '0' && c <= '9'; }) &&
           entry.symlink_status(code).type() == fs::file_type::regular;
}

}  // namespace

Result<FolderContent> look_into(const std::string& directory, const std::string& manifest_name) {
    FolderContent content;
    std::error_code code;
    for (fs::directory_iterator entries(directory, code);
         !code && entries != fs::directory_iterator();
         entries.increment(code)) {
        const std::string name = entries->path().filename().string();
        if (is_begun(*entries, manifest_name)) {
            const auto text = read_regular_file(entries->path().string(), kManifestBytesMax);
            content.directory_made =
                content.directory_made ||
                (text && text->find("\"directory_made\": true") != std::string::npos);
            content.begun.push_back(name);
        } else {
            content.foreign = content.foreign || name != "lost+found";
        }
    }
    return code ? Result<FolderContent>(errno_error(say("read '%1'", directory), code.value()))
                : content;
}

Result<void> delete_begun(const std::string& directory, const std::string& manifest_name) {
    const auto content = look_into(directory, manifest_name);
    if (!content) {
        return content.error();
    }
    for (const std::string& name : content->begun) {
        const std::string path = directory + "/" + name;
        if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
            return errno_error(say("delete '%1'", path), errno);
        }
    }
    return {};
}

}  // namespace throughline::dataset_tools
