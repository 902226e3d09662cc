// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/storage/reader.h"

namespace throughline::storage {

/// Decides whether a reader opens its files with O_DIRECT, and remembers why not.
/// A file system that refuses O_DIRECT for the first files is read buffered from then on; a single
/// refusal after direct reads have worked concerns that file only. Thread: one owner.
class DirectIo {
public:
    explicit DirectIo(bool wanted) : enabled_(wanted) {}

    /// Asks the file system once, at the first file that can be looked at; later calls cost
    /// nothing. Some file systems take O_DIRECT and go through memory all the same, so an open that
    /// succeeds proves nothing.
    void look_at(const FileRead& read) {
        if (enabled_ && !looked_) {
            look(read);
        }
    }

    bool enabled() const noexcept { return enabled_; }

    /// True for the errno values by which open(2) and read(2) refuse O_DIRECT.
    static bool is_refusal(int errno_value) noexcept;

    void succeeded() noexcept { worked_ = true; }
    /// open or read of `path` with O_DIRECT failed by is_refusal(); the caller reads it buffered.
    void refused(const char* path, ReadStep step, int errno_value);

    /// Whether O_DIRECT is what the reader uses, and the reasons where it is not.
    void describe(ReaderFacts& facts) const;

private:
    void look(const FileRead& read);

    bool enabled_;
    bool looked_ = false;
    bool worked_ = false;
    std::string reason_;  ///< why it was switched off
    std::uint64_t files_refused_ = 0;
    std::string first_refusal_;
};

}  // namespace throughline::storage
