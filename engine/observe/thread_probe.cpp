// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/thread_probe.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

namespace throughline::observe {
namespace {

constexpr std::size_t kDescriptorsMost = 16;  // of one call: enough to tell what is waited for

UniqueFd open_quietly(const std::string& path) {
    return UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
}

using Text = std::array<char, 1024>;

std::string_view read_at_start(const UniqueFd& file, Text& text) {
    const ssize_t got = file ? ::pread(file.get(), text.data(), text.size(), 0) : -1;
    return got > 0 ? std::string_view(text.data(), static_cast<std::size_t>(got))
                   : std::string_view();
}

/// Of another program's memory. False: it may not be read.
bool read_memory(pid_t pid, std::uint64_t address, void* into, std::size_t bytes) {
    const iovec local{.iov_base = into, .iov_len = bytes};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the other program
    const iovec remote{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes};
    return ::process_vm_readv(pid, &local, 1, &remote, 1, 0) == static_cast<ssize_t>(bytes);
}

struct Waited {
    int descriptor;
    bool to_write;
};

std::vector<Waited> polled_of(pid_t pid, const SyscallLook& call) {
    std::array<pollfd, kDescriptorsMost> entries{};
    const std::size_t count = std::min<std::uint64_t>(call.arguments[1], entries.size());
    if (count == 0 ||
        !read_memory(pid, call.arguments[0], entries.data(), count * sizeof(pollfd))) {
        return {};
    }
    std::vector<Waited> all;
    for (std::size_t i = 0; i < count; ++i) {
        if (entries[i].fd >= 0) {
            all.push_back({entries[i].fd, (entries[i].events & (POLLIN | POLLPRI)) == 0});
        }
    }
    return all;
}

std::vector<Waited> selected_of(pid_t pid, const SyscallLook& call) {
    std::vector<Waited> all;
    const int most = static_cast<int>(std::min<std::uint64_t>(call.arguments[0], FD_SETSIZE));
    for (const std::size_t argument : {1U, 2U}) {
        fd_set set;
        FD_ZERO(&set);
        const std::size_t bytes = std::min(
            sizeof(set), (static_cast<std::size_t>(most) + 63) / 64 * sizeof(std::uint64_t));
        if (call.arguments[argument] == 0 || bytes == 0 ||
            !read_memory(pid, call.arguments[argument], &set, bytes)) {
            continue;
        }
        for (int descriptor = 0; descriptor < most && all.size() < kDescriptorsMost; ++descriptor) {
            if (FD_ISSET(descriptor, &set)) {
                all.push_back({descriptor, argument == 2});
            }
        }
    }
    return all;
}

std::vector<Waited> watched_of(pid_t pid, const SyscallLook& call) {
    std::vector<Waited> all;
    const auto info = read_small(folder_of(pid) + "/fdinfo/" + std::to_string(call.arguments[0]));
    for (const int descriptor : parse_epoll_targets(info.value_or(""))) {
        if (all.size() < kDescriptorsMost) {
            all.push_back({descriptor, false});
        }
    }
    return all;
}

std::vector<Waited> waited_of(pid_t pid, const SyscallLook& call) {
    switch (call.number) {
#ifdef SYS_poll
        case SYS_poll:
#endif
        case SYS_ppoll:
            return polled_of(pid, call);
#ifdef SYS_select
        case SYS_select:
#endif
        case SYS_pselect6:
            return selected_of(pid, call);
        default:
            return watched_of(pid, call);
    }
}

}  // namespace

std::string folder_of(pid_t pid) {
    return "/proc/" + std::to_string(pid);
}

std::optional<std::string> read_small(const std::string& path) {
    const UniqueFd file = open_quietly(path);
    std::string text(4096, '\0');
    const ssize_t got = file ? ::read(file.get(), text.data(), text.size()) : -1;
    if (got < 0) {
        return std::nullopt;
    }
    text.resize(static_cast<std::size_t>(got));
    return text;
}

std::string read_link(const std::string& path) {
    std::array<char, 4096> text;
    const ssize_t got = ::readlink(path.c_str(), text.data(), text.size());
    return got > 0 ? std::string(text.data(), static_cast<std::size_t>(got)) : std::string();
}

void SocketKinds::refresh(pid_t pid) {
    refreshed_at_ = steady_now();
    network_.clear();
    local_.clear();
    constexpr std::size_t kTableMost = std::size_t{8} << 20U;
    for (const char* const table : {"tcp", "tcp6", "udp", "udp6"}) {
        const auto text = read_whole_file(folder_of(pid) + "/net/" + table, kTableMost);
        if (text) {
            const auto inodes = parse_socket_inodes(*text);
            network_.insert(inodes.begin(), inodes.end());
        }
    }
}

Target SocketKinds::kind_of(pid_t pid, std::uint64_t inode) {
    if (network_.contains(inode)) {
        return Target::Network;
    }
    if (local_.contains(inode)) {
        return Target::Local;
    }
    if (steady_now() - refreshed_at_ < std::chrono::seconds(1)) {
        return Target::Socket;
    }
    refresh(pid);
    if (network_.contains(inode)) {
        return Target::Network;
    }
    local_.insert(inode);
    return Target::Local;
}

Target target_of(pid_t pid, int descriptor, SocketKinds& sockets) {
    const std::string link = read_link(folder_of(pid) + "/fd/" + std::to_string(descriptor));
    if (link.empty()) {
        return Target::Unknown;
    }
    const auto inode = inode_of_link(link);
    return inode ? sockets.kind_of(pid, *inode) : target_of_link(link);
}

ThreadProbe::ThreadProbe(pid_t pid, pid_t tid)
    : pid_(pid),
      folder_(folder_of(pid) + "/task/" + std::to_string(tid)),
      stat_(open_quietly(folder_ + "/stat")) {
    lacks_descriptors_ = !stat_ && (errno == EMFILE || errno == ENFILE);
    syscall_ = open_quietly(folder_ + "/syscall");
    Text text;
    // The right is asked for at each read, and opening needs none.
    if (read_at_start(syscall_, text).empty()) {
        syscall_.reset();
        wchan_ = open_quietly(folder_ + "/wchan");
    }
}

std::optional<SchedTimes> ThreadProbe::times() const {
    return parse_schedstat(read_small(folder_ + "/schedstat").value_or(""));
}

std::optional<ThreadProbe::Seen> ThreadProbe::take(SocketKinds& sockets, bool process_has_network) {
    Text text;
    const auto time = metrics::parse_pid_stat(read_at_start(stat_, text));
    if (!time || time->state == 'Z' || time->state == 'X') {
        return std::nullopt;
    }
    Seen seen;
    seen.time = *time;
    seen.look.state = time->state;
    seen.look.process_has_network = process_has_network;
    if (time->state == 'S' || time->state == 'D') {
        see_call(seen, sockets);
    }
    return seen;
}

void ThreadProbe::see_call(Seen& seen, SocketKinds& sockets) const {
    Text text;
    if (syscall_) {
        seen.look.call = parse_syscall(read_at_start(syscall_, text));
    }
    if (!seen.look.call) {
        seen.look.wait_channel = read_at_start(wchan_, text);
        return;
    }
    const SyscallLook& call = *seen.look.call;
    if (takes_descriptor(call.number)) {
        seen.descriptor = static_cast<int>(call.arguments[0]);
        seen.look.target = target_of(pid_, seen.descriptor, sockets);
    } else if (waits_for_several(call.number)) {
        see_several(seen, sockets);
    }
    if (!call.running && doing_of(seen.look) == Doing::Other) {
        seen.look.wait_channel = read_small(folder_ + "/wchan").value_or("");
    }
}

void ThreadProbe::see_several(Seen& seen, SocketKinds& sockets) const {
    for (const Waited& one : waited_of(pid_, *seen.look.call)) {
        seen.look.polled.push_back({target_of(pid_, one.descriptor, sockets), one.to_write});
    }
}

}  // namespace throughline::observe
