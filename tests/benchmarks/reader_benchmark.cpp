// SPDX-License-Identifier: Apache-2.0
// Drives one storage::Reader as hard as it goes, until its time is over or SIGTERM, and prints what
// that cost, as JSON; see bars/readers.py. Two shapes: random blocks of one large file that stays
// open, and whole small files, each opened, read and closed. The pool of blocking threads is the
// peer of the second.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/random.h"
#include "engine/storage/buffer_pool.h"
#include "engine/storage/make_reader.h"

namespace {

std::atomic<std::uint64_t> g_allocations{0};
std::atomic<bool> g_ended{false};

}  // namespace

// Counts what the steady state takes from the heap, which should be nothing.
void* operator new(std::size_t bytes) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* const memory = std::malloc(bytes)) {
        return memory;
    }
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}

namespace throughline::storage {
namespace {

using Arguments = std::map<std::string, std::string>;

struct Work {
    int directory_fd = -1;
    std::vector<std::string> paths;
    std::vector<std::uint64_t> bytes;  ///< by path
    std::uint64_t block_bytes = 0;     ///< 0: whole files
    std::uint64_t room_bytes = 0;      ///< that each buffer needs

    FileRead pick(Random& random) const {
        if (block_bytes == 0) {
            const auto i = static_cast<std::size_t>(random.below(paths.size()));
            return {
                .directory_fd = directory_fd, .path = paths[i].c_str(), .length_bytes = bytes[i]};
        }
        return {.directory_fd = directory_fd,
                .path = paths[0].c_str(),
                .offset_bytes = random.below(bytes[0] / block_bytes) * block_bytes,
                .length_bytes = block_bytes,
                .file = 0};
    }
};

struct Meter {
    SteadyTime at = kNever;
    double user_seconds = 0.0;
    double system_seconds = 0.0;
    long switches = 0;
    std::uint64_t allocations = 0;

    static Meter now() {
        rusage usage{};
        ::getrusage(RUSAGE_SELF, &usage);
        const auto seconds = [](const timeval& time) {
            return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
        };
        return {steady_now(),
                seconds(usage.ru_utime),
                seconds(usage.ru_stime),
                usage.ru_nvcsw + usage.ru_nivcsw,
                g_allocations.load()};
    }
};

struct Outcome {
    std::uint64_t operations = 0;
    std::uint64_t bytes = 0;
    std::uint64_t failed = 0;
    Meter begin;
    Meter end;
    std::string used;
};

std::uint64_t number(const Arguments& arguments, const char* key, std::uint64_t otherwise) {
    const auto found = arguments.find(key);
    return found == arguments.end() ? otherwise : std::strtoull(found->second.c_str(), nullptr, 10);
}

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "reader_benchmark: %s\n", why.c_str());
    std::exit(1);
}

/// Keeps the queue full, as storage alone is measured: whatever came back is replaced at once.
Outcome run_reader(const Arguments& arguments, const Work& work, double seconds) {
    const auto depth = static_cast<std::uint32_t>(number(arguments, "depth", 32));
    const std::string kind = arguments.contains("reader") ? arguments.at("reader") : "io_uring";
    auto pool = BufferPool::make(depth, work.room_bytes);
    if (!pool) {
        fail(throughline::describe(pool.error()));
    }
    auto reader = make_reader({.kind = kind == "pread"  ? ReaderKind::Blocking
                                       : kind == "mmap" ? ReaderKind::Mapped
                                                        : ReaderKind::Uring,
                               .direct_io = number(arguments, "direct", 1) != 0,
                               .queue_depth = depth,
                               .register_buffers = number(arguments, "register", 1) != 0},
                              *pool);
    if (!reader) {
        fail(throughline::describe(reader.error()));
    }
    const auto reap = static_cast<std::size_t>(number(arguments, "reap", std::max(1U, depth / 16)));
    Random random(number(arguments, "seed", 1));
    std::vector<FileRead> reads;
    std::vector<ReadDone> done(depth);
    reads.reserve(depth);
    for (std::uint32_t i = 0; i < depth; ++i) {
        reads.push_back(work.pick(random));
        reads.back().buffer = i;
    }
    Outcome outcome;
    const SteadyTime start = steady_now();
    const Nanoseconds warm = std::chrono::milliseconds(200);
    const Nanoseconds length = from_seconds(seconds);
    for (SteadyTime now = start;
         outcome.begin.at == kNever || (now - outcome.begin.at < length && !g_ended);
         now = steady_now()) {
        if (outcome.begin.at == kNever && now - start > warm) {
            outcome = Outcome{};
            outcome.begin = Meter::now();
        }
        if (!(*reader)->submit(reads)) {
            fail("submit");
        }
        const auto count = (*reader)->wait(done, reap, std::chrono::seconds(10));
        if (!count || *count == 0) {
            fail("wait");
        }
        reads.clear();
        for (std::size_t i = 0; i < *count; ++i) {
            ++outcome.operations;
            outcome.bytes += done[i].bytes_read;
            outcome.failed += done[i].errno_value != 0 ? 1 : 0;
            reads.push_back(work.pick(random));
            reads.back().buffer = done[i].buffer;
        }
    }
    outcome.end = Meter::now();
    outcome.used = describe((*reader)->facts());
    return outcome;
}

