// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"
#include "engine/consumer/gpu_messages.h"
#include "engine/consumer/gpu_options.h"

namespace throughline::consumer {

/// A GPU plug-in at work in a process of its own: whatever it does, this process goes on.
/// Thread: send() and the rest by one; receive() by another.
class GpuProcess {
public:
    /// `device`: of access.report; the process sees no other, where it has a number of its own.
    /// `arena`: memory that the batches lie in, which the process maps. Errors: those of starting
    /// it; what goes wrong inside comes as a reply.
    static Result<std::unique_ptr<GpuProcess>> start(const GpuAccess& access,
                                                     std::uint32_t device,
                                                     int arena);
    GpuProcess(const GpuProcess&) = delete;
    GpuProcess& operator=(const GpuProcess&) = delete;
    ~GpuProcess();  ///< hangs up; who has not ended after access.closing_patience is killed

    /// Never waits for the plug-in. Errors: Io when the process is gone.
    Result<void> send(const GpuRequest& request);
    /// Blocks: until a reply comes. None: the process is gone, or hang_up() was called.
    std::optional<GpuReply> receive();
    /// Waits until receive() will not, at most `patience`. False: the time was over first.
    bool await_reply(std::chrono::milliseconds patience) const;
    /// Wakes receive() and tells the process to end.
    void hang_up();
    void kill();
    /// Waits for the end, at most `patience`. Returns: how it came, for people: "was ended by
    /// signal 11 (Segmentation fault)"; "" when it goes on.
    std::string await_end(std::chrono::milliseconds patience);

private:
    GpuProcess(UniqueFd socket, pid_t child, std::chrono::milliseconds closing_patience)
        : socket_(std::move(socket)), child_(child), closing_patience_(closing_patience) {}

    UniqueFd socket_;
    pid_t child_;
    std::chrono::milliseconds closing_patience_;
    std::string end_;  ///< once it was waited for
};

}  // namespace throughline::consumer
