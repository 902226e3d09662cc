// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::nbd {

/// Where clients connect: a socket in the file system, which goes with the listener, or a port that
/// this machine alone can reach.
class Listener {
public:
    /// A socket that only its owner can connect to. One that a server left behind is replaced, one
    /// that answers is not. Errors: Busy, Usage (too long a path, or something else is there), …
    static Result<Listener> at_socket(const std::string& path);
    /// On 127.0.0.1; 0: a free port. Errors: Busy, Permission, Io.
    static Result<Listener> at_port(std::uint16_t port);
    Listener(Listener&&) noexcept = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    Listener& operator=(Listener&&) noexcept = delete;
    ~Listener();

    int fd() const noexcept { return fd_.get(); }
    /// "nbd+unix:///?socket=/run/disk.sock", "nbd://127.0.0.1:10809".
    /// Source: the NBD project, its document of URIs.
    const std::string& uri() const noexcept { return uri_; }
    /// Of the socket; "": it is a port.
    const std::string& path() const noexcept { return path_; }

private:
    Listener(UniqueFd fd, std::string path, std::string uri)
        : fd_(std::move(fd)), path_(std::move(path)), uri_(std::move(uri)) {}

    UniqueFd fd_;
    std::string path_;
    std::string uri_;
};

}  // namespace throughline::nbd
