// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/nbd/session.h"

// Used in this folder only.
namespace throughline::nbd {

/// A client's socket, its session, and what waits to be sent. Thread: one owner. Blocks: never.
class Connection {
public:
    /// `served` outlives it.
    Connection(UniqueFd socket, const Export& served);

    int fd() const noexcept { return socket_.get(); }
    Session& session() noexcept { return session_; }
    /// What the client has sent, once; a bounded part of it. False: it is gone.
    bool receive();
    /// What the socket takes of the answers. False: the client is gone.
    bool send_waiting();
    void answer(std::string head, std::vector<std::byte> data);
    std::size_t bytes_to_send() const noexcept { return to_send_bytes_; }

    std::size_t in_flight = 0;  ///< requests that are not answered yet
    std::uint32_t watched = 0;  ///< events of epoll that it is watched for; the server's

private:
    struct Piece {
        std::string head{};
        std::vector<std::byte> data{};
        std::size_t sent_bytes = 0;

        std::size_t bytes() const noexcept { return head.size() + data.size(); }
    };
    void note_sent(std::size_t bytes);

    UniqueFd socket_;
    Session session_;
    std::deque<Piece> to_send_;
    std::size_t to_send_bytes_ = 0;
    std::vector<std::byte> input_;
};

}  // namespace throughline::nbd