/// The peer: threads that open, pread and close whole files with O_DIRECT.
Outcome run_pool(const Arguments& arguments, const Work& work, double seconds) {
    const std::uint64_t threads = number(arguments, "pool", 16);
    std::atomic<std::uint64_t> operations{0};
    std::atomic<std::uint64_t> bytes{0};
    std::atomic<std::uint64_t> failed{0};
    std::vector<std::jthread> workers;
    for (std::uint64_t t = 0; t < threads; ++t) {
        workers.emplace_back([&, t](const std::stop_token& stop) {
            auto pool = BufferPool::make(1, work.room_bytes);
            Random random(number(arguments, "seed", 1) * 1000 + t);
            while (pool && !stop.stop_requested()) {
                const FileRead read = work.pick(random);
                const UniqueFd file(
                    ::openat(read.directory_fd, read.path, O_RDONLY | O_CLOEXEC | O_DIRECT));
                const ssize_t got = ::pread(
                    file.get(), pool->buffer(0).data(), read_room_bytes(0, read.length_bytes), 0);
                operations.fetch_add(1, std::memory_order_relaxed);
                bytes.fetch_add(got > 0 ? static_cast<std::uint64_t>(got) : 0,
                                std::memory_order_relaxed);
                failed.fetch_add(got < 0 ? 1 : 0, std::memory_order_relaxed);
            }
        });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    Outcome outcome;
    outcome.begin = Meter::now();
    const std::uint64_t operations_before = operations;
    const std::uint64_t bytes_before = bytes;
    const SteadyTime end = steady_now() + from_seconds(seconds);
    while (steady_now() < end && !g_ended) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    outcome.operations = operations - operations_before;
    outcome.bytes = bytes - bytes_before;
    outcome.failed = failed;
    outcome.end = Meter::now();
    outcome.used = std::to_string(threads) + " threads: openat, pread, close; O_DIRECT";
    return outcome;
}

Work open_work(const Arguments& arguments) {
    namespace fs = std::filesystem;
    Work work;
    std::error_code failure;
    if (arguments.contains("file")) {
        work.directory_fd = AT_FDCWD;
        work.paths.push_back(arguments.at("file"));
        work.bytes.push_back(fs::file_size(work.paths[0], failure));
        work.block_bytes = number(arguments, "block", 131'072);
        work.room_bytes = work.block_bytes;
        if (failure || work.bytes[0] < work.block_bytes) {
            fail("--file: too short, or not there");
        }
        return work;
    }
    if (!arguments.contains("files")) {
        fail("--file FILE or --files FOLDER is needed");
    }
    const std::string& folder = arguments.at("files");
    work.directory_fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (const auto& entry : fs::recursive_directory_iterator(folder, failure)) {
        if (entry.is_regular_file()) {
            work.paths.push_back(entry.path().lexically_relative(folder).string());
            work.bytes.push_back(entry.file_size());
            work.room_bytes = std::max(work.room_bytes, work.bytes.back());
        }
    }
    if (work.paths.empty()) {
        fail("--files: no files in '" + folder + "'");
    }
    return work;
}

int run(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i + 1 < argc; i += 2) {
        arguments[std::string(argv[i]).substr(2)] = argv[i + 1];
    }
    std::signal(SIGTERM, [](int) { g_ended = true; });
    const Work work = open_work(arguments);
    const auto seconds = static_cast<double>(number(arguments, "seconds", 4));
    const Outcome outcome = arguments.contains("pool") ? run_pool(arguments, work, seconds)
                                                       : run_reader(arguments, work, seconds);
    const double count = std::max(1.0, static_cast<double>(outcome.operations));
    const auto per_operation = [&](auto Meter::* what) {
        return static_cast<double>(outcome.end.*what - outcome.begin.*what) / count;
    };
    std::printf(
        "{\"operations\": %llu, \"bytes\": %llu, \"failed\": %llu, \"seconds\": %.6f, "
        "\"user_seconds_per_operation\": %.3e, \"system_seconds_per_operation\": %.3e, "
        "\"context_switches_per_operation\": %.4f, \"allocations_per_operation\": %.6f, "
        "\"reader\": \"%s\"}\n",
        static_cast<unsigned long long>(outcome.operations),
        static_cast<unsigned long long>(outcome.bytes),
        static_cast<unsigned long long>(outcome.failed),
        in_seconds(outcome.end.at - outcome.begin.at),
        per_operation(&Meter::user_seconds),
        per_operation(&Meter::system_seconds),
        per_operation(&Meter::switches),
        per_operation(&Meter::allocations),
        outcome.used.c_str());
    return outcome.failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace throughline::storage

int main(int argc, char** argv) {
    return throughline::storage::run(argc, argv);
}
