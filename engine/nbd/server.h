// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/nbd/served_file.h"
#include "engine/volume/volume.h"

namespace throughline::nbd {

/// What a server has done since it began.
struct Served {
    SteadyTime at = kNever;  ///< of these figures
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t bytes_read = 0;
    std::uint64_t bytes_written = 0;
    std::uint64_t errors = 0;     ///< requests that the file answered with an error
    std::size_t connections = 0;  ///< now
    volume::Counted volume{};
    /// When the first request came, from which the volume's seconds count; kNever: none has.
    SteadyTime began_at = kNever;
};

/// Serves a file to clients of the network block device protocol at the speed of an emulated
/// volume: no request is answered before the volume lets it through; one that the file takes longer
/// for is answered when the file has. All clients share the volume. A flush and a trim wait for the
/// file alone, since what they cost is not published.
class Server {
public:
    struct Options {
        std::string name{};  ///< of the export
        std::string description{};
        volume::Rules rules{};
        volume::StartCredits start{};
        std::size_t threads = 8;  ///< that read and write the file
    };

    /// `listener`: a listening socket that outlives it. Errors: Limit.
    static Result<std::unique_ptr<Server>> open(int listener, ServedFile file, Options options);
    virtual ~Server() = default;
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Blocks: until `stop`; requests in flight are then ended, and what was written is synced.
    /// `on_second` is called on this thread once a second, and at the end.
    /// Errors: Io, of the sockets as a whole or of that last sync; a client's own end with it.
    virtual Result<void> run(const std::stop_token& stop,
                             const std::function<void(const Served&)>& on_second) = 0;

protected:
    Server() = default;
};

}  // namespace throughline::nbd
