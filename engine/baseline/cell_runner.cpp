// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/cell_runner.h"

#include <algorithm>
#include <array>
#include <deque>
#include <latch>
#include <memory>
#include <thread>
#include <utility>

#include "engine/base/pause.h"
#include "engine/baseline/sizes.h"
#include "engine/measure/measured_interval.h"

namespace throughline::baseline {
namespace {

/// At least as many as fill a huge page: in single pages a request needs several entries of the
/// device's queue, which at 16 KiB and a depth of 32 cost a virtual disk a fifth of its rate.
std::uint32_t buffers_of(const Cell& cell) noexcept {
    constexpr std::uint64_t kHugePageBytes = 2 * kMi;
    return std::max(cell.depth, static_cast<std::uint32_t>(kHugePageBytes / largest_block(cell)));
}

/// What jobs and the measuring thread share.
struct Shared {
    explicit Shared(std::uint32_t jobs) : ready(jobs), go(1) {}

    std::latch ready;
    std::latch go;
    SteadyTime start = kNever;  ///< set before they go
    std::atomic<bool> over{false};
    std::atomic<std::uint64_t> requested_bytes{0};  ///< of writes
    std::atomic<bool> budget_spent{false};
};

struct JobWindow {
    metrics::LatencyHistogram latency;
    std::uint64_t requests = 0;
    std::uint64_t bytes = 0;
};

/// One thread with a queue of its own. Its windows are read when it has ended; what it has done so
/// far at any time.
class Job {
public:
    Job(const Cell& cell,
        const TargetFile& file,
        const CellOptions& options,
        Shared& shared,
        std::uint32_t number)
        : cell_(cell),
          file_(file),
          options_(options),
          shared_(shared),
          number_(number),
          windows_(options.timing.windows_max + 1),
          begun_(cell.depth) {}

    void run() {
        auto pool = storage::BufferPool::make(buffers_of(cell_), largest_block(cell_));
        auto queue = pool ? make_queue(cell_, file_, options_.queue, *pool)
                          : Result<std::unique_ptr<IoQueue>>(pool.error());
        if (!queue) {
            failure = queue.error();
            shared_.over = true;
            shared_.ready.count_down();
            return;
        }
        shared_.ready.count_down();
        shared_.go.wait();
        if (auto kept = keep_full(**queue); !kept) {
            failure = std::move(kept).error();
            shared_.over = true;
        }
        facts = (*queue)->facts();
    }

    std::uint64_t requests_so_far() const noexcept {
        return requests_.load(std::memory_order_relaxed);
    }
    std::uint64_t bytes_so_far() const noexcept { return bytes_.load(std::memory_order_relaxed); }
    const std::vector<JobWindow>& windows() const noexcept { return windows_; }

    std::optional<Error> failure{};
    std::uint64_t failed = 0;
    int first_errno = 0;
    storage::ReaderFacts facts{};

private:
    Result<void> keep_full(IoQueue& queue) {
        constexpr auto kLookEvery = std::chrono::milliseconds(100);
        Requests requests(cell_, file_.bytes, number_, options_.seed);
        std::vector<QueuedRequest> next;
        // One ends, one begins, as fio does it unless told otherwise: until its turn comes an
        // answer is not seen, and its time goes on.
        std::array<Completion, 1> done{};
        for (std::uint32_t i = 0; i < cell_.depth; ++i) {
            next.push_back({requests.next(), i});
        }
        while (!shared_.over.load(std::memory_order_relaxed)) {
            if (!may_write(next)) {
                return {};
            }
            for (const QueuedRequest& one : next) {
                begun_[one.buffer] = steady_now();
            }
            if (auto submitted = queue.submit(next); !submitted) {
                return submitted;
            }
            const auto count = queue.wait(done, kLookEvery);
            if (!count) {
                return count.error();
            }
            next.clear();
            take(std::span(done).first(*count));
            for (std::size_t i = 0; i < *count; ++i) {
                next.push_back({requests.next(), done[i].buffer});
            }
        }
        return {};
    }

    bool may_write(const std::vector<QueuedRequest>& next) {
        if (!cell_.writes || next.empty()) {
            return true;
        }
        std::uint64_t bytes = 0;
        for (const QueuedRequest& one : next) {
            bytes += one.request.length_bytes;
        }
        if (shared_.requested_bytes.fetch_add(bytes) + bytes <= options_.write_bytes_max) {
            return true;
        }
        shared_.budget_spent = true;
        shared_.over = true;
        return false;
    }

    void take(std::span<const Completion> done) {
        const SteadyTime now = steady_now();
        const double at = in_seconds(now - shared_.start) / options_.timing.window_s;
        const auto number = std::min(static_cast<std::size_t>(at), windows_.size() - 1);
        JobWindow& window = windows_[number];
        std::uint64_t bytes = 0;
        std::uint64_t requests = 0;
        for (const Completion& one : done) {
            if (one.errno_value != 0) {
                first_errno = failed++ == 0 ? one.errno_value : first_errno;
                continue;
            }
            window.latency.record(static_cast<std::uint64_t>((now - begun_[one.buffer]).count()));
            bytes += one.bytes;
            ++requests;
        }
        window.bytes += bytes;
        window.requests += requests;
        requests_.store(requests_so_far() + requests, std::memory_order_relaxed);
        bytes_.store(bytes_so_far() + bytes, std::memory_order_relaxed);
    }

