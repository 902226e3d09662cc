// SPDX-License-Identifier: Apache-2.0
// Drives a fuzz target without libFuzzer: every file of the folders given, and 200 seeded mutations
// of each (bytes changed, cut out, doubled), so that an ordinary test run tries more than the
// files.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/base/random.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes);

namespace {

constexpr int kMutations = 200;

void run(const std::string& input) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string mutated(std::string input, throughline::Random& random) {
    for (std::uint64_t change = random.below(8); change > 0 && !input.empty(); --change) {
        const auto at = static_cast<std::size_t>(random.below(input.size()));
        const auto length = static_cast<std::size_t>(random.below(16));
        switch (random.below(3)) {
            case 0:
                input[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                input.erase(at, length);
                break;
            default:
                input.insert(at, input.substr(at, length));
                break;
        }
    }
    return input;
}

std::vector<std::filesystem::path> files_below(const char* folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

int main(int argc, char** argv) {
    int inputs = 0;
    run("");
    for (int argument = 1; argument < argc; ++argument) {
        for (const std::filesystem::path& path : files_below(argv[argument])) {
            std::ifstream stream(path, std::ios::binary);
            const std::string input{std::istreambuf_iterator<char>(stream), {}};
            throughline::Random random(1);
            run(input);
            for (int mutation = 0; mutation < kMutations; ++mutation) {
                run(mutated(input, random));
            }
            ++inputs;
        }
    }
    std::printf("%d files, %d mutations of each\n", inputs, kMutations);
    return inputs > 0 ? 0 : 1;
}
