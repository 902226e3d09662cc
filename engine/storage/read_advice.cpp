// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_advice.h"

#include <fcntl.h>

#include "engine/base/say.h"

namespace throughline::storage {
namespace {

const char* name_of(ReadAdvice advice) {
    switch (advice) {
        case ReadAdvice::Normal:
            return "normal";
        case ReadAdvice::Sequential:
            return "sequential";
        case ReadAdvice::Random:
            return "random";
        case ReadAdvice::WillNeed:
            return "willneed";
    }
    return "";
}

}  // namespace

int advice_value(ReadAdvice advice) noexcept {
    switch (advice) {
        case ReadAdvice::Normal:
            break;
        case ReadAdvice::Sequential:
            return POSIX_FADV_SEQUENTIAL;
        case ReadAdvice::Random:
            return POSIX_FADV_RANDOM;
        case ReadAdvice::WillNeed:
            return POSIX_FADV_WILLNEED;
    }
    return POSIX_FADV_NORMAL;
}

void describe_buffered_options(const ReaderOptions& options, ReaderFacts& facts) {
    if (options.kind == ReaderKind::Mapped && options.direct_io) {
        facts.fallbacks.emplace_back(
            to_say("O_DIRECT: mmap always reads through the page cache; reading buffered"));
    }
    if (options.advice != ReadAdvice::Normal && facts.direct_io) {
        facts.fallbacks.push_back(say_english(
            "advice '%1': O_DIRECT bypasses the page cache; not given", name_of(options.advice)));
    } else {
        facts.advice = options.advice;
    }
    if (options.read_ahead > 0 && options.kind == ReaderKind::Uring) {
        facts.fallbacks.emplace_back(
            to_say("reading ahead: io_uring keeps its whole queue in flight anyway; not done"));
    } else if (options.read_ahead > 0 && facts.direct_io) {
        facts.fallbacks.emplace_back(
            to_say("reading ahead: O_DIRECT bypasses the page cache; not done"));
    } else {
        facts.read_ahead = options.read_ahead;
    }
}

std::string describe(const ReaderFacts& facts) {
    std::string text = facts.name;
    text += facts.direct_io        ? ", O_DIRECT"
            : facts.name == "mmap" ? ", through the page cache (storage.direct has no effect)"
                                   : ", buffered";
    if (facts.registered_buffers) {
        text += ", registered buffers";
    }
    if (facts.direct_descriptors) {
        text += ", direct descriptors";
    }
    if (facts.single_issuer) {
        text += ", single issuer, deferred completions";
    }
    if (facts.huge_pages) {
        text += ", buffers in huge pages";
    }
    if (facts.advice != ReadAdvice::Normal) {
        text += std::string(", advice ") + name_of(facts.advice);
    }
    if (facts.read_ahead > 0) {
        text += ", " + std::to_string(facts.read_ahead) + " reads ahead";
    }
    return text;
}

}  // namespace throughline::storage
