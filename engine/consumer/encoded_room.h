// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/consumer/gpu_decode_abi.h"

// An image that a GPU decodes, in its place of the batches' memory: a head that says how long it is
// and what is wanted of it, then the bytes. The engine writes it, the process that serves the
// plug-in reads it.
namespace throughline::consumer {

/// Before the bytes; the next multiple of a cache line.
constexpr std::uint64_t kRoomHeadBytes = 128;
static_assert(sizeof(TlGpuEncoded) <= kRoomHeadBytes);

/// An image of more pixels is decoded by the processor: its planes alone would take 200 MB of the
/// GPU. Cameras deliver fewer.
constexpr std::uint64_t kGpuImagePixelsMax = 1ULL << 26U;

/// For how large an image the places of a data set are: all have the same size, and the largest
/// one, which may be a hundred times the others, would make all of them as large as itself. The
/// rest is decoded by the processor, whose pixels (`result_bytes`) fit.
constexpr std::uint64_t usual_image_bytes(std::uint64_t bytes_max,
                                          std::uint64_t bytes_mean,
                                          std::uint64_t result_bytes) noexcept {
    constexpr std::uint64_t kLeast = 1ULL << 20U;
    constexpr std::uint64_t kSpread = 8;
    return std::min(bytes_max, std::max({kLeast, kSpread * bytes_mean, result_bytes}));
}

/// Of a place for an image of up to so many bytes.
constexpr std::uint64_t encoded_room_bytes(std::uint64_t image_bytes_max) noexcept {
    return kRoomHeadBytes +
           (image_bytes_max + kRoomHeadBytes - 1) / kRoomHeadBytes * kRoomHeadBytes;
}

/// False: they do not fit. `image.bytes` and `image.byte_count` are set here.
inline bool put_encoded(std::span<std::byte> room,
                        TlGpuEncoded image,
                        std::span<const std::byte> bytes) {
    if (bytes.size() > room.size() - kRoomHeadBytes) {
        return false;
    }
    image.bytes = nullptr;  // another process has the place elsewhere
    image.byte_count = bytes.size();
    std::memcpy(room.data(), &image, sizeof image);
    std::memcpy(room.data() + kRoomHeadBytes, bytes.data(), bytes.size());
    return true;
}

/// Where pixels go in place of an image; empty: they do not fit.
inline std::span<std::byte> pixels_in(std::span<std::byte> room, std::uint64_t bytes) {
    return bytes > room.size() - kRoomHeadBytes ? std::span<std::byte>()
                                                : room.subspan(kRoomHeadBytes, bytes);
}

/// Says that pixels lie there.
inline void mark_pixels(std::span<std::byte> room, std::uint64_t bytes) {
    TlGpuEncoded image{};
    image.byte_count = bytes;
    image.is_pixels = 1;
    std::memcpy(room.data(), &image, sizeof image);
}

/// What lies there; its bytes are those of the place.
inline TlGpuEncoded encoded_in(std::span<const std::byte> room) {
    TlGpuEncoded image;
    std::memcpy(&image, room.data(), sizeof image);
    image.bytes = reinterpret_cast<const std::uint8_t*>(room.data()) + kRoomHeadBytes;
    return image;
}

}  // namespace throughline::consumer
