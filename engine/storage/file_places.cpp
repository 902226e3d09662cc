// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/file_places.h"

#include "engine/base/check.h"

namespace throughline::storage {

std::uint32_t FilePlaces::give(std::uint32_t file) {
    THROUGHLINE_CHECK(find(file) == kNone && file != kNone);
    if (file >= place_of_.size()) {
        place_of_.resize(std::size_t{file} + 1, kNone);
    }
    std::uint32_t index = oldest_;  // idle places without a file come first
    if (index == kNone || places_[index].file != kNone) {
        if (places_.size() < capacity_) {
            index = static_cast<std::uint32_t>(places_.size());
            places_.emplace_back();
            link_oldest(index);
        } else {
            index = evict();
        }
    }
    if (index != kNone) {
        places_[index].file = file;
        place_of_[file] = index;
    }
    return index;
}

std::uint32_t FilePlaces::evict() noexcept {
    std::uint32_t index = oldest_;
    while (index != kNone && places_[index].file == kNone) {
        index = places_[index].newer;
    }
    if (index != kNone) {
        forget(index);
    }
    return index;
}

void FilePlaces::forget(std::uint32_t place) noexcept {
    Place& it = places_[place];
    if (it.file != kNone) {
        place_of_[it.file] = kNone;
        it.file = kNone;
    }
    if (it.users == 0) {
        unlink(place);
        link_oldest(place);
    }
}

void FilePlaces::pin(std::uint32_t place) noexcept {
    if (places_[place].users++ == 0) {
        unlink(place);
    }
}

void FilePlaces::unpin(std::uint32_t place) noexcept {
    Place& it = places_[place];
    THROUGHLINE_CHECK(it.users > 0);
    if (--it.users == 0) {
        if (it.file == kNone) {
            link_oldest(place);
        } else {
            link_newest(place);
        }
    }
}

void FilePlaces::link_newest(std::uint32_t index) noexcept {
    Place& it = places_[index];
    it.older = newest_;
    it.newer = kNone;
    (newest_ == kNone ? oldest_ : places_[newest_].newer) = index;
    newest_ = index;
}

void FilePlaces::link_oldest(std::uint32_t index) noexcept {
    Place& it = places_[index];
    it.older = kNone;
    it.newer = oldest_;
    (oldest_ == kNone ? newest_ : places_[oldest_].older) = index;
    oldest_ = index;
}

void FilePlaces::unlink(std::uint32_t index) noexcept {
    Place& it = places_[index];
    (it.older == kNone ? oldest_ : places_[it.older].newer) = it.newer;
    (it.newer == kNone ? newest_ : places_[it.newer].older) = it.older;
    it.older = kNone;
    it.newer = kNone;
}

}  // namespace throughline::storage
