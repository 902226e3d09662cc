// SPDX-License-Identifier: Apache-2.0
#include "engine/placement/device_node.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::placement {
namespace {

/// A machine made of files, with one GPU.
class DeviceNode : public testing::Test {
protected:
    void put_gpu(const std::string& node) {
        const std::string folder = sys_.file("bus/pci/devices/0000:1b:00.0");
        std::filesystem::create_directories(folder);
        ASSERT_TRUE(write_file_atomically(folder + "/numa_node", node + "\n"));
    }
    void put_nodes(int count) {
        for (int node = 0; node < count; ++node) {
            std::filesystem::create_directories(
                sys_.file("devices/system/node/node" + std::to_string(node)));
        }
        std::filesystem::create_directories(sys_.file("devices/system/node/power"));
    }
    std::optional<std::uint32_t> node() const {
        return node_of_device("0000:1B:00.0", sys_.path());
    }

    fixtures::TemporaryFolder sys_;
};

TEST_F(DeviceNode, IsWhatTheKernelSays) {
    put_gpu("1");
    put_nodes(2);
    EXPECT_EQ(node(), 1U) << "CUDA writes addresses in capital letters, the kernel does not";
}

TEST_F(DeviceNode, IsNoneWhereThereIsNoChoiceOrNoAnswer) {
    EXPECT_EQ(node(), std::nullopt) << "no such device";
    put_gpu("0");
    put_nodes(1);
    EXPECT_EQ(node(), std::nullopt) << "one node";
    put_nodes(2);
    EXPECT_EQ(node(), 0U);
    put_gpu("-1");
    EXPECT_EQ(node(), std::nullopt) << "the kernel does not know";
}

}  // namespace
}  // namespace throughline::placement
