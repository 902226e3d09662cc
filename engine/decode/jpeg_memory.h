// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

// clang-format off: libjpeg's header needs <cstdio> first
#include <jpeglib.h>
// clang-format on

namespace throughline::decode {

/// Where one decompressor gets its memory for an image: a block that is kept and used anew, so that
/// images cost no heap allocation once the largest was seen. libjpeg's own manager keeps what lives
/// as long as the decompressor (its permanent pool).
/// Thread: one owner. Errors: libjpeg's error_exit() when the heap is exhausted.
class JpegMemory {
public:
    /// What is kept between images; more is given back, so that one huge image does not stay.
    static constexpr std::size_t kKeptBytesMax = std::size_t{64} << 20U;

    JpegMemory() = default;
    JpegMemory(const JpegMemory&) = delete;
    JpegMemory& operator=(const JpegMemory&) = delete;
    ~JpegMemory() = default;

    /// Puts itself in place of the image pool of `info`, which must have been created and must be
    /// destroyed before this.
    void install(j_common_ptr info) noexcept;

    /// Blocks taken from the heap so far.
    std::uint64_t allocations() const noexcept { return allocations_; }

private:
    struct CoefficientArray;
    struct Block {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size = 0;
    };

    static JpegMemory& of(j_common_ptr info) noexcept;
    static void* alloc(j_common_ptr info, int pool, std::size_t bytes);
    static JSAMPARRAY alloc_samples(j_common_ptr info,
                                    int pool,
                                    JDIMENSION columns,
                                    JDIMENSION rows);
    static JBLOCKARRAY alloc_coefficients(j_common_ptr info,
                                          int pool,
                                          JDIMENSION columns,
                                          JDIMENSION rows);
    static jvirt_sarray_ptr refuse_samples(
        j_common_ptr info, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION);
    static jvirt_barray_ptr request_coefficients(j_common_ptr info,
                                                 int pool,
                                                 boolean zeroed,
                                                 JDIMENSION columns,
                                                 JDIMENSION rows,
                                                 JDIMENSION access_rows_max);
    static void realize_arrays(j_common_ptr info);
    static JBLOCKARRAY access_coefficients(j_common_ptr info,
                                           jvirt_barray_ptr array,
                                           JDIMENSION first_row,
                                           JDIMENSION rows,
                                           boolean writable);
    static void free_pool(j_common_ptr info, int pool);

    void* take(std::size_t bytes) noexcept;
    bool add_block(std::size_t bytes) noexcept;
    void reset() noexcept;

    jpeg_memory_mgr original_{};
    std::vector<Block> blocks_;  ///< the last one is in use
    std::size_t used_bytes_ = 0;
    CoefficientArray* arrays_ = nullptr;  ///< requested for this image
    std::uint64_t allocations_ = 0;
};

/// What client_data of a decompressor points at.
struct JpegClient {
    JpegMemory memory;
};

}  // namespace throughline::decode
