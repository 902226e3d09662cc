// SPDX-License-Identifier: Apache-2.0
// What goes into the ring: one chain of linked operations after another for each read.
#include <algorithm>
#include <utility>

#include "engine/base/clock.h"
#include "engine/storage/uring_slots.h"

namespace throughline::storage::uring {

using Link = UringQueue::Link;

void UringReader::prepare_waiting() {
    // The oldest first. One that finds no place for its file must not hold up those behind it that
    // have one, or no place would ever become free.
    for (std::size_t left = waiting_.size(); left > 0; --left) {
        const std::uint32_t index = waiting_.front();
        waiting_.pop();
        if (!prepare(index)) {
            waiting_.push(index);
        }
    }
}

/// Puts the slot's next chain into the submission queue. False: no room.
bool UringReader::prepare(std::uint32_t index) {
    if (!queue_.reserve(kChainLength)) {
        return false;
    }
    Slot& slot = slots_[index];
    if (slot.read.file != FileRead::kOpenForThis) {
        return prepare_in_place(index, slot);
    }
    if (!slot.planned) {
        plan(slot, direct_.enabled());
    }
    if (!queue_.direct_descriptors()) {
        if (slot.fd) {
            prepare_reads(index, slot, {.number = slot.fd.get(), .in_table = false});
        } else {
            prepare_open(index, slot);
        }
        return true;
    }
    if (!slot.open) {
        prepare_open(index, slot);
    }
    prepare_reads(index, slot, {.number = static_cast<int>(index), .in_table = true});
    slot.open = true;
    return true;
}

/// The same for a read of a file that stays open.
bool UringReader::prepare_in_place(std::uint32_t index, Slot& slot) {
    if (slot.place == kNone && !take_place(slot)) {
        return false;
    }
    KeptFile& file = files_[slot.place];
    switch (file.state) {
        case KeptFile::State::Opening:
            slot.next_parked = std::exchange(file.parked, index);
            return true;
        case KeptFile::State::Closed:
            file.state = KeptFile::State::Opening;
            slot.opening_place = true;
            prepare_open(index, slot);
            return true;
        case KeptFile::State::Open:
            break;
    }
    if (!slot.planned) {
        plan(slot, file.direct);
    }
    if (slot.plan.finished()) {
        finish(index, steady_now());  // nothing to read
        return true;
    }
    const bool in_table = queue_.direct_descriptors();
    const int number =
        in_table ? static_cast<int>(options_.queue_depth + slot.place) : file.fd.get();
    prepare_reads(index, slot, {.number = number, .in_table = in_table});
    return true;
}

/// False: reads use every place; one is free when one of them ends.
bool UringReader::take_place(Slot& slot) {
    slot.place = places_.find(slot.read.file);
    if (slot.place == kNone) {
        slot.place = places_.give(slot.read.file);
        if (slot.place == kNone) {
            return false;
        }
        files_.resize(std::max(files_.size(), places_.size()));
        // Closes a descriptor of the former file. A direct one is replaced by the open to come.
        files_[slot.place] = KeptFile{};
        files_[slot.place].direct = direct_.enabled();
    }
    places_.pin(slot.place);
    return true;
}

void UringReader::prepare_open(std::uint32_t index, Slot& slot) {
    const bool in_table = queue_.direct_descriptors();
    const bool in_place = slot.opening_place;
    const bool direct = in_place ? files_[slot.place].direct : slot.plan.direct();
    const int place = !in_table  ? -1
                      : in_place ? static_cast<int>(options_.queue_depth + slot.place)
                                 : static_cast<int>(index);
    const bool advise = in_table && !direct && advises_whole_files();
    const Link after_open = in_table && (advise || !in_place) ? Link::IfDone : Link::None;
    queue_.open(slot.read, direct, place, after_open, make_token(index, Step::Open));
    owe(slot, 1);
    if (advise) {
        queue_.advise({.number = place, .in_table = true},
                      {},
                      options_.advice,
                      in_place ? Link::None : Link::Always,
                      make_token(index, Step::Advise));
        owe(slot, 1);
    }
}

/// The last read is the end of the chain: a completion that others are linked to wakes the waiting
/// thread at once, however many it waits for.
void UringReader::prepare_reads(std::uint32_t index, Slot& slot, UringQueue::File file) {
    const auto count = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(slot.plan.requests_left(), kReadsPerChain));
    if (options_.advice == ReadAdvice::WillNeed && !slot.plan.direct() && slot.plan.reads() == 0 &&
        count > 0) {
        queue_.advise(file,
                      {slot.read.offset_bytes, slot.read.length_bytes},
                      options_.advice,
                      Link::Always,
                      make_token(index, Step::Advise));
        owe(slot, 1);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        // Always: at the end of a file an O_DIRECT read is short of its rounded length, which cuts
        // an ordinary link; what follows has to run all the same.
        queue_.read(file,
                    slot.read.buffer,
                    slot.plan.request(i),
                    i + 1 < count ? Link::Always : Link::None,
                    make_token(index, Step::Read, i));
    }
    slot.reads_in_chain = count;
    owe(slot, count);
}

void UringReader::plan(Slot& slot, bool direct) {
    slot.plan =
        ReadPlan({slot.read.offset_bytes, slot.read.length_bytes}, options_.block_bytes, direct);
    slot.planned = true;
}

void UringReader::owe(Slot& slot, std::uint32_t completions) {
    if (slot.owed > 0) {
        --slots_owing_[slot.owed];
    }
    slot.owed += completions;
    if (slot.owed > 0) {
        ++slots_owing_[slot.owed];
    }
}

}  // namespace throughline::storage::uring
