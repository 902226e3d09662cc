// SPDX-License-Identifier: Apache-2.0
// Gets objects by the client of engine/remote, or by bare sockets, and prints what that cost:
// driven by bars/remote.py.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/remote/client.h"

namespace {

using namespace throughline;  // NOLINT(google-build-using-namespace)

struct Question {
    int port = 0;
    std::uint64_t object_bytes = 0;
    std::uint64_t range_bytes = 0;  ///< 0: whole objects
    std::uint64_t objects = 0;
    std::uint64_t count = 0;
    std::uint32_t depth = 8;

    std::string key(std::uint64_t number) const { return "o" + std::to_string(number % objects); }
    std::uint64_t first_requests() const { return std::uint64_t{2} * depth; }
    std::uint64_t bytes_each() const { return range_bytes > 0 ? range_bytes : object_bytes; }
    std::uint64_t offset(std::uint64_t number) const {
        const std::uint64_t ranges = range_bytes > 0 ? object_bytes / range_bytes : 1;
        return number % ranges * range_bytes;
    }
};

double cpu_seconds() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// What stands between `start` and `print`: as with the peers, the first requests are not counted,
/// after which connections stand and code is loaded.
class Meter {
public:
    void start() {
        cpu_s_ = cpu_seconds();
        began_ = steady_now();
    }
    void print(const Question& question) const {
        std::printf(
            "{\"requests\": %llu, \"bytes\": %llu, \"seconds\": %.6f, \"cpu_seconds\": %.6f}\n",
            static_cast<unsigned long long>(question.count),
            static_cast<unsigned long long>(question.count * question.bytes_each()),
            in_seconds(steady_now() - began_),
            cpu_seconds() - cpu_s_);
    }

private:
    double cpu_s_ = 0.0;
    SteadyTime began_{};
};

using Rooms = std::vector<std::vector<std::byte>>;

bool get_all(remote::Client& client, const Question& question, std::uint64_t count, Rooms& rooms) {
    std::vector<std::uint32_t> free;
    for (std::uint32_t i = 0; i < question.depth; ++i) {
        free.push_back(i);
    }
    std::vector<remote::Reply> replies(question.depth);
    for (std::uint64_t next = 0, finished = 0; finished < count;) {
        for (; next < count && !free.empty(); ++next) {
            const std::uint32_t room = free.back();
            free.pop_back();
            client.begin({.key = question.key(next),
                          .part = question.range_bytes > 0,
                          .offset_bytes = question.offset(next),
                          .room = rooms[room],
                          .tag = room});
        }
        const auto came = client.wait(replies, 1, std::chrono::seconds(30));
        if (!came || *came == 0) {
            return false;
        }
        for (const remote::Reply& reply : std::span(replies).first(*came)) {
            if (reply.refusal) {
                std::fprintf(stderr, "%s\n", explain(*reply.refusal, client.store()).c_str());
                return false;
            }
            free.push_back(static_cast<std::uint32_t>(reply.tag));
            ++finished;
        }
    }
    return true;
}

bool get_by_client(const Question& question, Meter& meter) {
    remote::Access access;
    access.endpoint = "http://127.0.0.1:" + std::to_string(question.port);
    auto store = remote::open_store("s3://data/", access, remote::process_environment());
    auto client = store ? remote::Client::make(*store, question.depth, 1)
                        : Result<std::unique_ptr<remote::Client>>(store.error());
    if (!client) {
        std::fprintf(stderr, "%s\n", describe(client.error()).c_str());
        return false;
    }
    Rooms rooms(question.depth, std::vector<std::byte>(question.bytes_each()));
    if (!get_all(**client, question, question.first_requests(), rooms)) {
        return false;
    }
    meter.start();
    return get_all(**client, question, question.count, rooms);
}

/// The least that it can cost: one request after another, the body received where it stays.
bool get_bare(const Question& question, Meter& meter) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(question.port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
        return false;
    }
    // As many rooms as the client has, so that both write as much memory.
    std::vector<std::vector<char>> rooms(question.depth,
                                         std::vector<char>(question.bytes_each() + 4096));
    bool right = true;
    for (std::uint64_t i = 0; right && i < question.first_requests() + question.count; ++i) {
        if (i == question.first_requests()) {
            meter.start();
        }
        std::vector<char>& room = rooms[i % rooms.size()];
        std::string ask = "GET /data/" + question.key(i) + " HTTP/1.1\r\nHost: x\r\n";
        if (question.range_bytes > 0) {
            ask += "Range: bytes=" + std::to_string(question.offset(i)) + "-" +
                   std::to_string(question.offset(i) + question.range_bytes - 1) + "\r\n";
        }
        ask += "\r\n";
        right = ::send(socket, ask.data(), ask.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(ask.size());
        std::size_t come = 0;
        std::size_t head = 0;
        while (right && (head == 0 || come < head + question.bytes_each())) {
            const ssize_t got = ::recv(socket, room.data() + come, room.size() - come, 0);
            right = got > 0;
            come += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
            if (head == 0) {
                const auto end = std::string_view(room.data(), come).find("\r\n\r\n");
                head = end == std::string_view::npos ? 0 : end + 4;
            }
        }
    }
    ::close(socket);
    return right;
}

std::uint64_t number(const char* text) {
    return std::strtoull(text, nullptr, 10);
}

}  // namespace

int main(int count, char** words) {
    if (count != 8) {
        std::fprintf(stderr,
                     "remote_benchmark client|bare PORT OBJECT_BYTES RANGE_BYTES OBJECTS "
                     "REQUESTS DEPTH\n");
        return 2;
    }
    const Question question{.port = static_cast<int>(number(words[2])),
                            .object_bytes = number(words[3]),
                            .range_bytes = number(words[4]),
                            .objects = number(words[5]),
                            .count = number(words[6]),
                            .depth = static_cast<std::uint32_t>(number(words[7]))};
    Meter meter;
    const bool bare = std::string_view(words[1]) == "bare";
    if (!(bare ? get_bare(question, meter) : get_by_client(question, meter))) {
        std::fprintf(stderr, "it failed\n");
        return 1;
    }
    meter.print(question);
    return 0;
}
