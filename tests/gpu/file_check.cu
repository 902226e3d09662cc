// SPDX-License-Identifier: Apache-2.0
// Ranges of a file into the GPU's memory: by cuFile, and by reading into pinned memory and copying.
// Which mode of cuFile is in force is found out by refusing it to fall back: a process does one of
// the two, since the library reads its settings once.
//     file_check OUT.jsonl FOLDER direct|compatible
// Writes a file of 1 GiB into FOLDER unless one is there. Ends with 1 when a check was missed, with
// 3 where no GPU can be used.
#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/events.cuh"
#include "tests/gpu/check_table.cuh"
#include "tests/gpu/device_file.cuh"

namespace {

using namespace throughline;
using namespace throughline::gpu_check;

constexpr std::uint64_t kFileBytes = 1ULL << 30U;
constexpr std::uint64_t kMebibyte = 1ULL << 20U;
constexpr double kSeconds = 0.8;

Table table;

/// The value at an offset, so that what arrives can be told from everything else.
std::uint64_t word_at(std::uint64_t offset) {
    return (offset + 1) * 0x9E3779B97F4A7C15ULL;
}

bool make_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::file_size(path, ignored) == kFileBytes && !ignored) {
        return true;
    }
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return false;
    }
    std::vector<std::uint64_t> words(kMebibyte / 8);
    bool good = true;
    for (std::uint64_t at = 0; good && at < kFileBytes; at += kMebibyte) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            words[i] = word_at(at + 8 * i);
        }
        good = std::fwrite(words.data(), 8, words.size(), file) == words.size();
    }
    good = std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0 && good;
    return std::fclose(file) == 0 && good;
}

/// A thread's memory of the device, and how it fills a range of it. False: it failed.
class Reader {
public:
    virtual ~Reader() = default;
    virtual bool read(std::uint64_t offset) = 0;
    virtual const std::uint8_t* on_device() const = 0;
};

class CufileReader final : public Reader {
public:
    CufileReader(const FileDriver& driver, const DeviceFile& file, std::uint64_t bytes)
        : driver_(driver), file_(file), bytes_(bytes) {
        must(cuda::allocate(memory_, bytes));
        registered_ = driver.api().add_buffer(memory_.get(), bytes, 0).error == 0;
    }
    ~CufileReader() override {
        if (registered_) {
            static_cast<void>(driver_.api().remove_buffer(memory_.get()));
        }
    }
    bool read(std::uint64_t offset) override {
        const std::int64_t got = file_.read(memory_.get(), bytes_, offset, 0);
        if (got != static_cast<std::int64_t>(bytes_)) {
            std::fprintf(stderr,
                         "cuFileRead: %lld: %s\n",
                         static_cast<long long>(got),
                         got < 0 ? cufile::words_of(static_cast<int>(-got)) : "short");
        }
        return got == static_cast<std::int64_t>(bytes_);
    }
    const std::uint8_t* on_device() const override { return memory_.get(); }

private:
    const FileDriver& driver_;
    const DeviceFile& file_;
    std::uint64_t bytes_;
    cuda::DeviceMemory<std::uint8_t> memory_;
    bool registered_ = false;
};

class CopyReader final : public Reader {
public:
    CopyReader(int fd, std::uint64_t bytes) : fd_(fd), bytes_(bytes) {
        must(cuda::allocate(memory_, bytes));
        must(cuda::allocate(pinned_, bytes));
        must(cuda::make_stream(stream_));
    }
    bool read(std::uint64_t offset) override {
        for (std::uint64_t done = 0; done < bytes_;) {
            const ssize_t got = ::pread(
                fd_, pinned_.get() + done, bytes_ - done, static_cast<off_t>(offset + done));
            if (got <= 0) {
                std::perror("pread");
                return false;
            }
            done += static_cast<std::uint64_t>(got);
        }
        return cudaMemcpyAsync(
                   memory_.get(), pinned_.get(), bytes_, cudaMemcpyHostToDevice, stream_.get()) ==
                   cudaSuccess &&
               cudaStreamSynchronize(stream_.get()) == cudaSuccess;
    }
    const std::uint8_t* on_device() const override { return memory_.get(); }

private:
    int fd_;
    std::uint64_t bytes_;
    cuda::DeviceMemory<std::uint8_t> memory_;
    cuda::PinnedMemory<std::uint8_t> pinned_;
    cuda::Stream stream_;
};

