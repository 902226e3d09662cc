// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/base/say.h"

namespace throughline::nbd {
namespace {

constexpr int kBacklog = 64;

/// What a URI has to spell otherwise.
std::string uri_text(const std::string& path) {
    constexpr const char* kDigits = "0123456789ABCDEF";
    std::string text;
    for (const char letter : path) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0 || std::strchr("/-._~", letter) != nullptr) {
            text += letter;
        } else {
            text += '%';
            text += kDigits[byte >> 4U];
            text += kDigits[byte & 15U];
        }
    }
    return text;
}

Result<UniqueFd> make_socket(int family) {
    UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    return fd ? Result<UniqueFd>(std::move(fd)) : errno_error(say("make a socket"), errno);
}

Result<void> bind_and_listen(int fd, const sockaddr* address, socklen_t bytes) {
    if (::bind(fd, address, bytes) != 0 || ::listen(fd, kBacklog) != 0) {
        return errno_error(say("listen"), errno);
    }
    return {};
}

/// A socket that nobody answers at was left behind and is taken away.
Result<void> take_left_one_away(const std::string& path, const sockaddr_un& address) {
    struct stat facts{};
    if (::lstat(path.c_str(), &facts) != 0) {
        return {};
    }
    if (!S_ISSOCK(facts.st_mode)) {
        return usage_error(say("'%1' is there already and is no socket", path));
    }
    auto probe = make_socket(AF_UNIX);
    if (!probe) {
        return std::move(probe).error();
    }
    if (::connect(probe->get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) ==
            0 ||
        errno != ECONNREFUSED) {
        return Error{.code = ErrorCode::Busy, .what = say("another server listens at '%1'", path)};
    }
    return ::unlink(path.c_str()) == 0
               ? Result<void>()
               : errno_error(say("take the old socket '%1' away", path), errno);
}

}  // namespace

Result<Listener> Listener::at_socket(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof(address.sun_path)) {
        return usage_error(say("the path of a socket has 1 to %1 bytes, not %2: '%3'",
                               std::to_string(sizeof(address.sun_path) - 1),
                               std::to_string(path.size()),
                               path));
    }
    path.copy(static_cast<char*>(address.sun_path), path.size());
    if (auto free = take_left_one_away(path, address); !free) {
        return std::move(free).error();
    }
    auto fd = make_socket(AF_UNIX);
    if (!fd) {
        return std::move(fd).error();
    }
    // The rights of the file are those of the socket at the time of bind().
    ::fchmod(fd->get(), S_IRUSR | S_IWUSR);
    if (auto bound = bind_and_listen(
            fd->get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
        !bound) {
        return errno_error(say("listen at '%1'", path), bound.error().errno_value);
    }
    return Listener(*std::move(fd), path, "nbd+unix:///?socket=" + uri_text(path));
}

Result<Listener> Listener::at_port(std::uint16_t port) {
    auto fd = make_socket(AF_INET);
    if (!fd) {
        return std::move(fd).error();
    }
    const int yes = 1;
    ::setsockopt(fd->get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (auto bound = bind_and_listen(fd->get(), any, sizeof(address)); !bound) {
        return errno_error(say("listen at port %1", std::to_string(port)),
                           bound.error().errno_value);
    }
    socklen_t bytes = sizeof(address);
    if (::getsockname(fd->get(), any, &bytes) != 0) {
        return errno_error(say("ask for the port"), errno);
    }
    return Listener(
        *std::move(fd), {}, "nbd://127.0.0.1:" + std::to_string(ntohs(address.sin_port)));
}

Listener::~Listener() {
    if (fd_ && !path_.empty()) {
        ::unlink(path_.c_str());
    }
}

}  // namespace throughline::nbd
