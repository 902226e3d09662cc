// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/observe/proc_texts.h"

namespace throughline::observe {

/// What a thread does at one moment.
enum class Doing : std::uint8_t {
    Running,  ///< on a processor, or runnable
    Storage,  ///< waits for a read of a file, or for what else a file system does
    Network,  ///< waits for a server
    NoWork,   ///< waits to be given something by a pipe or a local socket
    NoRoom,   ///< waits to give something away
    Lock,     ///< waits for another thread or for a semaphore
    Sleep,    ///< waits for a time that it chose
    Gpu,      ///< waits in the driver of a GPU
    Other     ///< waits for something else, or for what could not be seen
};
inline constexpr std::size_t kDoings = 9;
inline constexpr std::array<const char*, kDoings> kDoingNames{
    "running", "storage", "network", "no_work", "no_room", "lock", "sleep", "gpu", "other"};

/// A descriptor that poll(2) or the like waits for.
struct Polled {
    Target target = Target::Unknown;
    bool to_write = false;  ///< and not to read
};

/// All that was seen of a thread at one moment; what could not be seen is empty.
struct ThreadLook {
    char state = '?';                   ///< of /proc/PID/task/TID/stat
    std::optional<SyscallLook> call{};  ///< none: it may not be read
    Target target = Target::Unknown;    ///< of the call's first argument, where it is a descriptor
    std::vector<Polled> polled{};       ///< of a call that waits for several
    std::string wait_channel{};         ///< the kernel's function that it sleeps in
    bool process_has_network = false;   ///< it has sockets to other machines open
};

/// Which calls have a descriptor as their first argument.
bool takes_descriptor(std::int64_t call) noexcept;
/// poll(2), select(2), epoll_wait(2) and the like.
bool waits_for_several(std::int64_t call) noexcept;

/// By state and call; by state and wait channel where the call may not be read; by state alone
/// where that may not be read either.
/// Source: calls by asm/unistd.h; wait channels as in Linux 4.18 to 6.18.
Doing doing_of(const ThreadLook& look);

}  // namespace throughline::observe
