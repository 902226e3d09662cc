// SPDX-License-Identifier: Apache-2.0
// hold_files FOLDER SECONDS: for so long no open and no read of a file in the folder is answered,
// as with a file server that is gone. Needs root.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "engine/base/pause.h"
#include "tests/fixtures/held_files.h"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: hold_files FOLDER SECONDS\n");
        return 2;
    }
    const throughline::fixtures::HeldFiles held(argv[1]);
    if (!held.problem().empty()) {
        std::fprintf(stderr, "hold_files: %s\n", held.problem().c_str());
        return 77;
    }
    throughline::pause_for(std::chrono::seconds(std::atoi(argv[2])), {});
    return 0;
}
