// SPDX-License-Identifier: Apache-2.0
#include "tests/hosts/rank_process.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/base/file_descriptor.h"

namespace throughline::tests {

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
        std::ifstream stat(entry.path() / "stat");
        std::string text;
        std::getline(stat, text);
        std::istringstream behind(
            text.substr(text.rfind(')') == std::string::npos ? text.size() : text.rfind(')') + 1));
        char state = 0;
        pid_t above = 0;
        if (behind >> state >> above && above == parent) {
            children.push_back(std::stoi(entry.path().filename().string()));
        }
    }
    return children;
}

pid_t rank_process(pid_t mpirun, int rank) {
    const std::string wanted = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
    for (const pid_t child : children_of(mpirun)) {
        const auto environment = read_whole_file("/proc/" + std::to_string(child) + "/environ");
        if (environment && ('\0' + *environment).find('\0' + wanted + '\0') != std::string::npos) {
            return child;
        }
    }
    return 0;
}

}  // namespace throughline::tests
