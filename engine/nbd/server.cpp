// SPDX-License-Identifier: Apache-2.0
#include "engine/nbd/server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/nbd/connection.h"
#include "engine/nbd/file_pool.h"
#include "engine/nbd/session.h"
#include "engine/volume/clocked_volume.h"
#include "engine/volume/device_streams.h"

namespace throughline::nbd {
namespace {

// Bounds of what clients can take of the memory: of one that reads no answers, and of all.
constexpr std::size_t kConnectionsMax = 64;
constexpr std::size_t kInFlightMax = 1024;
constexpr std::size_t kBytesInFlightMax = 256U << 20U;
constexpr std::size_t kBytesToSendMax = 64U << 20U;

// What an event of epoll belongs to; connections have numbers from kFirstConnection on.
constexpr std::uint64_t kListener = 0;
constexpr std::uint64_t kDone = 1;
constexpr std::uint64_t kStop = 2;
constexpr std::uint64_t kFirstConnection = 16;

constexpr Nanoseconds kSecond = std::chrono::seconds(1);

class VolumeServer final : public Server {
public:
    VolumeServer(int listener, ServedFile file, const Options& options)
        : listener_(listener),
          file_(std::move(file)),
          served_{.name = options.name,
                  .description = options.description,
                  .bytes = file_.bytes,
                  .writable = file_.writable},
          volume_(options.rules, options.start) {}

    Result<void> prepare(std::size_t threads);
    Result<void> run(const std::stop_token& stop,
                     const std::function<void(const Served&)>& on_second) override;

private:
    /// One that is not answered yet.
    struct Pending {
        std::uint64_t connection = 0;
        SteadyTime due = kNever;
        FileJob job{};  ///< carried out, once it is here
    };
    struct Due {
        SteadyTime at = kNever;
        std::uint64_t id = 0;

        bool operator>(const Due& other) const noexcept {
            return std::pair(at, id) > std::pair(other.at, other.id);
        }
    };

    Result<void> watch(int fd, std::uint64_t key) const;
    Result<void> one_round(SteadyTime until);
    void handle(std::uint64_t key, std::uint32_t events);
    void accept_all();
    void begin_requests(std::uint64_t key, Connection& connection);
    void begin(std::uint64_t key, Connection& connection, Request request);
    void note_done(FileJob job);
    void answer_due(SteadyTime now);
    /// After anything that happened to it: sends, begins, and closes it when it has ended.
    void settle(std::uint64_t key);
    bool is_over(Connection& connection) const;
    bool may_begin(const Connection& connection) const noexcept;
    void drop(std::uint64_t key);
    Served figures() const;

    int listener_;
    ServedFile file_;
    Export served_;
    volume::ClockedVolume volume_;
    volume::DeviceStreams streams_;
    UniqueFd epoll_;
    UniqueFd stop_event_;
    std::map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::uint64_t next_key_ = kFirstConnection;
    std::uint64_t next_id_ = 0;
    std::size_t bytes_in_flight_ = 0;
    std::unordered_map<std::uint64_t, Pending> pending_;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
    Served done_{};
    std::unique_ptr<FilePool> pool_;  ///< last: it ends before what it uses
};

Result<void> VolumeServer::prepare(std::size_t threads) {
    auto pool = FilePool::start(file_.fd.get(), threads);
    if (!pool) {
        return std::move(pool).error();
    }
    pool_ = *std::move(pool);
    epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
    stop_event_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!epoll_ || !stop_event_) {
        return errno_error(say("prepare to wait for clients"), errno);
    }
    for (const auto& [fd, key] : {std::pair(listener_, kListener),
                                  std::pair(pool_->done_fd(), kDone),
                                  std::pair(stop_event_.get(), kStop)}) {
        if (auto watched = watch(fd, key); !watched) {
            return watched;
        }
    }
    return {};
}

Result<void> VolumeServer::watch(int fd, std::uint64_t key) const {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = key}};
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) == 0
               ? Result<void>()
               : errno_error(say("watch a socket"), errno);
}

