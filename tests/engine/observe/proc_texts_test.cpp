// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/proc_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::observe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProcTexts, ReadsTheCallThatAThreadWaitsIn) {
    const auto waits =
        parse_syscall("0 0x3 0x7f00c2796000 0x20000 0x0 0xffffffff 0x0 0x7ffd 0x7f0\n");
    ASSERT_TRUE(waits);
    EXPECT_FALSE(waits->running);
    EXPECT_EQ(waits->number, 0);
    EXPECT_EQ(waits->arguments[0], 3U);
    EXPECT_EQ(waits->arguments[4], 0xffffffffU);
    EXPECT_TRUE(parse_syscall("running\n")->running);
    EXPECT_EQ(parse_syscall("-1 0x7ffd 0x7f0\n")->number, -1);
}

TEST(ProcTexts, TakesNoCallFromOtherText) {
    for (const char* const text : {"", "0", "0 0x3", "read 0x3", "0 3 4 5 6 7 8", "0 0xq 0x1"}) {
        EXPECT_FALSE(parse_syscall(text)) << text;
    }
}

// Goal: a job is called what its owner calls it, not what is left of that in the kernel.
TEST(ProcTexts, ProgramsHaveTheirWholeNames) {
    EXPECT_EQ(program_name("throughline-eng", {"/opt/bin/throughline-engine", "selftest"}),
              "throughline-engine");
    EXPECT_EQ(program_name("renamed-by-prct", {"/opt/bin/other"}), "renamed-by-prct");
    EXPECT_EQ(program_name("dd", {"dd", "if=/dev/zero"}), "dd");
    EXPECT_EQ(program_name("python3", {"/usr/bin/python3", "-u", "/home/a/train.py", "--x"}),
              "train.py");
    EXPECT_EQ(program_name("pt_main_thread", {"python3.11", "train.py"}), "train.py");
    EXPECT_EQ(program_name("python3", {"python3", "-m", "torch.distributed.run"}), "python3");
    EXPECT_EQ(program_name("python3", {"python3"}), "python3");
    EXPECT_EQ(program_name("kworker/0:1", {}), "kworker/0:1");
}

TEST(ProcTexts, CountsTheProcessorsOfAList) {
    EXPECT_EQ(parse_cpu_count("0-3,8\n"), 5U);
    EXPECT_EQ(parse_cpu_count("1"), 1U);
    EXPECT_EQ(parse_cpu_count("3-1"), 0U);
    EXPECT_EQ(parse_cpu_count("0-99999999999"), 0U);
    EXPECT_EQ(parse_cpu_count(""), 0U);
}

TEST(ProcTexts, ReadsTheBytesOfAProcess) {
    const auto io = parse_process_io(
        "rchar: 6976\nwchar: 0\nsyscr: 10\nsyscw: 0\nread_bytes: 4096\nwrite_bytes: 0\n");
    ASSERT_TRUE(io);
    EXPECT_EQ(io->requested_bytes, 6976U);
    EXPECT_EQ(io->requests, 10U);
    EXPECT_EQ(io->fetched_bytes, 4096U);
    EXPECT_FALSE(parse_process_io("rchar: 6976\n"));
}

TEST(ProcTexts, TellsDescriptorsApartByTheirLinks) {
    EXPECT_EQ(target_of_link("/data/1.jpg"), Target::File);
    EXPECT_EQ(target_of_link("/dev/shm/torch_1"), Target::File);
    EXPECT_EQ(target_of_link("/dev/nvidia0"), Target::Gpu);
    EXPECT_EQ(target_of_link("/dev/null"), Target::Other);
    EXPECT_EQ(target_of_link("pipe:[17]"), Target::Pipe);
    EXPECT_EQ(target_of_link("anon_inode:[eventpoll]"), Target::Epoll);
    EXPECT_EQ(target_of_link("anon_inode:[io_uring]"), Target::Ring);
    EXPECT_EQ(target_of_link("socket:[18]"), Target::Socket);
    EXPECT_EQ(gpu_of_link("/dev/nvidia12"), 12);
    EXPECT_FALSE(gpu_of_link("/dev/nvidiactl"));
    EXPECT_FALSE(gpu_of_link("/dev/nvidia-uvm"));
    EXPECT_EQ(inode_of_link("socket:[18]"), 18U);
    EXPECT_FALSE(inode_of_link("pipe:[18]"));
}

TEST(ProcTexts, ReadsWhatAnEpollWatchesAndTheInodesOfSockets) {
    EXPECT_THAT(parse_epoll_targets("pos: 0\ntfd:  5 events: 19 data: 5\ntfd: 7 events: 1\n"),
                ElementsAre(5, 7));
    EXPECT_THAT(parse_socket_inodes(
                    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt\n"
                    "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 "
                    "    0        0 12345 1 0000000000000000 100 0 0 10 0\n"),
                ElementsAre(12345U));
    EXPECT_THAT(parse_socket_inodes("nothing"), IsEmpty());
}

TEST(ProcTexts, ReadsLimitsOfControlGroups) {
    EXPECT_EQ(parse_throttle("8:0 100\n254:0 1048576\n", "254:0"), 1048576U);
    EXPECT_FALSE(parse_throttle("8:0 100\n", "254:0"));
    const char* const text = "8:0 rbps=max wbps=max riops=120 wiops=max\n";
    EXPECT_EQ(parse_io_max(text, "8:0", "riops"), 120U);
    EXPECT_FALSE(parse_io_max(text, "8:0", "rbps"));
}

}  // namespace
}  // namespace throughline::observe
