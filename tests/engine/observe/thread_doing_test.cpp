// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/thread_doing.h"

#include <gtest/gtest.h>
#include <sys/syscall.h>

namespace throughline::observe {
namespace {

ThreadLook in_call(std::int64_t number, Target target, char state = 'S') {
    return {.state = state, .call = SyscallLook{.number = number}, .target = target};
}

ThreadLook in_channel(const char* channel, bool network = false) {
    return {.state = 'S', .wait_channel = channel, .process_has_network = network};
}

TEST(ThreadDoing, IsToldByTheCallAndItsDescriptor) {
    EXPECT_EQ(doing_of(in_call(SYS_read, Target::Pipe)), Doing::NoWork);
    EXPECT_EQ(doing_of(in_call(SYS_read, Target::Local)), Doing::NoWork);
    EXPECT_EQ(doing_of(in_call(SYS_read, Target::File, 'D')), Doing::Storage);
    EXPECT_EQ(doing_of(in_call(SYS_pread64, Target::File)), Doing::Storage);  // FUSE
    EXPECT_EQ(doing_of(in_call(SYS_recvfrom, Target::Network)), Doing::Network);
    EXPECT_EQ(doing_of(in_call(SYS_write, Target::Pipe)), Doing::NoRoom);
    EXPECT_EQ(doing_of(in_call(SYS_futex, Target::Unknown)), Doing::Lock);
    EXPECT_EQ(doing_of(in_call(SYS_clock_nanosleep, Target::Unknown)), Doing::Sleep);
    EXPECT_EQ(doing_of(in_call(SYS_ioctl, Target::Gpu)), Doing::Gpu);
    EXPECT_EQ(doing_of(in_call(SYS_ioctl, Target::Other)), Doing::Other);
    EXPECT_EQ(doing_of({.state = 'S', .call = SyscallLook{.running = true}}), Doing::Running);
}

// A loader that opens a connection for each image: its socket is newer than the last look at them.
TEST(ThreadDoing, OnASocketThatIsNotKnownYetIsThatOfTheProcesssOthers) {
    ThreadLook look = in_call(SYS_recvfrom, Target::Socket);
    EXPECT_EQ(doing_of(look), Doing::NoWork);
    look.process_has_network = true;
    EXPECT_EQ(doing_of(look), Doing::Network);
}

TEST(ThreadDoing, OfUninterruptibleWaitsIsStorageUnlessTheCallSaysOtherwise) {
    EXPECT_EQ(doing_of({.state = 'D'}), Doing::Storage);
    EXPECT_EQ(doing_of(in_call(-1, Target::Unknown, 'D')), Doing::Storage);  // a mapped file
    EXPECT_EQ(doing_of(in_call(SYS_munmap, Target::Unknown, 'D')), Doing::Lock);
    EXPECT_EQ(doing_of(in_call(SYS_ioctl, Target::Gpu, 'D')), Doing::Gpu);
}

TEST(ThreadDoing, OfAPollIsWhatItWaitsFor) {
    ThreadLook look = in_call(SYS_ppoll, Target::Unknown);
    look.polled = {{Target::Pipe, false}};
    EXPECT_EQ(doing_of(look), Doing::NoWork);
    look.polled = {{Target::Pipe, false}, {Target::Network, false}};
    EXPECT_EQ(doing_of(look), Doing::Network);
    look.polled = {{Target::Pipe, true}};
    EXPECT_EQ(doing_of(look), Doing::NoRoom);
}

TEST(ThreadDoing, GoesByTheWaitChannelWhereTheCallIsNotTold) {
    EXPECT_EQ(doing_of(in_channel("anon_pipe_read")), Doing::NoWork);
    EXPECT_EQ(doing_of(in_channel("pipe_write")), Doing::NoRoom);
    EXPECT_EQ(doing_of(in_channel("futex_do_wait")), Doing::Lock);
    EXPECT_EQ(doing_of(in_channel("hrtimer_nanosleep")), Doing::Sleep);
    EXPECT_EQ(doing_of(in_channel("sk_wait_data")), Doing::Network);
    EXPECT_EQ(doing_of(in_channel("request_wait_answer")), Doing::Storage);
    EXPECT_EQ(doing_of(in_channel("poll_schedule_timeout.constprop.0")), Doing::NoWork);
    EXPECT_EQ(doing_of(in_channel("poll_schedule_timeout.constprop.0", true)), Doing::Network);
    EXPECT_EQ(doing_of(in_channel("0")), Doing::Other);
}

TEST(ThreadDoing, OfOneThatIsStoppedOrNotSeenIsOther) {
    EXPECT_EQ(doing_of({.state = 'T'}), Doing::Other);
    EXPECT_EQ(doing_of({.state = 'S'}), Doing::Other);
}

}  // namespace
}  // namespace throughline::observe