bool arrived(const Reader& reader, std::uint64_t offset, std::uint64_t bytes) {
    std::vector<std::uint64_t> words(bytes / 8);
    must(cudaMemcpy(words.data(), reader.on_device(), bytes, cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] != word_at(offset + 8 * i)) {
            return false;
        }
    }
    return true;
}

/// Bytes per second of so many threads that read ranges one behind the other; NaN: one failed.
template <class Make>
double rate_of(unsigned threads, std::uint64_t bytes, const Make& make) {
    std::atomic<std::uint64_t> next{0};
    std::atomic<std::uint64_t> done{0};
    std::atomic<bool> failed{false};
    std::vector<std::unique_ptr<Reader>> readers;
    for (unsigned t = 0; t < threads; ++t) {
        readers.push_back(make(bytes));
    }
    if (!readers[0]->read(0)) {
        return NAN;
    }
    const auto began = Clock::now();
    std::vector<std::thread> workers;
    for (unsigned t = 0; t < threads; ++t) {
        workers.emplace_back([&, t] {
            must(cudaSetDevice(0));
            while (!failed && seconds_since(began) < kSeconds) {
                const std::uint64_t offset = next.fetch_add(bytes) % kFileBytes;
                if (readers[t]->read(offset)) {
                    done += bytes;
                } else {
                    failed = true;
                }
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    return failed ? NAN : static_cast<double>(done) / seconds_since(began);
}

template <class Make>
void measure(const std::string& name, const Make& make) {
    auto one = make(kMebibyte);
    constexpr std::uint64_t kPlace = 777 * kMebibyte;
    const bool good = one->read(kPlace) && arrived(*one, kPlace, kMebibyte);
    table.check(name + ": bytes are those of the file", good ? 1 : 0, "", "= 1", good);
    if (!good) {
        return;
    }
    for (const std::uint64_t bytes : {kMebibyte / 8, kMebibyte, 8 * kMebibyte}) {
        for (const unsigned threads : {1U, 4U, 16U}) {
            table.note(name + ", " + std::to_string(bytes >> 10U) + " KiB, " +
                           std::to_string(threads) + " threads",
                       rate_of(threads, bytes, make) * 1e-9,
                       "GB/s");
        }
    }
}

void measure_copies(const std::string& path) {
    int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECT);
    const bool direct = fd >= 0;
    fd = direct ? fd : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    measure(direct ? "file, pread O_DIRECT and copy" : "file, pread from the cache and copy",
            [&](std::uint64_t bytes) { return std::make_unique<CopyReader>(fd, bytes); });
    ::close(fd);
}

void measure_cufile(const std::string& folder, const std::string& path, bool may_fall_back) {
    const std::string name = may_fall_back ? "file, cuFile" : "file, cuFile without fall-back";
    std::string error;
    const auto driver = FileDriver::open(
        may_fall_back ? FileDriver::Fallback::Allowed : FileDriver::Fallback::Refused,
        folder,
        error);
    const auto file = driver ? DeviceFile::open(*driver, path, error) : nullptr;
    if (driver) {
        std::printf("%s: %s\n", name.c_str(), driver->describe().c_str());
    }
    if (!file) {
        std::printf("%s: %s\n", name.c_str(), error.c_str());
        table.note(name + ": not to be had", NAN, "");
        return;
    }
    std::printf("%s: %s\n", name.c_str(), file->is_direct() ? "O_DIRECT" : "no O_DIRECT here");
    measure(name, [&](std::uint64_t bytes) {
        return std::make_unique<CufileReader>(*driver, *file, bytes);
    });
}

}  // namespace

int main(int count, char** arguments) {
    const std::string mode = count == 4 ? arguments[3] : "";
    if (mode != "direct" && mode != "compatible") {
        std::fprintf(stderr, "usage: file_check OUT.jsonl FOLDER direct|compatible\n");
        return 2;
    }
    table.open(arguments[1]);
    const std::string folder = arguments[2];
    const std::string path = folder + "/file_check.bin";
    if (const cudaError_t code = cudaSetDevice(0); code != cudaSuccess) {
        std::fprintf(stderr, "no GPU to test with: %s\n", cudaGetErrorString(code));
        return 3;
    }
    if (!make_file(path)) {
        std::perror(path.c_str());
        return 1;
    }
    if (mode == "compatible") {
        measure_copies(path);
    }
    measure_cufile(folder, path, mode == "compatible");
    return table.close();
}
