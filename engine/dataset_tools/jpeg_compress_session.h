// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csetjmp>
#include <cstddef>
#include <cstdio>

// clang-format off: jpeglib.h needs what cstdio defines
#include <jpeglib.h>
// clang-format on

namespace throughline::dataset_tools {

/// A compressor of libjpeg whose errors come back as a jump to `on_error`, with the words in
/// `message`; it prints nothing. Whoever calls libjpeg has set that jump in his own frame.
struct CompressSession {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    std::jmp_buf on_error;
    std::array<char, JMSG_LENGTH_MAX> message{};
};

[[noreturn]] inline void jump_on_error(j_common_ptr info) {
    auto& session = *static_cast<CompressSession*>(info->client_data);
    info->err->format_message(info, session.message.data());
    std::longjmp(session.on_error, 1);
}

/// Before jpeg_create_compress().
inline void take_errors(CompressSession& session) {
    session.info.err = jpeg_std_error(&session.errors);
    session.errors.error_exit = jump_on_error;
    session.errors.emit_message = [](j_common_ptr, int) {};
    session.errors.output_message = [](j_common_ptr) {};
    session.info.client_data = &session;
}

}  // namespace throughline::dataset_tools
