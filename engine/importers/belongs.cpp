// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/belongs.h"

#include <map>
#include <utility>

#include "engine/base/say.h"

namespace throughline::importers {
namespace {

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

struct LogName {
    std::string run{};   ///< what stands before the kind
    std::string kind{};  ///< "bw", "iops"; latencies of several processes cannot be joined
};

LogName log_name(const std::string& path) {
    const std::string name = path.substr(path.find_last_of('/') + 1);
    for (const char* const kind : {"bw", "iops"}) {
        const std::size_t at = name.rfind("_" + std::string(kind) + ".");
        if (at != std::string::npos) {
            return {name.substr(0, at), kind};
        }
    }
    return {};
}

}  // namespace

std::vector<Belonging> files_that_belong(const std::vector<TakenFile>& files) {
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> logs;
    std::map<std::string, std::vector<std::string>> fio;
    std::map<std::string, std::vector<std::string>> dlio;
    for (const TakenFile& file : files) {
        const std::string folder = folder_of(file.path);
        const LogName name = log_name(file.path);
        if (file.runs != 1) {
            continue;
        }
        if (file.format == "fio-log" && !name.kind.empty()) {
            logs[{folder, name.run}].push_back(file.path);
        } else if (file.format == "fio-json") {
            fio[folder].push_back(file.path);
        } else if (file.format.starts_with("dlio-")) {
            dlio[folder].push_back(file.path);
        }
    }
    std::vector<Belonging> found;
    for (auto& [key, paths] : logs) {
        // Of several outputs of fio nobody knows which one the logs are of.
        const auto beside = fio.find(key.first);
        if (beside != fio.end() && beside->second.size() == 1) {
            paths.insert(paths.begin(), beside->second.front());
        }
        if (paths.size() > 1) {
            found.push_back({to_say("files of one run of fio"), std::move(paths)});
        }
    }
    for (auto& [folder, paths] : dlio) {
        if (paths.size() > 1) {
            found.push_back({to_say("files of one run of DLIO"), std::move(paths)});
        }
    }
    return found;
}

}  // namespace throughline::importers
