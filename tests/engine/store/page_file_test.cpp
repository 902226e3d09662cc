// SPDX-License-Identifier: Apache-2.0
#include "engine/store/page_file.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kPages = 50;

std::string big_endian(std::uint64_t value, int bytes) {
    std::string text;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
        text += static_cast<char>(value >> static_cast<unsigned>(shift) & 0xFFU);
    }
    return text;
}

/// Of three bytes.
std::string varint(std::uint64_t value) {
    return {static_cast<char>(0x80U | (value >> 14U & 0x7FU)),
            static_cast<char>(0x80U | (value >> 7U & 0x7FU)),
            static_cast<char>(value & 0x7FU)};
}

/// One leaf, all of whose cells are the same bytes: a row that goes through all other pages.
std::string file_of_overlapping_cells(std::size_t cells) {
    constexpr std::size_t kRoom = kPage - 4;
    constexpr std::size_t kHere = (kPage - 12) * 32 / 255 - 23;  // section 1.6
    constexpr std::size_t kPayload = kHere + (kPages - 1) * kRoom;
    constexpr std::size_t kHead = 4;
    constexpr std::size_t kCellAt = 2000;
    std::string file(kPage * kPages, '\0');
    const auto put = [&](std::size_t at, const std::string& bytes) {
        file.replace(at, bytes.size(), bytes);
    };
    put(0, "SQLite format 3");
    put(16, big_endian(kPage, 2));
    put(100, big_endian(13, 1));
    put(103, big_endian(cells, 2));
    for (std::size_t i = 0; i < cells; ++i) {
        put(108 + i * 2, big_endian(kCellAt, 2));
    }
    const std::string record = big_endian(kHead, 1) + varint(12 + 2 * (kPayload - kHead));
    put(kCellAt, varint(kPayload) + big_endian(1, 1) + record);
    put(kCellAt + 4 + kHere, big_endian(2, 4));
    for (std::size_t page = 2; page < kPages; ++page) {
        put((page - 1) * kPage, big_endian(page + 1, 4));
    }
    return file;
}

std::size_t rows_of(const std::string& path) {
    const auto file = PageFile::open(path);
    const auto page = file->tree_page(1);
    return page ? page->rows.size() : 0;
}

TEST(PageFile, OverlappingCellsDoNotReadTheFileOnceForEach) {
    const TemporaryDirectory folder;
    write_text(folder.file("one.sqlite"), file_of_overlapping_cells(1));
    EXPECT_EQ(rows_of(folder.file("one.sqlite")), 1U);  // such a row is one

    write_text(folder.file("many.sqlite"), file_of_overlapping_cells(500));
    EXPECT_LT(rows_of(folder.file("many.sqlite")), 10U);
}

}  // namespace
}  // namespace throughline::store
