// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <span>

#include "engine/decode/decode_outcome.h"
#include "engine/decode/jpeg_memory.h"

// clang-format off: libjpeg's header needs <cstdio> first
#include <jpeglib.h>
// clang-format on

// libjpeg and its error jumps. It reports a fatal error by calling error_exit(), which must not
// return; that longjmp()s into guarded(). No function between the two may hold an object with a
// destructor: what is passed to guarded() only calls libjpeg and noexcept functions.
namespace throughline::decode {

/// A decompressor, and what is known about the image being read; libjpeg's callbacks find it by
/// client_data. Must not move.
struct JpegSession : JpegClient {
    JpegSession() = default;
    JpegSession(const JpegSession&) = delete;
    JpegSession& operator=(const JpegSession&) = delete;
    ~JpegSession() { jpeg_destroy_decompress(&info); }

    jpeg_decompress_struct info{};
    jpeg_error_mgr errors{};
    jpeg_source_mgr source{};
    jpeg_progress_mgr progress{};
    std::jmp_buf on_error;
    const std::atomic<bool>* stopping = nullptr;
    bool header_only = false;  // the bytes may be the first part of a file
    bool ran_dry = false;      // libjpeg asked for more bytes than there are
    bool damaged = false;      // a warning that means wrong pixels
    bool stopped = false;      // `stopping` was seen
    std::array<char, JMSG_LENGTH_MAX> message{};
};

/// Creates the decompressor; once per session. False: out of memory.
bool create(JpegSession& session);

/// Points the session at new bytes and reads up to the first scan. The outcome is Ok when an image
/// can be decoded (or its facts be told) from here.
DecodeOutcome open_image(JpegSession& session, std::span<const std::byte> encoded);

/// Whether all tables that the first scan needs are there.
bool tables_present(const jpeg_decompress_struct& info);

/// Whether to give up the image: looked at every few rows, and between the scans of a file.
bool stop_asked(JpegSession& session) noexcept;

/// Runs `act`; false when libjpeg gave up.
template <class Act>
bool guarded(JpegSession& session, const Act& act) {
    if (setjmp(session.on_error) != 0) {
        return false;
    }
    act();
    return true;
}

}  // namespace throughline::decode
