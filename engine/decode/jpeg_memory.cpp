// SPDX-License-Identifier: Apache-2.0
// libjpeg's memory manager is a table of functions (jpeg_memory_mgr in jpeglib.h; its contract is
// in "Memory management" of libjpeg's structure.txt). The table of the existing manager is changed
// in place, because its own functions expect themselves at info->mem.
#include "engine/decode/jpeg_memory.h"

#include <algorithm>
#include <cstring>
#include <new>

// clang-format off: jerror.h needs what jpeglib.h defines
#include <jerror.h>
// clang-format on

namespace throughline::decode {
namespace {

// Rows begin at a cache line and are whole ones long: libjpeg-turbo's SIMD code reads and writes up
// to the next 2 * 32 bytes (jmemmgr.c, alloc_sarray).
constexpr std::size_t kAlignment = 64;
// What a baseline image about 4,000 pixels wide needs; pages that are never used cost nothing.
constexpr std::size_t kBlockBytesMin = std::size_t{1} << 20U;

std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

}  // namespace

// All rows of all coefficients: what a progressive image needs.
struct JpegMemory::CoefficientArray {
    JBLOCKARRAY rows = nullptr;
    JDIMENSION columns = 0;
    JDIMENSION rows_count = 0;
    CoefficientArray* next = nullptr;
};

JpegMemory& JpegMemory::of(j_common_ptr info) noexcept {
    return static_cast<JpegClient*>(info->client_data)->memory;
}

void JpegMemory::install(j_common_ptr info) noexcept {
    original_ = *info->mem;
    jpeg_memory_mgr& table = *info->mem;
    table.alloc_small = alloc;
    table.alloc_large = alloc;
    table.alloc_sarray = alloc_samples;
    table.alloc_barray = alloc_coefficients;
    table.request_virt_sarray = refuse_samples;
    table.request_virt_barray = request_coefficients;
    table.realize_virt_arrays = realize_arrays;
    table.access_virt_barray = access_coefficients;
    table.free_pool = free_pool;
}

bool JpegMemory::add_block(std::size_t bytes) noexcept {
    Block block{.bytes = std::unique_ptr<std::byte[]>(new (std::nothrow) std::byte[bytes]),
                .size = bytes};
    if (!block.bytes) {
        return false;
    }
    try {
        blocks_.push_back(std::move(block));
    } catch (const std::bad_alloc&) {
        return false;
    }
    used_bytes_ = 0;
    ++allocations_;
    return true;
}

void* JpegMemory::take(std::size_t bytes) noexcept {
    const auto fits = [&](std::size_t begin) { return begin + bytes <= blocks_.back().size; };
    const auto begin_of = [&] {
        const auto address = reinterpret_cast<std::uintptr_t>(blocks_.back().bytes.get());
        return aligned(address + used_bytes_) - address;
    };
    if (blocks_.empty() || !fits(begin_of())) {
        const std::size_t before = blocks_.empty() ? 0 : blocks_.back().size;
        if (!add_block(std::max({bytes + kAlignment, 2 * before, kBlockBytesMin})) &&
            !add_block(bytes + kAlignment)) {
            return nullptr;
        }
    }
    const std::size_t begin = begin_of();
    used_bytes_ = begin + bytes;
    return blocks_.back().bytes.get() + begin;
}

// After an image that needed several blocks, one takes their place.
void JpegMemory::reset() noexcept {
    arrays_ = nullptr;
    used_bytes_ = 0;
    std::size_t total = 0;
    for (const Block& block : blocks_) {
        total += block.size;
    }
    if (blocks_.size() <= 1 && total <= kKeptBytesMax) {
        return;
    }
    blocks_.clear();
    if (total <= kKeptBytesMax) {
        static_cast<void>(add_block(total));  // if not now, then with the next image
    }
}

void* JpegMemory::alloc(j_common_ptr info, int pool, std::size_t bytes) {
    JpegMemory& memory = of(info);
    if (pool != JPOOL_IMAGE) {
        return memory.original_.alloc_small(info, pool, bytes);
    }
    void* const place = memory.take(bytes);
    if (place == nullptr) {
        ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    }
    return place;
}

JSAMPARRAY JpegMemory::alloc_samples(j_common_ptr info,
                                     int pool,
                                     JDIMENSION columns,
                                     JDIMENSION rows) {
    const std::size_t stride = aligned(columns * sizeof(JSAMPLE));
    auto* const pointers = static_cast<JSAMPARRAY>(alloc(info, pool, rows * sizeof(JSAMPROW)));
    auto* const samples = static_cast<JSAMPROW>(alloc(info, pool, stride * rows));
    for (std::size_t row = 0; row < rows; ++row) {
        pointers[row] = samples + row * stride;
    }
    return pointers;
}

JBLOCKARRAY JpegMemory::alloc_coefficients(j_common_ptr info,
                                           int pool,
                                           JDIMENSION columns,
                                           JDIMENSION rows) {
    auto* const pointers = static_cast<JBLOCKARRAY>(alloc(info, pool, rows * sizeof(JBLOCKROW)));
    auto* const blocks =
        static_cast<JBLOCKROW>(alloc(info, pool, std::size_t{columns} * rows * sizeof(JBLOCK)));
    for (std::size_t row = 0; row < rows; ++row) {
        pointers[row] = blocks + row * columns;
    }
    return pointers;
}

// Only colour quantisation in two passes asks for these, which is never switched on here.
jvirt_sarray_ptr JpegMemory::refuse_samples(
    j_common_ptr info, int, boolean, JDIMENSION, JDIMENSION, JDIMENSION) {
    ERREXIT(info, JERR_NOT_COMPILED);
    return nullptr;
}

jvirt_barray_ptr JpegMemory::request_coefficients(
    j_common_ptr info, int pool, boolean, JDIMENSION columns, JDIMENSION rows, JDIMENSION) {
    auto* const array = static_cast<CoefficientArray*>(alloc(info, pool, sizeof(CoefficientArray)));
    JpegMemory& memory = of(info);
    *array = {.rows = nullptr, .columns = columns, .rows_count = rows, .next = memory.arrays_};
    memory.arrays_ = array;
    return reinterpret_cast<jvirt_barray_ptr>(array);  // libjpeg only hands it back
}

void JpegMemory::realize_arrays(j_common_ptr info) {
    for (CoefficientArray* array = of(info).arrays_; array != nullptr; array = array->next) {
        if (array->rows == nullptr) {
            array->rows = alloc_coefficients(info, JPOOL_IMAGE, array->columns, array->rows_count);
            std::memset(array->rows[0],
                        0,
                        std::size_t{array->columns} * array->rows_count * sizeof(JBLOCK));
        }
    }
}

JBLOCKARRAY JpegMemory::access_coefficients(
    j_common_ptr info, jvirt_barray_ptr handle, JDIMENSION first_row, JDIMENSION rows, boolean) {
    const auto& array = *reinterpret_cast<CoefficientArray*>(handle);
    if (array.rows == nullptr || first_row > array.rows_count ||
        rows > array.rows_count - first_row) {
        ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
    }
    return array.rows + first_row;
}

void JpegMemory::free_pool(j_common_ptr info, int pool) {
    JpegMemory& memory = of(info);
    memory.original_.free_pool(info, pool);
    if (pool == JPOOL_IMAGE) {
        memory.reset();
    }
}

}  // namespace throughline::decode
