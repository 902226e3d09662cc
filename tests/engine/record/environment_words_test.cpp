// SPDX-License-Identifier: Apache-2.0
#include "engine/record/environment_words.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace throughline::record {
namespace {

TEST(EnvironmentWords, AKeyIsATitle) {
    EXPECT_EQ(environment_title("cpu.model"), "Processor");
    EXPECT_EQ(environment_title("device.nvme0n1.scheduler"), "I/O scheduler of nvme0n1");
    EXPECT_EQ(environment_title("dataset.1.images"), "Images of data set 1");
    EXPECT_EQ(environment_title("device..model"), "device..model") << "of no device";
    EXPECT_EQ(environment_title("tf_cnn.data_format"), "tf_cnn.data_format");
}

TEST(EnvironmentWords, AValueHasItsUnit) {
    EXPECT_EQ(environment_text("memory_bytes", std::int64_t{25'276'514'304}), "25.3 GB");
    EXPECT_EQ(environment_text("device.vda.rotational", true), "yes");
    EXPECT_EQ(environment_text("host.name", std::string("vm")), "vm");
    EXPECT_EQ(environment_text("cpu.cores", std::int64_t{2}), "2");
}

}  // namespace
}  // namespace throughline::record
