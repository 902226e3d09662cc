// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/connection.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace throughline::nbd {
namespace {

// So many bytes are taken of a client before others have their turn.
constexpr std::size_t kReceiveBytes = 256U << 10U;
constexpr std::size_t kPiecesAtOnce = 32;

bool would_block(int errno_value) noexcept {
    return errno_value == EAGAIN || errno_value == EWOULDBLOCK || errno_value == EINTR;
}

}  // namespace

Connection::Connection(UniqueFd socket, const Export& served)
    : socket_(std::move(socket)), session_(served), input_(kReceiveBytes) {
    answer(session_.take_output(), {});
}

bool Connection::receive() {
    const ssize_t count = ::recv(socket_.get(), input_.data(), input_.size(), 0);
    if (count <= 0) {
        return count < 0 && would_block(errno);
    }
    session_.take(std::span(input_).first(static_cast<std::size_t>(count)));
    answer(session_.take_output(), {});
    return true;
}

void Connection::answer(std::string head, std::vector<std::byte> data) {
    if (head.empty()) {
        return;
    }
    to_send_bytes_ += head.size() + data.size();
    to_send_.push_back({.head = std::move(head), .data = std::move(data)});
}

bool Connection::send_waiting() {
    while (!to_send_.empty()) {
        std::array<iovec, 2 * kPiecesAtOnce> parts{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < std::min(kPiecesAtOnce, to_send_.size()); ++i) {
            Piece& piece = to_send_[i];
            const std::size_t of_head = std::min(piece.sent_bytes, piece.head.size());
            const std::size_t of_data = piece.sent_bytes - of_head;
            parts[count++] = {.iov_base = piece.head.data() + of_head,
                              .iov_len = piece.head.size() - of_head};
            if (piece.data.size() > of_data) {
                parts[count++] = {.iov_base = piece.data.data() + of_data,
                                  .iov_len = piece.data.size() - of_data};
            }
        }
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = count;
        const ssize_t sent = ::sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
        if (sent < 0) {
            return would_block(errno);
        }
        note_sent(static_cast<std::size_t>(sent));
    }
    return true;
}

void Connection::note_sent(std::size_t bytes) {
    to_send_bytes_ -= bytes;
    while (bytes > 0) {
        Piece& piece = to_send_.front();
        const std::size_t of_piece = std::min(bytes, piece.bytes() - piece.sent_bytes);
        piece.sent_bytes += of_piece;
        bytes -= of_piece;
        if (piece.sent_bytes == piece.bytes()) {
            to_send_.pop_front();
        }
    }
}

}  // namespace throughline::nbd
