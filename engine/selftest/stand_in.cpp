// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/stand_in.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/say.h"
#include "engine/selftest/full_link.h"

namespace throughline::selftest {
namespace {

/// Computes for so much of this thread's CPU time.
void compute(double milliseconds) {
    const auto now = [] {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    };
    constexpr int kBetweenLooks = 20'000;
    volatile std::uint64_t state = 88172645463325252ULL;
    for (const double end = now() + milliseconds; now() < end;) {
        std::uint64_t one = state;
        for (int i = 0; i < kBetweenLooks; ++i) {
            one ^= one << 13U;
            one ^= one >> 7U;
            one ^= one << 17U;
        }
        state = one;
    }
}

bool read_exactly(int fd, void* into, std::size_t bytes) {
    auto* at = static_cast<char*>(into);
    while (bytes > 0) {
        const ssize_t got = ::read(fd, at, bytes);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

bool send(int fd, const void* bytes, std::size_t count) {
    return write_all(fd, {static_cast<const char*>(bytes), count}).has_value();
}

/// Reads past the page cache, so that each read is one of the disk.
class DirectFiles {
public:
    static Result<DirectFiles> list(const std::string& folder) {
        DirectFiles files;
        std::error_code failed;
        for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
            if (entry.is_regular_file(failed)) {
                files.paths_.push_back(entry.path().string());
                files.largest_ = std::max<std::size_t>(files.largest_, entry.file_size(failed));
            }
        }
        if (files.paths_.empty()) {
            return Error{.code = ErrorCode::NotFound,
                         .what = say("read files of '%1': there are none", folder)};
        }
        std::ranges::sort(files.paths_);
        files.largest_ = (files.largest_ / kBlock + 1) * kBlock;
        return files;
    }

    bool read(std::uint64_t index) {
        if (!buffer_) {
            buffer_.reset(static_cast<std::byte*>(std::aligned_alloc(kBlock, largest_)));
        }
        const UniqueFd file(
            ::open(paths_[index % paths_.size()].c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC));
        return file.get() >= 0 && buffer_ && ::pread(file.get(), buffer_.get(), largest_, 0) > 0;
    }

private:
    static constexpr std::size_t kBlock = 4096;
    struct Freed {
        void operator()(std::byte* memory) const noexcept { std::free(memory); }
    };
    std::vector<std::string> paths_{};
    std::size_t largest_ = 0;
    std::unique_ptr<std::byte, Freed> buffer_{};
};

struct Pipe {
    UniqueFd out{};  ///< to read from
    UniqueFd in{};
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return errno_error(say("make a pipe"), errno);
    }
    return Pipe{.out = UniqueFd(ends[0]), .in = UniqueFd(ends[1])};
}

/// A worker and its two pipes.
struct Worker {
    pid_t pid = -1;
    UniqueFd indices{};
    UniqueFd batches{};
};

/// Of a worker: until nobody hands out indices any more.
int work(const StandIn& job, std::uint16_t port, DirectFiles& files, int indices, int batches) {
    const UniqueFd server = port != 0 ? connect_to_link(port) : UniqueFd();
    if (port != 0 && server.get() < 0) {
        return 1;
    }
    const std::vector<char> batch(job.sample_bytes * job.batch, 'x');
    for (std::uint64_t index = 0; read_exactly(indices, &index, sizeof index);) {
        for (unsigned one = 0; one < job.batch; ++one) {
            const bool came = (job.folder.empty() || files.read(index * job.batch + one)) &&
                              (port == 0 || fetch_from_link(server.get()));
            if (!came) {
                return 1;
            }
            if (job.decode_ms > 0) {
                compute(job.decode_ms);
            }
        }
        if (!send(batches, batch.data(), batch.size())) {
            return 0;
        }
    }
    return 0;
}

/// A fork ends with the job, also where that was killed.
Result<Worker> start_worker(const StandIn& job,
                            std::uint16_t port,
                            DirectFiles& files,
                            std::vector<Worker>& others) {
    auto indices = make_pipe();
    auto batches = make_pipe();
    if (!indices || !batches) {
        return std::move(indices ? batches : indices).error();
    }
    const pid_t main = ::getpid();
    const pid_t child = ::fork();
    if (child < 0) {
        return errno_error(say("start a worker"), errno);
    }
    if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != main) {
            ::_exit(0);
        }
        others.clear();  // whose pipes would not close otherwise
        indices->in.reset();
        batches->out.reset();
        ::_exit(work(job, port, files, indices->out.get(), batches->in.get()));
    }
    return Worker{
        .pid = child, .indices = std::move(indices->in), .batches = std::move(batches->out)};
}

