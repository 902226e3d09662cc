// SPDX-License-Identifier: Apache-2.0
#include "engine/base/result.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

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

std::string describe(const Error& error) {
    if (error.errno_value == 0) {
        return error.what;
    }
    return error.what + ": " + std::generic_category().message(error.errno_value);
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