    const Cell& cell_;
    const TargetFile& file_;
    const CellOptions& options_;
    Shared& shared_;
    const std::uint32_t number_;
    std::vector<JobWindow> windows_;
    std::vector<SteadyTime> begun_;  ///< of each buffer, its request
    std::atomic<std::uint64_t> requests_{0};
    std::atomic<std::uint64_t> bytes_{0};
};

/// The measuring thread: looks at the jobs window by window until the last windows agree.
class Observer {
public:
    Observer(const CellOptions& options, Shared& shared, const std::deque<Job>& jobs)
        : options_(options), shared_(shared), jobs_(jobs), sampler_(options.devices) {}

    void watch(const std::stop_token& stop, CellOutcome& outcome) {
        const Timing& timing = options_.timing;
        std::vector<double> rates;
        Moment before = look(outcome);
        for (std::size_t i = 1; i <= timing.windows_max; ++i) {
            const SteadyTime end =
                shared_.start + from_seconds(timing.window_s * static_cast<double>(i));
            while (steady_now() < end && !shared_.over && !stop.stop_requested()) {
                const auto step = std::min<Nanoseconds>(end - steady_now(), kStep);
                pause_for(step, stop);
            }
            if (stop.stop_requested() || shared_.over) {
                outcome.stopped = stop.stop_requested();
                break;
            }
            const Moment now = look(outcome);
            outcome.windows.push_back(between(before, now));
            rates.push_back(static_cast<double>(outcome.windows.back().requests) /
                            outcome.windows.back().length_s);
            if (options_.on_window) {
                options_.on_window(rates.back());
            }
            before = now;
            if (i < timing.windows_before + timing.windows_steady) {
                continue;
            }
            outcome.last = steadiness_of(std::span(rates).last(timing.windows_steady));
            if (outcome.last.steady) {
                break;
            }
        }
        shared_.over = true;
        outcome.busiest = others_.busiest(kProgramsNamed);
        outcome.first_measured = outcome.last.steady
                                     ? outcome.windows.size() - timing.windows_steady
                                     : std::min(timing.windows_before, outcome.windows.size());
    }

private:
    static constexpr std::chrono::milliseconds kStep{50};
    static constexpr std::size_t kProgramsNamed = 3;

    struct Moment {
        std::uint64_t requests = 0;
        std::uint64_t bytes = 0;
        measure::ProcessSnapshot process{};
        SteadyTime at = kNever;
    };

    Moment look(CellOutcome& outcome) {
        outcome.host.push_back(sampler_.take());
        others_.look(!outcome.windows.empty());
        Moment moment{.process = measure::take_process_snapshot(), .at = steady_now()};
        for (const Job& job : jobs_) {
            moment.requests += job.requests_so_far();
            moment.bytes += job.bytes_so_far();
        }
        return moment;
    }

    WindowFigures between(const Moment& from, const Moment& to) const {
        WindowFigures window{
            .end_s = in_seconds(to.at - shared_.start),
            .length_s = in_seconds(to.at - from.at),
            .requests = to.requests - from.requests,
            .bytes = to.bytes - from.bytes,
            .cpu_s = in_seconds(to.process.process_cpu - from.process.process_cpu)};
        if (from.process.storage_bytes && to.process.storage_bytes) {
            window.fetched_bytes = *to.process.storage_bytes - *from.process.storage_bytes;
        }
        return window;
    }

    const CellOptions& options_;
    Shared& shared_;
    const std::deque<Job>& jobs_;
    metrics::HostSampler sampler_;
    metrics::BusyPrograms others_;
};

void gather(const std::deque<Job>& jobs, CellOutcome& outcome) {
    outcome.facts = jobs.front().facts;
    for (const Job& job : jobs) {
        for (std::size_t i = outcome.first_measured; i < outcome.windows.size(); ++i) {
            outcome.latency.add(job.windows()[i].latency);
        }
        outcome.failed += job.failed;
        outcome.first_errno = outcome.first_errno == 0 ? job.first_errno : outcome.first_errno;
        if (job.failure && !outcome.failure) {
            outcome.failure = job.failure;
        }
    }
}

}  // namespace

CellOutcome run_cell(const Cell& cell,
                     const TargetFile& file,
                     const CellOptions& options,
                     const std::stop_token& stop) {
    CellOutcome outcome;
    Shared shared(cell.jobs);
    std::deque<Job> jobs;
    for (std::uint32_t i = 0; i < cell.jobs; ++i) {
        jobs.emplace_back(cell, file, options, shared, i);
    }
    {
        std::vector<std::jthread> threads;
        for (Job& job : jobs) {
            threads.emplace_back([&job] { job.run(); });
        }
        shared.ready.wait();
        shared.start = steady_now();
        shared.go.count_down();
        Observer(options, shared, jobs).watch(stop, outcome);
    }
    outcome.budget_spent = shared.budget_spent;
    gather(jobs, outcome);
    return outcome;
}

std::uint64_t memory_of(const Cell& cell, const Timing& timing) noexcept {
    const std::uint64_t windows =
        (timing.windows_max + 1) * metrics::LatencyHistogram::kBuckets * sizeof(std::uint64_t);
    return cell.jobs * (buffers_of(cell) * largest_block(cell) + windows);
}

}  // namespace throughline::baseline