/// As PyTorch's does: the next batch is the next worker's.
Result<void> train(const StandIn& job,
                   const std::vector<Worker>& workers,
                   const std::function<void(const std::string&)>& log) {
    constexpr double kLog_s = 0.5;
    std::uint64_t handed_out = 0;
    for (unsigned round = 0; round < 2; ++round) {
        for (const Worker& worker : workers) {
            send(worker.indices.get(), &handed_out, sizeof handed_out);
            ++handed_out;
        }
    }
    std::vector<char> batch(job.sample_bytes * job.batch);
    const SteadyTime began = steady_now();
    SteadyTime logged_at = began;
    std::uint64_t logged = 0;
    std::uint64_t step = 0;
    while (in_seconds(steady_now() - began) < job.seconds) {
        const Worker& worker = workers[step % workers.size()];
        if (!read_exactly(worker.batches.get(), batch.data(), batch.size()) ||
            !send(worker.indices.get(), &handed_out, sizeof handed_out)) {
            return Error{.code = ErrorCode::Io, .what = say("a worker of the stand-in ended")};
        }
        ++handed_out;
        ++step;
        compute(job.take_ms);
        if (job.step_ms > 0) {
            const auto wait = from_seconds(job.step_ms * 1e-3).count();
            const timespec time{.tv_sec = wait / 1'000'000'000, .tv_nsec = wait % 1'000'000'000};
            ::clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nullptr);
        }
        const double since = in_seconds(steady_now() - logged_at);
        if (since >= kLog_s || step == 1) {
            std::array<char, 128> line{};
            std::snprintf(line.data(),
                          line.size(),
                          "INFO:root:Epoch[0] Batch [%llu]\tSpeed: %.2f samples/sec\t"
                          "accuracy=0.100000\n",
                          static_cast<unsigned long long>(step),
                          job.batch * static_cast<double>(step - logged) / since);
            log(line.data());
            logged_at = steady_now();
            logged = step;
        }
    }
    return {};
}

}  // namespace

Result<void> run_stand_in(const StandIn& job, const std::function<void(const std::string&)>& log) {
    std::signal(SIGPIPE, SIG_IGN);
    if (!job.group.empty()) {
        // Not by a temporary neighbour: the file is the kernel's.
        const auto procs = open_file(job.group + "/cgroup.procs", O_WRONLY);
        if (!procs) {
            return procs.error();
        }
        if (auto joined = write_all(procs->get(), std::to_string(::getpid())); !joined) {
            return std::move(joined).error();
        }
    }
    DirectFiles files;
    if (!job.folder.empty()) {
        auto listed = DirectFiles::list(job.folder);
        if (!listed) {
            return std::move(listed).error();
        }
        files = *std::move(listed);
    }
    std::uint16_t port = 0;
    if (job.link_bytes_per_second > 0) {
        auto link = start_full_link(job.link_bytes_per_second, job.seconds);
        if (!link) {
            return std::move(link).error();
        }
        port = *link;
    }
    std::vector<Worker> workers;
    for (unsigned i = 0; i < job.workers; ++i) {
        auto worker = start_worker(job, port, files, workers);
        if (!worker) {
            return std::move(worker).error();
        }
        workers.push_back(*std::move(worker));
    }
    auto trained = train(job, workers, log);
    for (const Worker& worker : workers) {
        ::kill(worker.pid, SIGKILL);
    }
    return trained;
}

}  // namespace throughline::selftest
