// SPDX-License-Identifier: Apache-2.0
#include "app/engine/loader_shim.h"

#include <cstdlib>
#include <filesystem>

#include "engine/base/environment.h"

namespace throughline::app {

namespace fs = std::filesystem;

std::string loader_shim_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return {};
    }
    const fs::path folder = program.parent_path().parent_path() / "share/throughline/loader";
    return fs::exists(folder / "throughline_loader.py", error) ? folder.string() : std::string();
}

void offer_loader_shim() {
    constexpr const char* kPath = "PYTHONPATH";
    const std::string folder = loader_shim_folder();
    if (folder.empty()) {
        return;
    }
    // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
    const std::string before = environment_variable(kPath);
    const std::string path = before.empty() ? folder : before + ":" + folder;
    ::setenv(kPath, path.c_str(), 1);
    ::setenv("THROUGHLINE_LOADER", "1", 1);
    // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace throughline::app
