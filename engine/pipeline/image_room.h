// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/pipeline/encoded_source.h"
#include "engine/pipeline/page_runs.h"
#include "engine/pipeline/time_account.h"

namespace throughline::pipeline {

/// Which of a reader's memory is free: a ticket for each image between reader and decoder, and the
/// run of pages that it lies in. Decoders give tickets back through a queue; both bounds, the
/// number of images and their bytes, are fixed before the run. Thread: the reader, but for
/// returned().
class ImageRoom {
public:
    struct Options {
        std::uint32_t tickets = 1;
        std::uint32_t pages = 1;
        std::uint32_t section_pages = 0;  ///< see PageRuns
    };
    explicit ImageRoom(const Options& options);

    /// A ticket with room for `bytes`, which may be 0; none when images have to come back first.
    std::optional<std::uint32_t> take(std::uint64_t bytes);
    void give_back(std::uint32_t ticket);
    std::uint32_t first_page(std::uint32_t ticket) const noexcept { return runs_[ticket].first; }

    /// Takes in what decoders have given back.
    void collect();
    /// Waits, Blocked, until `enough` > 0 of the tickets that are with decoders have come back.
    /// False: the run is over.
    bool wait_returned(std::size_t enough, TimeAccount& account);
    /// Where decoders put the tickets of images they are done with.
    TicketQueue& returned() noexcept { return returned_; }

    std::uint32_t tickets() const noexcept { return static_cast<std::uint32_t>(runs_.size()); }
    /// Not given out.
    std::uint32_t idle() const noexcept { return static_cast<std::uint32_t>(idle_.size()); }
    /// Given out and not back.
    std::uint32_t out() const noexcept { return tickets() - idle(); }

private:
    struct Run {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    PageRuns pages_;
    TicketQueue returned_;
    std::vector<Run> runs_;            ///< by ticket
    std::vector<std::uint32_t> idle_;  ///< tickets
    std::vector<std::uint32_t> came_;  ///< scratch
};

/// The pages that images of these sizes need so that `tickets` of them, of any sizes in the set,
/// nearly always fit at once, and the largest one always fits when all others are back.
std::uint32_t room_pages(std::uint32_t tickets, double mean_bytes, std::uint64_t max_bytes);

}  // namespace throughline::pipeline
