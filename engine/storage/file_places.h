// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace throughline::storage {

/// Which of a reader's files are held open, and in which place of its table: at most `capacity`;
/// of those that no read uses, the one used longest ago gives way to the next. Opens and closes
/// nothing itself. Memory: 4 bytes per file number (from 0), 20 per place, taken as they come.
/// Thread: one owner.
class FilePlaces {
public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    explicit FilePlaces(std::uint32_t capacity) : capacity_(capacity) {}

    /// The file's place, or kNone.
    std::uint32_t find(std::uint32_t file) const noexcept {
        return file < place_of_.size() ? place_of_[file] : kNone;
    }
    /// A place for a file that has none: an unused one, or that of the file which gives way; what
    /// the caller keeps for that place is of the former file. kNone: all are in use.
    std::uint32_t give(std::uint32_t file);
    /// Takes its place from the file used longest ago. kNone: no idle place has a file.
    std::uint32_t evict() noexcept;
    /// The file of this place has lost it; the place can be given again once it is idle.
    void forget(std::uint32_t place) noexcept;

    void pin(std::uint32_t place) noexcept;
    void unpin(std::uint32_t place) noexcept;
    std::uint32_t users(std::uint32_t place) const noexcept { return places_[place].users; }

    std::uint32_t capacity() const noexcept { return capacity_; }
    /// Places given so far; each is below this.
    std::size_t size() const noexcept { return places_.size(); }

private:
    struct Place {
        std::uint32_t file = kNone;
        std::uint32_t users = 0;
        // Of the list of idle places.
        std::uint32_t older = kNone;
        std::uint32_t newer = kNone;
    };
    void link_newest(std::uint32_t index) noexcept;
    void link_oldest(std::uint32_t index) noexcept;
    void unlink(std::uint32_t index) noexcept;

    std::uint32_t capacity_;
    std::vector<std::uint32_t> place_of_;  ///< by file number
    std::vector<Place> places_;
    std::uint32_t oldest_ = kNone;  ///< of the idle ones; those without a file come first
    std::uint32_t newest_ = kNone;
};

}  // namespace throughline::storage