Result<void> VolumeServer::run(const std::stop_token& stop,
                               const std::function<void(const Served&)>& on_second) {
    // A hold of 3 ms is to be one of 3 ms, not of 3.05.
    ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    const std::stop_callback wake(stop, [this] {
        const std::uint64_t one = 1;
        [[maybe_unused]] const ssize_t count = ::write(stop_event_.get(), &one, sizeof(one));
    });
    SteadyTime next_second = steady_now() + kSecond;
    while (!stop.stop_requested()) {
        const SteadyTime until = due_.empty() ? next_second : std::min(next_second, due_.top().at);
        if (auto round = one_round(until); !round) {
            return round;
        }
        const SteadyTime now = steady_now();
        answer_due(now);
        if (now >= next_second) {
            on_second(figures());
            next_second = std::max(next_second + kSecond, now);
        }
    }
    on_second(figures());
    connections_.clear();
    pool_.reset();
    if (file_.writable && ::fdatasync(file_.fd.get()) != 0) {
        return errno_error(say("write what is left to the served file"), errno);
    }
    return {};
}

/// Waits for something to happen, at most until then, and does what it asks for.
Result<void> VolumeServer::one_round(SteadyTime until) {
    std::array<epoll_event, 64> events{};
    const auto left = std::max(Nanoseconds::zero(), until - steady_now());
    const timespec timeout{.tv_sec = left / kSecond, .tv_nsec = (left % kSecond).count()};
    const int count = ::epoll_pwait2(
        epoll_.get(), events.data(), static_cast<int>(events.size()), &timeout, nullptr);
    if (count < 0 && errno != EINTR) {
        return errno_error(say("wait for clients"), errno);
    }
    for (int i = 0; i < count; ++i) {
        const epoll_event& event = events[static_cast<std::size_t>(i)];
        handle(event.data.u64, event.events);
    }
    return {};
}

void VolumeServer::handle(std::uint64_t key, std::uint32_t events) {
    if (key == kListener) {
        return accept_all();
    }
    if (key == kDone) {
        for (FileJob& job : pool_->take_done()) {
            note_done(std::move(job));
        }
        return;
    }
    const auto found = connections_.find(key);
    if (found == connections_.end()) {
        return;
    }
    Connection& connection = *found->second;
    const bool gone = (events & (EPOLLERR | EPOLLHUP)) != 0 && (events & EPOLLIN) == 0;
    if (gone || ((events & EPOLLIN) != 0 && !connection.receive())) {
        return drop(key);
    }
    settle(key);
}

void VolumeServer::accept_all() {
    for (;;) {
        UniqueFd socket(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) {
            return;
        }
        if (connections_.size() >= kConnectionsMax) {
            continue;  // closed: the client sees that nobody is there for it
        }
        const int yes = 1;  // fails on a socket in the file system, which needs none
        ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
        const std::uint64_t key = next_key_++;
        if (!watch(socket.get(), key)) {
            continue;
        }
        auto connection = std::make_unique<Connection>(std::move(socket), served_);
        connection->watched = EPOLLIN;
        connections_.emplace(key, std::move(connection));
        settle(key);
    }
}

bool VolumeServer::may_begin(const Connection& connection) const noexcept {
    return connection.in_flight < kInFlightMax && connection.bytes_to_send() < kBytesToSendMax &&
           (bytes_in_flight_ < kBytesInFlightMax || connection.in_flight == 0);
}

void VolumeServer::begin_requests(std::uint64_t key, Connection& connection) {
    while (may_begin(connection)) {
        auto request = connection.session().next_request();
        if (!request) {
            return;
        }
        begin(key, connection, *std::move(request));
    }
}

