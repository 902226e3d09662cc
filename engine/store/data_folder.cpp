// SPDX-License-Identifier: Apache-2.0
#include "engine/store/data_folder.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "engine/base/environment.h"
#include "engine/base/say.h"

namespace throughline::store {
namespace {

std::string home_folder() {
    std::string home = environment_variable("HOME");
    if (!home.empty()) {
        return home;
    }
    std::vector<char> buffer(16384);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 &&
        found != nullptr) {
        return found->pw_dir;
    }
    return "/";
}

}  // namespace

std::string data_folder() {
    std::string chosen = environment_variable("THROUGHLINE_DATA_DIR");
    if (!chosen.empty()) {
        return chosen;
    }
    const std::string xdg = environment_variable("XDG_DATA_HOME");
    const bool absolute = xdg.starts_with('/');
    return (absolute ? xdg : home_folder() + "/.local/share") + "/throughline";
}

Result<void> make_private_folder(const std::string& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        if (!part.empty() && ::mkdir(part.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
            return errno_error(say("make the folder '%1'", part), errno);
        }
        if (end == std::string::npos) {
            return {};
        }
    }
}

}  // namespace throughline::store
