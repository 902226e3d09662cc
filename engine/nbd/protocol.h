// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

// Used in this folder and its tests only. The numbers of the protocol.
// Source: the NBD project, its document of the protocol.
namespace throughline::nbd::protocol {

inline constexpr std::uint64_t kGreeting = 0x4e42444d41474943;  // "NBDMAGIC"
inline constexpr std::uint64_t kOption = 0x49484156454f5054;    // "IHAVEOPT"
inline constexpr std::uint64_t kOptionReply = 0x0003e889045565a9;
inline constexpr std::uint32_t kRequest = 0x25609513;
inline constexpr std::uint32_t kSimpleReply = 0x67446698;

// Of the handshake, by server and client alike.
inline constexpr std::uint16_t kFixedNewstyle = 1U << 0U;
inline constexpr std::uint16_t kNoZeroes = 1U << 1U;

enum class Option : std::uint32_t { ExportName = 1, Abort = 2, List = 3, Info = 6, Go = 7 };

enum class OptionAnswer : std::uint32_t {
    Ack = 1,
    Server = 2,
    Info = 3,
    Unsupported = 0x80000001,
    Invalid = 0x80000003,
    Unknown = 0x80000006,
};

enum class InfoKind : std::uint16_t { Export = 0, Name = 1, Description = 2, BlockSize = 3 };

// Of the export, in what is called transmission flags.
inline constexpr std::uint16_t kHasFlags = 1U << 0U;
inline constexpr std::uint16_t kReadOnly = 1U << 1U;
inline constexpr std::uint16_t kSendFlush = 1U << 2U;
inline constexpr std::uint16_t kSendFua = 1U << 3U;
inline constexpr std::uint16_t kSendTrim = 1U << 5U;
inline constexpr std::uint16_t kCanMultiConn = 1U << 8U;

// Of a request.
inline constexpr std::uint16_t kForceUnitAccess = 1U << 0U;

// Its errors have the numbers of Linux on x86; others become EIO.
inline constexpr std::uint32_t kNotPermitted = 1;
inline constexpr std::uint32_t kIoError = 5;
inline constexpr std::uint32_t kInvalid = 22;
inline constexpr std::uint32_t kNoSpace = 28;

inline constexpr std::size_t kClientFlagsBytes = 4;
inline constexpr std::size_t kOptionHeaderBytes = 16;
inline constexpr std::size_t kRequestHeaderBytes = 28;
inline constexpr std::size_t kExportNameZeroes = 124;
/// What a server need not take is more than this; longer names are not allowed either.
inline constexpr std::uint32_t kNameBytesMax = 4096;

/// Appends an integer as it goes over the wire: big end first.
template <std::unsigned_integral T>
void put(std::string& out, T value) {
    for (std::size_t byte = sizeof(T); byte-- > 0;) {
        out += static_cast<char>(static_cast<std::uint8_t>(value >> (8U * byte)));
    }
}

/// Takes an integer off the front, which holds it.
template <std::unsigned_integral T>
T take_front(std::span<const std::byte>& from) {
    T value = 0;
    for (const std::byte byte : from.first(sizeof(T))) {
        value = static_cast<T>((value << 7U) << 1U) | static_cast<T>(byte);
    }
    from = from.subspan(sizeof(T));
    return value;
}

}  // namespace throughline::nbd::protocol
