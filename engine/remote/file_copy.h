// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

struct md5_ctx;  // nettle

// Used in this folder only.
namespace throughline::remote {

/// The MD5 that an ETag is, in small hexadecimal digits; "": it is none. Of S3's interface alone:
/// others may say anything. Source: Amazon S3 API Reference, "Object": an ETag of 32 digits is the
/// MD5 unless the object is encrypted with keys of KMS or the customer's.
std::string md5_of_etag(const std::string& etag);

/// One file as it comes: a part beside its place, which is moved there when it is whole. The part
/// is locked for as long, so that no other copy writes it. Thread: one owner.
class FileCopy {
public:
    FileCopy(FileCopy&&) noexcept;
    FileCopy& operator=(FileCopy&&) noexcept;
    ~FileCopy();

    struct Options {
        std::string path{};  ///< where it is to lie; folders above it are made
        std::uint64_t bytes = 0;
        bool resumes = false;  ///< parts of it are worth keeping
        /// There was no file of that name: one that is there later is another's, and stays.
        bool is_new = false;
        std::stop_token stop{};  ///< of reading again what is there
    };
    /// What is there of it is taken up but for its last byte, so that the store is asked in any
    /// case whether the object is the same still.
    /// Blocks: while what is there is read again. Errors: Io, Permission, Limit; Busy where another
    /// copy writes the same part; Stopped.
    static Result<FileCopy> begin(Options options);

    const std::string& path() const noexcept { return path_; }
    std::uint64_t bytes() const noexcept { return bytes_; }
    std::uint64_t written() const noexcept { return written_; }
    bool is_whole() const noexcept { return written_ == bytes_; }
    /// Of the object that the bytes are of; "": not known yet, or the store gives none.
    const std::string& etag() const noexcept { return etag_; }

    /// Before the first bytes: which object they are of. Errors: Io, Limit.
    Result<void> begin_object(const std::string& etag);
    /// The next bytes. Errors: Limit where the disk is full, Io.
    Result<void> append(std::span<const std::byte> bytes);
    /// Drops what is there. Errors: Io.
    Result<void> restart();
    /// All came. Returns: whether a checksum was compared. Errors: Format for another checksum,
    /// after which the part is gone; Io and Limit where the file system kept back until now that
    /// it could not write.
    Result<bool> check(bool etag_is_md5);
    /// Moves it into its place. Its bytes are on the disk by now, see WholeFiles.
    /// Errors: Io; also where a file of its name is there that was not when it began.
    Result<void> publish();
    /// Leaves the part to be gone on from.
    void leave();
    /// Removes the part.
    void drop();

private:
    FileCopy();
    Result<void> open_part();
    Result<void> take_up(const std::stop_token& stop);

    std::string path_;
    std::string part_;
    std::string object_;  ///< the file that says which object the part is of
    std::uint64_t bytes_ = 0;
    std::uint64_t written_ = 0;
    bool resumes_ = false;
    bool is_new_ = false;
    std::string etag_;
    UniqueFd file_;
    std::unique_ptr<md5_ctx> md5_;
};

}  // namespace throughline::remote