void VolumeServer::begin(std::uint64_t key, Connection& connection, Request request) {
    const SteadyTime now = steady_now();
    const bool moves = request.command == Command::Read || request.command == Command::Write;
    const SteadyTime due =
        moves ? volume_.answer_at({.file = streams_.stream_of(request.offset_bytes, request.bytes),
                                   .offset_bytes = request.offset_bytes,
                                   .bytes = request.bytes,
                                   .write = request.command == Command::Write},
                                  now)
              : now;
    const bool reads = request.command == Command::Read;
    ++connection.in_flight;
    bytes_in_flight_ += moves ? request.bytes : 0;
    FileJob job{.id = next_id_++, .request = std::move(request)};
    pending_.emplace(job.id, Pending{.connection = key, .due = due});
    if (reads && pool_->read_at_once(job)) {
        note_done(std::move(job));
    } else {
        pool_->begin(std::move(job));
    }
}

void VolumeServer::note_done(FileJob job) {
    Pending& pending = pending_.at(job.id);
    due_.push({.at = pending.due, .id = job.id});
    pending.job = std::move(job);
}

void VolumeServer::answer_due(SteadyTime now) {
    std::vector<std::uint64_t> answered;
    while (!due_.empty() && due_.top().at <= now) {
        auto node = pending_.extract(due_.top().id);
        due_.pop();
        Pending& pending = node.mapped();
        Request& request = pending.job.request;
        const bool ok = pending.job.errno_value == 0;
        done_.errors += ok ? 0 : 1;
        if (request.command == Command::Read || request.command == Command::Write) {
            const bool read = request.command == Command::Read;
            ++(read ? done_.reads : done_.writes);
            (read ? done_.bytes_read : done_.bytes_written) += ok ? request.bytes : 0;
            bytes_in_flight_ -= request.bytes;
        }
        const auto found = connections_.find(pending.connection);
        if (found == connections_.end()) {
            continue;  // its client has left
        }
        --found->second->in_flight;
        found->second->answer(simple_reply(request.cookie, pending.job.errno_value),
                              ok ? std::move(request.data) : std::vector<std::byte>());
        answered.push_back(pending.connection);
    }
    std::sort(answered.begin(), answered.end());
    answered.erase(std::unique(answered.begin(), answered.end()), answered.end());
    for (const std::uint64_t key : answered) {
        settle(key);
    }
}

bool VolumeServer::is_over(Connection& connection) const {
    switch (connection.session().state()) {
        case Session::State::Open:
            return false;
        case Session::State::Ended:
            return connection.in_flight == 0 && connection.bytes_to_send() == 0;
        case Session::State::Broken:
            return true;
    }
    return true;
}

void VolumeServer::settle(std::uint64_t key) {
    const auto found = connections_.find(key);
    if (found == connections_.end()) {
        return;
    }
    Connection& connection = *found->second;
    begin_requests(key, connection);
    if (!connection.send_waiting() || is_over(connection)) {
        return drop(key);
    }
    // A client that has sent more than can be begun waits; so its requests need no more memory.
    const bool open = connection.session().state() == Session::State::Open;
    const std::uint32_t wanted = (open && may_begin(connection) ? EPOLLIN : 0U) |
                                 (connection.bytes_to_send() > 0 ? EPOLLOUT : 0U);
    if (wanted != connection.watched) {
        epoll_event event{.events = wanted, .data = {.u64 = key}};
        ::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, connection.fd(), &event);
        connection.watched = wanted;
    }
}

void VolumeServer::drop(std::uint64_t key) {
    connections_.erase(key);
}

Served VolumeServer::figures() const {
    Served served = done_;
    served.at = steady_now();
    served.connections = connections_.size();
    served.volume = volume_.counted(served.at);
    served.began_at = volume_.began_at();
    return served;
}

}  // namespace

Result<std::unique_ptr<Server>> Server::open(int listener, ServedFile file, Options options) {
    auto server = std::make_unique<VolumeServer>(listener, std::move(file), options);
    if (auto ready = server->prepare(options.threads); !ready) {
        return std::move(ready).error();
    }
    return std::unique_ptr<Server>(std::move(server));
}

}  // namespace throughline::nbd
