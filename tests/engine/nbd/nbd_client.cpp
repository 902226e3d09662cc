// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/nbd/nbd_client.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <span>

#include "tests/engine/nbd/wire.h"

namespace throughline::nbd {

NbdClient::NbdClient(const std::string& path)
    : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
    if (::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0) {
        socket_.reset();
    }
}

bool NbdClient::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

std::string NbdClient::receive(std::size_t bytes) {
    std::string received(bytes, '\0');
    std::size_t at = 0;
    while (at < bytes) {
        const ssize_t count = ::recv(socket_.get(), received.data() + at, bytes - at, 0);
        if (count <= 0) {
            break;
        }
        at += static_cast<std::size_t>(count);
    }
    received.resize(at);
    return received;
}

std::uint16_t NbdClient::shake_hands() {
    if (receive(18).size() != 18 || !send(wire::flags() + wire::option(1))) {
        return 0;
    }
    const std::string facts = receive(10);
    if (facts.size() != 10) {
        return 0;
    }
    auto flags = std::as_bytes(std::span(facts.data() + 8, 2));
    return protocol::take_front<std::uint16_t>(flags);
}

bool NbdClient::is_closed() {
    char letter = 0;
    return ::recv(socket_.get(), &letter, 1, 0) == 0;
}

NbdClient::Answer NbdClient::answer(std::size_t bytes) {
    const std::string head = receive(16);
    if (head.size() != 16) {
        return {};
    }
    auto fields = std::as_bytes(std::span(head.data() + 4, 4));
    const auto error = protocol::take_front<std::uint32_t>(fields);
    return {.error = error, .data = error == 0 ? receive(bytes) : std::string()};
}

NbdClient::Answer NbdClient::read(std::uint64_t offset_bytes, std::uint32_t bytes) {
    send(wire::request({.offset_bytes = offset_bytes, .bytes = bytes}));
    return answer(bytes);
}

NbdClient::Answer NbdClient::write(std::uint64_t offset_bytes, std::string_view data) {
    send(wire::request({.type = wire::kWrite,
                        .offset_bytes = offset_bytes,
                        .bytes = static_cast<std::uint32_t>(data.size())},
                       data));
    return answer(0);
}

NbdClient::Answer NbdClient::command(std::uint16_t type,
                                     std::uint64_t offset_bytes,
                                     std::uint32_t bytes) {
    send(wire::request({.type = type, .offset_bytes = offset_bytes, .bytes = bytes}));
    return answer(0);
}

}  // namespace throughline::nbd
