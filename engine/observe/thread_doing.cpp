// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/thread_doing.h"

#include <sys/syscall.h>

#include <algorithm>
#include <string_view>

namespace throughline::observe {
namespace {

enum class Call : std::uint8_t {
    Read,
    Receive,
    Write,
    Several,
    Futex,
    Nap,
    Control,
    Ring,
    Map,
    Unnamed
};

/// The calls that threads of training jobs wait in. Others tell nothing.
Call call_of(std::int64_t number) noexcept {
    switch (number) {
        case SYS_read:
        case SYS_readv:
        case SYS_pread64:
        case SYS_preadv:
        case SYS_preadv2:
        case SYS_getdents64:
        case SYS_fstat:
            return Call::Read;
        case SYS_recvfrom:
        case SYS_recvmsg:
        case SYS_recvmmsg:
        case SYS_accept:
        case SYS_accept4:
        case SYS_connect:
            return Call::Receive;
        case SYS_write:
        case SYS_writev:
        case SYS_pwrite64:
        case SYS_pwritev:
        case SYS_sendto:
        case SYS_sendmsg:
            return Call::Write;
#ifdef SYS_poll
        case SYS_poll:
        case SYS_select:
        case SYS_epoll_wait:
#endif
        case SYS_ppoll:
        case SYS_pselect6:
        case SYS_epoll_pwait:
            return Call::Several;
        case SYS_futex:
        case SYS_semtimedop:
            return Call::Futex;
        case SYS_nanosleep:
        case SYS_clock_nanosleep:
            return Call::Nap;
        case SYS_ioctl:
            return Call::Control;
        case SYS_io_uring_enter:
        case SYS_io_getevents:
            return Call::Ring;
        case SYS_mmap:
        case SYS_munmap:
        case SYS_mprotect:
        case SYS_madvise:
        case SYS_brk:
            return Call::Map;
        default:
            return Call::Unnamed;
    }
}

/// A socket that is too new to be known is a server's where the process has others that are.
Doing reading(Target target, bool has_network) noexcept {
    switch (target) {
        case Target::File:
        case Target::Ring:
            return Doing::Storage;
        case Target::Network:
            return Doing::Network;
        case Target::Pipe:
        case Target::Local:
            return Doing::NoWork;
        case Target::Socket:
            return has_network ? Doing::Network : Doing::NoWork;
        case Target::Event:
            return Doing::Lock;
        case Target::Gpu:
            return Doing::Gpu;
        case Target::Unknown:
        case Target::Epoll:
        case Target::Other:
            break;
    }
    return Doing::Other;
}

Doing writing(Target target, bool has_network) noexcept {
    const Doing doing = reading(target, has_network);
    return doing == Doing::NoWork ? Doing::NoRoom : doing;
}

/// Servers before GPUs before what is on this machine: loops have a pipe of their own among theirs.
Doing waiting_for(const ThreadLook& look) {
    constexpr std::array kOrder{
        Doing::Network, Doing::Gpu, Doing::NoWork, Doing::NoRoom, Doing::Lock};
    for (const Doing wanted : kOrder) {
        const bool is_there = std::ranges::any_of(look.polled, [&](const Polled& one) {
            return (one.to_write ? writing(one.target, look.process_has_network)
                                 : reading(one.target, look.process_has_network)) == wanted;
        });
        if (is_there) {
            return wanted;
        }
    }
    return Doing::Other;
}

struct Channel {
    std::string_view part;
    Doing doing;
};
/// What stands in the name of the kernel's function, the first that fits.
constexpr std::array kChannels{
    Channel{"pipe_read", Doing::NoWork},
    Channel{"pipe_write", Doing::NoRoom},
    Channel{"pipe_wait", Doing::NoWork},
    Channel{"unix_stream", Doing::NoWork},
    Channel{"futex", Doing::Lock},
    Channel{"nanosleep", Doing::Sleep},
    Channel{"sk_wait", Doing::Network},
    Channel{"wait_woken", Doing::Network},
    Channel{"inet_", Doing::Network},
    Channel{"tcp_", Doing::Network},
    Channel{"io_cqring_wait", Doing::Storage},
    Channel{"read_events", Doing::Storage},
    Channel{"request_wait_answer", Doing::Storage},
    Channel{"fuse_", Doing::Storage},
    Channel{"nfs", Doing::Storage},
    Channel{"rpc_", Doing::Storage},
    Channel{"ceph", Doing::Storage},
    Channel{"folio_", Doing::Storage},
    Channel{"io_schedule", Doing::Storage},
    Channel{"page_bit", Doing::Storage},
    Channel{"nvidia", Doing::Gpu},
};

bool is_poll_channel(std::string_view channel) {
    return channel.starts_with("poll_") || channel.starts_with("do_poll") ||
           channel.starts_with("do_sys_poll") || channel.starts_with("do_select") ||
           channel.starts_with("ep_poll");
}

/// Of a call for several whose descriptors could not be seen.
Doing unseen_poll(const ThreadLook& look) {
    return look.process_has_network ? Doing::Network : Doing::NoWork;
}

Doing by_channel(const ThreadLook& look) {
    const std::string_view channel = look.wait_channel;
    if (is_poll_channel(channel)) {
        return unseen_poll(look);
    }
    const auto* const found = std::ranges::find_if(kChannels, [&](const Channel& one) {
        return channel.find(one.part) != std::string_view::npos;
    });
    return found == kChannels.end() ? Doing::Other : found->doing;
}

Doing by_call(const ThreadLook& look) {
    switch (call_of(look.call->number)) {
        case Call::Read:
        case Call::Receive:
            return reading(look.target, look.process_has_network);
        case Call::Write:
            return writing(look.target, look.process_has_network);
        case Call::Several:
            return look.polled.empty() ? by_channel(look) : waiting_for(look);
        case Call::Futex:
            return Doing::Lock;
        case Call::Nap:
            return Doing::Sleep;
        case Call::Control:
            return look.target == Target::Gpu ? Doing::Gpu : Doing::Other;
        case Call::Ring:
            return Doing::Storage;
        case Call::Map:
            return Doing::Lock;
        case Call::Unnamed:
            break;
    }
    return by_channel(look);
}

}  // namespace

bool takes_descriptor(std::int64_t call) noexcept {
    const Call kind = call_of(call);
    return kind == Call::Read || kind == Call::Receive || kind == Call::Write ||
           kind == Call::Control;
}

bool waits_for_several(std::int64_t call) noexcept {
    return call_of(call) == Call::Several;
}

Doing doing_of(const ThreadLook& look) {
    switch (look.state) {
        case 'R':
            return Doing::Running;
        case 'D':
            // Only waits for devices, servers, drivers and the lock of the address space cannot be
            // interrupted.
            return look.call && call_of(look.call->number) == Call::Map ? Doing::Lock
                   : look.target == Target::Gpu                         ? Doing::Gpu
                   : look.target == Target::Network                     ? Doing::Network
                                                                        : Doing::Storage;
        case 'S':
            break;
        default:
            return Doing::Other;
    }
    if (!look.call) {
        return by_channel(look);
    }
    return look.call->running ? Doing::Running : by_call(look);
}

}  // namespace throughline::observe
