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
    const bool mapped = facts.name == "mmap";
    std::string text = say_english(
        facts.direct_io ? to_say("read by %1, past the page cache (O_DIRECT)")
        : mapped ? to_say("read by %1, through the page cache (storage.direct has no effect)")
                 : to_say("read by %1, through the page cache"),
        facts.name);
    const auto add = [&text](const std::string& clause) { text += "; " + clause; };
    if (facts.registered_buffers) {
        add(to_say("registered buffers"));
    }
    if (facts.direct_descriptors) {
        add(to_say("direct descriptors"));
    }
    if (facts.single_issuer) {
        add(to_say("a single issuer with deferred completions"));
    }
    if (facts.huge_pages) {
        add(to_say("buffers in huge pages"));
    }
    if (facts.advice != ReadAdvice::Normal) {
        add(say_english("advice to the kernel: %1", name_of(facts.advice)));
    }
    if (facts.read_ahead > 0) {
        add(say_english("reads ahead: %1", std::to_string(facts.read_ahead)));
    }
    return text;
}

}  // namespace throughline::storage
