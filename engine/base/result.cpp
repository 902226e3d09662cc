// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "engine/base/say.h"

namespace throughline {

const char* error_code_name(ErrorCode code) noexcept {
    switch (code) {
        case ErrorCode::Usage:
            return "usage";
        case ErrorCode::NotFound:
            return "not-found";
        case ErrorCode::Permission:
            return "permission";
        case ErrorCode::Io:
            return "io";
        case ErrorCode::Format:
            return "format";
        case ErrorCode::Version:
            return "version";
        case ErrorCode::Unsupported:
            return "unsupported";
        case ErrorCode::Limit:
            return "limit";
        case ErrorCode::Busy:
            return "busy";
        case ErrorCode::Stopped:
            return "stopped";
        case ErrorCode::Internal:
            return "internal";
    }
    return "internal";
}

namespace {

/// The causes that people meet, as the C library calls them in English.
constexpr std::array kCauses{
    to_say("Argument list too long"),
    to_say("Bad file descriptor"),
    to_say("Broken pipe"),
    to_say("Cannot allocate memory"),
    to_say("Connection refused"),
    to_say("Connection timed out"),
    to_say("Device or resource busy"),
    to_say("Directory not empty"),
    to_say("Disk quota exceeded"),
    to_say("File exists"),
    to_say("File name too long"),
    to_say("File too large"),
    to_say("Function not implemented"),
    to_say("Input/output error"),
    to_say("Invalid argument"),
    to_say("Is a directory"),
    to_say("No such device"),
    to_say("No such file or directory"),
    to_say("No space left on device"),
    to_say("Not a directory"),
    to_say("Operation not permitted"),
    to_say("Operation not supported"),
    to_say("Permission denied"),
    to_say("Read-only file system"),
    to_say("Resource temporarily unavailable"),
    to_say("Stale file handle"),
    to_say("Too many levels of symbolic links"),
    to_say("Too many open files"),
    to_say("Too many open files in system"),
    to_say("Transport endpoint is not connected"),
};

std::string cause_text(int errno_value) {
    std::string text = std::generic_category().message(errno_value);
    const bool known = std::find(kCauses.begin(), kCauses.end(), text) != kCauses.end();
    return known ? say(text.c_str()) : text;
}

}  // namespace

std::string describe(const Error& error) {
    if (error.errno_value == 0) {
        return error.what;
    }
    return error.what + ": " + cause_text(error.errno_value);
}

Error usage_error(std::string what, const char* file, int line) {
    return {.code = ErrorCode::Usage, .what = std::move(what), .file = file, .line = line};
}

Error format_error(std::string what, const char* file, int line) {
    return {.code = ErrorCode::Format, .what = std::move(what), .file = file, .line = line};
}

Error errno_error(std::string what, int errno_value, const char* file, int line) {
    ErrorCode code = ErrorCode::Io;
    switch (errno_value) {
        case ENOENT:
        case ENOTDIR:
            code = ErrorCode::NotFound;
            break;
        case EACCES:
        case EPERM:
        case EROFS:
            code = ErrorCode::Permission;
            break;
        case ENOSPC:
        case EDQUOT:
        case ENOMEM:
        case EMFILE:
        case ENFILE:
            code = ErrorCode::Limit;
            break;
        case ENOSYS:
        case EOPNOTSUPP:
            code = ErrorCode::Unsupported;
            break;
        case EBUSY:
            code = ErrorCode::Busy;
            break;
        default:
            break;
    }
    return Error{.code = code,
                 .what = std::move(what),
                 .errno_value = errno_value,
                 .file = file,
                 .line = line};
}

void check_failed(const char* condition, const char* file, int line) noexcept {
    std::fprintf(stderr, "throughline: %s:%d: check failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace throughline
