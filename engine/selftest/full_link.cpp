// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/full_link.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/say.h"

namespace throughline::selftest {
namespace {

constexpr std::size_t kImageBytes = 100'000;
constexpr std::size_t kChunkBytes = 10'000;

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = ::htons(port);
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    return address;
}

struct Client {
    UniqueFd fd{};
    std::size_t owed_bytes = 0;
};

/// What clients ask for while the link has nothing to send, at most for 100 ms, or at once.
void take_requests(int listener, std::vector<Client>& clients) {
    std::vector<pollfd> ends{{.fd = listener, .events = POLLIN, .revents = 0}};
    bool owes = false;
    for (const Client& client : clients) {
        ends.push_back({.fd = client.fd.get(), .events = POLLIN, .revents = 0});
        owes = owes || client.owed_bytes > 0;
    }
    constexpr int kPatience_ms = 100;
    if (::poll(ends.data(), ends.size(), owes ? 0 : kPatience_ms) <= 0) {
        return;
    }
    for (std::size_t i = 1; i < ends.size(); ++i) {
        Client& client = clients[i - 1];
        std::array<char, 16> requests;
        if (ends[i].revents != 0) {
            const ssize_t got = ::recv(client.fd.get(), requests.data(), requests.size(), 0);
            client.owed_bytes += got > 0 ? static_cast<std::size_t>(got) * kImageBytes : 0;
            if (got <= 0) {
                client.fd.reset();
            }
        }
    }
    std::erase_if(clients, [](const Client& client) { return client.fd.get() < 0; });
    if (ends[0].revents != 0) {
        UniqueFd fd(::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC));
        if (fd.get() >= 0) {
            clients.push_back({.fd = std::move(fd)});
        }
    }
}

/// Of the server's process.
void serve(int listener, double bytes_per_second, double seconds) {
    const SteadyTime end = steady_now() + from_seconds(seconds);
    const auto chunk_ns = from_seconds(static_cast<double>(kChunkBytes) / bytes_per_second);
    const std::vector<char> chunk(kChunkBytes, 'x');
    std::vector<Client> clients;
    bool had_clients = false;
    SteadyTime free_at = steady_now();
    while (steady_now() < end && (!had_clients || !clients.empty())) {
        take_requests(listener, clients);
        had_clients = had_clients || !clients.empty();
        for (Client& client : clients) {
            if (client.owed_bytes == 0) {
                continue;
            }
            // As long as the link is busy with a chunk nothing else goes over it.
            free_at = std::max(free_at, steady_now()) + chunk_ns;
            const auto until = free_at.time_since_epoch().count();
            const timespec time{.tv_sec = until / 1'000'000'000, .tv_nsec = until % 1'000'000'000};
            ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr);
            if (::send(client.fd.get(), chunk.data(), chunk.size(), MSG_NOSIGNAL) > 0) {
                client.owed_bytes -= std::min(client.owed_bytes, kChunkBytes);
            }
        }
    }
}

}  // namespace

Result<std::uint16_t> start_full_link(double bytes_per_second, double seconds) {
    constexpr int kBacklog = 64;
    constexpr double kLonger_s = 5.0;
    const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);  // NOLINT: as sockets have it
    if (listener.get() < 0 || ::bind(listener.get(), any, size) != 0 ||
        ::listen(listener.get(), kBacklog) != 0 || ::getsockname(listener.get(), any, &size) != 0) {
        return errno_error(say("listen on the loopback interface"), errno);
    }
    const pid_t between = ::fork();
    if (between < 0) {
        return errno_error(say("start the server of the stand-in"), errno);
    }
    if (between == 0) {
        // The server's parent ends at once, so that it belongs to nobody.
        if (::fork() == 0) {
            ::setsid();
            serve(listener.get(), bytes_per_second, seconds + kLonger_s);
        }
        ::_exit(0);
    }
    while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
    }
    return ::ntohs(address.sin_port);
}

UniqueFd connect_to_link(std::uint16_t port) {
    UniqueFd server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = loopback(port);
    const auto* const any = reinterpret_cast<const sockaddr*>(&address);  // NOLINT: likewise
    return server.get() >= 0 && ::connect(server.get(), any, sizeof address) == 0
               ? std::move(server)
               : UniqueFd();
}

bool fetch_from_link(int server) {
    std::array<char, 1 << 16> part;
    if (::send(server, "?", 1, MSG_NOSIGNAL) != 1) {
        return false;
    }
    for (std::size_t left = kImageBytes; left > 0;) {
        const ssize_t got = ::recv(server, part.data(), std::min(left, part.size()), 0);
        if (got <= 0) {
            return false;
        }
        left -= static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace throughline::selftest
