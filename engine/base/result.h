// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/base/check.h"

namespace throughline {

/// What kind of thing went wrong; the window turns it into a translated sentence.
enum class ErrorCode : std::uint8_t {
    Usage,        ///< the caller asked for something that makes no sense (exit code 2)
    NotFound,     ///< a file, folder or entry does not exist
    Permission,   ///< the system refused access
    Io,           ///< a read, write or other system call failed
    Format,       ///< a file is not what it claims to be, or is damaged
    Version,      ///< made by a newer major version
    Unsupported,  ///< this machine, kernel or build cannot do it
    Limit,        ///< memory, space or a fixed limit is exhausted
    Busy,         ///< held by another process
    Stopped,      ///< ended early because somebody asked
    Internal,     ///< a fault of this program
};

/// "usage", "not-found", …: the name used in records and JSON.
const char* error_code_name(ErrorCode code) noexcept;

/// An act that failed. `what` names act and object ("read 'n01.jpg' at 4096"), `errno_value` the
/// system's cause; file and line say where this Error was made.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string what;
    int errno_value = 0;  ///< 0: the failing call reports none
    const char* file = __builtin_FILE();
    int line = __builtin_LINE();
};

/// "read 'n01.jpg' at 4096: Input/output error": what, and the text of errno_value when set.
std::string describe(const Error& error);

/// An Error made from the current errno; ENOENT, EACCES, ENOSPC, … choose the code.
Error errno_error(std::string what,
                  int errno_value,
                  const char* file = __builtin_FILE(),
                  int line = __builtin_LINE());

/// Errors of code Usage and Format.
Error usage_error(std::string what,
                  const char* file = __builtin_FILE(),
                  int line = __builtin_LINE());
Error format_error(std::string what,
                   const char* file = __builtin_FILE(),
                   int line = __builtin_LINE());

/// A value or an Error. Reading the wrong side aborts.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return state_.index() == 0; }
    bool has_value() const noexcept { return state_.index() == 0; }

    T& operator*() & noexcept { return *require(std::get_if<0>(&state_)); }
    const T& operator*() const& noexcept { return *require(std::get_if<0>(&state_)); }
    T&& operator*() && noexcept { return std::move(*require(std::get_if<0>(&state_))); }
    T* operator->() noexcept { return require(std::get_if<0>(&state_)); }
    const T* operator->() const noexcept { return require(std::get_if<0>(&state_)); }

    const Error& error() const& noexcept { return *require(std::get_if<1>(&state_)); }
    Error&& error() && noexcept { return std::move(*require(std::get_if<1>(&state_))); }

private:
    template <class P>
    static P* require(P* side) noexcept {
        THROUGHLINE_CHECK(side != nullptr);
        return side;
    }

    std::variant<T, Error> state_;
};

/// Success, or an Error. `return {};` is success.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const noexcept { return !error_; }
    bool has_value() const noexcept { return !error_; }

    const Error& error() const& noexcept {
        THROUGHLINE_CHECK(error_.has_value());
        return *error_;
    }
    Error&& error() && noexcept {
        THROUGHLINE_CHECK(error_.has_value());
        return std::move(*error_);
    }

private:
    std::optional<Error> error_;
};

}  // namespace throughline
