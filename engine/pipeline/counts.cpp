// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/counts.h"

#include <array>

namespace throughline::pipeline {
namespace {

constexpr std::array kWhole{&Counts::images_delivered,
                            &Counts::images_read,
                            &Counts::images_cached,
                            &Counts::images_decoded,
                            &Counts::images_failed,
                            &Counts::images_unread,
                            &Counts::images_progressive,
                            &Counts::jpegs_decoded,
                            &Counts::pixels_decoded,
                            &Counts::augment_ns,
                            &Counts::augment_timed,
                            &Counts::bytes_requested,
                            &Counts::bytes_read,
                            &Counts::reads,
                            &Counts::reads_failed,
                            &Counts::batches,
                            &Counts::verify_ns};
constexpr std::array kTimes{&Counts::read, &Counts::decode, &Counts::consume, &Counts::meet};
constexpr std::array kFills{&Counts::encoded_fill_ns, &Counts::batches_fill_ns};
static_assert(sizeof(Counts) == kWhole.size() * sizeof(std::uint64_t) +
                                    kTimes.size() * sizeof(WorkTimes) +
                                    kFills.size() * sizeof(double),
              "a member of Counts is missing in the tables");

}  // namespace

Counts& Counts::operator+=(const Counts& other) noexcept {
    for (const auto member : kWhole) {
        this->*member += other.*member;
    }
    for (const auto member : kTimes) {
        this->*member += other.*member;
    }
    for (const auto member : kFills) {
        this->*member += other.*member;
    }
    return *this;
}

Counts operator-(Counts left, const Counts& right) noexcept {
    for (const auto member : kWhole) {
        left.*member -= right.*member;
    }
    for (const auto member : kTimes) {
        left.*member = left.*member - right.*member;
    }
    for (const auto member : kFills) {
        left.*member -= right.*member;
    }
    return left;
}

}  // namespace throughline::pipeline
