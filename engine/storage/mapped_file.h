// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/unique_handle.h"
#include "engine/storage/reader.h"

namespace throughline::storage {

/// A file mapped for reading, and copies out of it that survive what happens to the file: touching
/// a page beyond the end of a file that has become shorter, or one that the disk cannot deliver,
/// raises SIGBUS, which would end the process.
/// Each copy is user code that runs into page faults, as a program that reads by mmap does; the
/// kernel reads ahead around them. Thread: one owner.
class MappedFile {
public:
    MappedFile() = default;

    /// Copies up to `bytes` from `offset_bytes` on; the file is mapped at the first call and again
    /// when it has grown. `whole` maps all of it, otherwise the part asked for.
    /// Returns the bytes copied, 0 at the end of the file, or a negative errno.
    std::int64_t copy(int fd, std::byte* to, std::uint64_t offset_bytes, std::uint64_t bytes);

    struct Options {
        bool whole = false;
        ReadAdvice advice = ReadAdvice::Normal;  ///< given to each mapping made
        std::uint64_t length_bytes = 0;          ///< if not whole: map this much at once
    };
    explicit MappedFile(const Options& options) : options_(options) {}

private:
    struct Area {
        std::byte* address = nullptr;
        std::size_t bytes = 0;
        bool operator==(const Area&) const = default;
    };
    struct AreaTraits {
        using Raw = Area;
        static Raw null() noexcept { return {}; }
        static void release(Raw raw) noexcept;
    };
    int map(int fd, std::uint64_t offset_bytes, std::uint64_t file_bytes);
    bool holds(std::uint64_t offset_bytes, std::uint64_t bytes) const noexcept;

    Options options_;
    UniqueHandle<AreaTraits> area_;
    std::uint64_t area_offset_ = 0;
};

}  // namespace throughline::storage
