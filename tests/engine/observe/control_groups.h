// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::observe {

/// Control groups as files in a folder, and how /proc/PID/mountinfo tells where they are.
class ControlGroupsTest : public testing::Test {
protected:
    void write(const std::string& group, const std::string& file, const std::string& text) const {
        std::filesystem::create_directories(root_.path() + group);
        std::ofstream(root_.path() + group + "/" + file) << text;
    }
    std::string mounted(const char* type, const char* options) const {
        return "31 23 0:28 / " + root_.path() + " rw - " + type + " " + type + " " + options + "\n";
    }
    fixtures::TemporaryFolder root_;
};

}  // namespace throughline::observe
