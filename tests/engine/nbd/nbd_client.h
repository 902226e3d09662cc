// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/file_descriptor.h"

namespace throughline::nbd {

/// A client that sends any bytes and waits for what it expects; every wait ends after seconds.
/// Thread: one owner.
class NbdClient {
public:
    /// Connects to a socket in the file system.
    explicit NbdClient(const std::string& path);
    bool connected() const noexcept { return static_cast<bool>(socket_); }

    /// False: the server is gone.
    bool send(std::string_view bytes);
    /// So many bytes; fewer when the server is gone or silent for long.
    std::string receive(std::size_t bytes);
    /// Handshake by EXPORT_NAME, whose answer has a known length. Returns: the flags; 0: it failed.
    std::uint16_t shake_hands();
    /// Whether the server has closed the connection.
    bool is_closed();

    struct Answer {
        std::uint32_t error = UINT32_MAX;  ///< UINT32_MAX: there was none
        std::string data{};
    };
    Answer read(std::uint64_t offset_bytes, std::uint32_t bytes);
    Answer write(std::uint64_t offset_bytes, std::string_view data);
    Answer command(std::uint16_t type, std::uint64_t offset_bytes = 0, std::uint32_t bytes = 0);
    void leave() { socket_.reset(); }

private:
    Answer answer(std::size_t bytes);

    UniqueFd socket_;
};

}  // namespace throughline::nbd
