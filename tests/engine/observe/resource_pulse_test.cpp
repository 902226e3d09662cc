// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/resource_pulse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <stop_token>
#include <string>

#include "engine/base/pause.h"
#include "engine/observe/proc_texts.h"
#include "engine/storage/path_target.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::observe {
namespace {

constexpr std::chrono::milliseconds kWhile{600};

double cpu_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec) +
           1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

double fetched_bytes() {
    const auto io = parse_process_io(read_small("/proc/self/io").value_or(""));
    return io ? static_cast<double>(io->fetched_bytes) : 0.0;
}

std::size_t threads() {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task")) {
        count += entry.exists() ? 1 : 0;
    }
    return count;
}

TEST(ResourcePulse, TakesTheProcessorsForAPartOfTheTimeAndLeavesNothing) {
    const NudgeTarget target = nudge_target_of(::getpid(), {});
    ASSERT_FALSE(target.processors.empty());
    const std::size_t before = threads();
    double weak = cpu_seconds();
    {
        const ResourcePulse pulse(Resource::Cpu, 1, target);
        static_cast<void>(pause_for(kWhile, std::stop_token()));
        EXPECT_EQ(threads(), before + target.processors.size());
    }
    weak = cpu_seconds() - weak;
    for (int i = 0; i < 200 && threads() != before; ++i) {  // the kernel takes them off later
        static_cast<void>(pause_for(std::chrono::milliseconds(10), std::stop_token()));
    }
    EXPECT_EQ(threads(), before);
    const double all = static_cast<double>(target.processors.size()) * 0.6;
    EXPECT_GT(weak, 0.0);
    EXPECT_LT(weak, 0.3 * all);  // an eighth, and a cycle that was begun
}

TEST(ResourcePulse, ReadsTheJobsFilesPastThePageCache) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.file("shard");
    std::ofstream(path) << std::string(std::size_t{8} << 20U, 'x');
    ::sync();
    Observation seen;
    struct stat facts{};
    ASSERT_EQ(::stat(path.c_str(), &facts), 0);
    const SeenFile here{.bytes = std::size_t{8} << 20U, .device = facts.st_dev, .looks = 1};
    seen.files[path] = here;
    seen.files["/proc/self/status"] = here;
    seen.files[folder.file("gone")] = here;
    const std::string other = folder.file("other");  // of the same name as one in a container
    std::ofstream(other) << std::string(std::size_t{1} << 20U, 'x');
    seen.files[other] = here;
    const NudgeTarget target = nudge_target_of(::getpid(), seen);
    const auto place = storage::inspect_path(path);
    if (target.files.empty() || !place || place->devices.empty()) {
        GTEST_SKIP() << "no disk lies under the test's folder";
    }
    EXPECT_THAT(target.files, testing::ElementsAre(testing::EndsWith(path)));
    const double before = fetched_bytes();
    {
        const ResourcePulse pulse(Resource::Disk, 2, target);
        static_cast<void>(pause_for(kWhile, std::stop_token()));
    }
    EXPECT_GT(fetched_bytes() - before, 256e3);
}

}  // namespace
}  // namespace throughline::observe
