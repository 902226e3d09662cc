// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/image_room.h"

#include <algorithm>
#include <cmath>

#include "engine/pipeline/page_runs.h"

namespace throughline::pipeline {

ImageRoom::ImageRoom(const Options& options)
    : pages_(options.pages, options.section_pages),
      returned_(options.tickets),
      runs_(options.tickets),
      came_(options.tickets) {
    idle_.reserve(options.tickets);
    for (std::uint32_t i = options.tickets; i > 0; --i) {
        idle_.push_back(i - 1);
    }
}

std::optional<std::uint32_t> ImageRoom::take(std::uint64_t bytes) {
    if (idle_.empty()) {
        return std::nullopt;
    }
    const auto count = static_cast<std::uint32_t>((bytes + kPageBytes - 1) / kPageBytes);
    Run run{.first = 0, .count = count};
    if (count > 0) {
        const auto first = pages_.take(count);
        if (!first) {
            return std::nullopt;
        }
        run.first = *first;
    }
    const std::uint32_t ticket = idle_.back();
    idle_.pop_back();
    runs_[ticket] = run;
    return ticket;
}

void ImageRoom::give_back(std::uint32_t ticket) {
    if (runs_[ticket].count > 0) {
        pages_.give_back(runs_[ticket].first, runs_[ticket].count);
    }
    idle_.push_back(ticket);
}

void ImageRoom::collect() {
    const std::size_t count = returned_.try_pop(came_);
    for (std::size_t i = 0; i < count; ++i) {
        give_back(came_[i]);
    }
}

bool ImageRoom::wait_returned(std::size_t enough, TimeAccount& account) {
    const std::size_t count = returned_.pop(came_, enough, account, WorkState::Blocked);
    for (std::size_t i = 0; i < count; ++i) {
        give_back(came_[i]);
    }
    return count > 0;
}

std::uint32_t room_pages(std::uint32_t tickets, double mean_bytes, std::uint64_t max_bytes) {
    const auto page = static_cast<double>(kPageBytes);
    const std::uint64_t largest_pages = (max_bytes + kPageBytes - 1) / kPageBytes;
    const auto largest = static_cast<double>(largest_pages);
    // Half a page is lost at the end of each image on average, and half of another is given for
    // the gaps between runs.
    const double usual = tickets * (mean_bytes / page + 1.0);
    constexpr double kSpread = 1.25;  // handfuls are larger than the mean now and then
    const double always = tickets * largest;
    const double pages = std::min(always, usual * kSpread + 4.0 * largest);
    return static_cast<std::uint32_t>(std::clamp(std::ceil(pages), 1.0, 4294967295.0));
}

}  // namespace throughline::pipeline
