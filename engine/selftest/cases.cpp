// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/cases.h"

#include <algorithm>

#include "engine/base/say.h"

namespace throughline::selftest {
namespace {

using analysis::Limit;

unsigned between(Random& random, unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random.below(most - least + 1));
}

/// Cases of the processors: each image costs some milliseconds.
void add_computing(Random& random, unsigned processors, std::vector<Case>& all) {
    const auto decoder = [&](unsigned workers) {
        return StandIn{.workers = workers,
                       .batch = between(random, 4, 12),
                       .decode_ms = random.uniform(3.0, 8.0)};
    };
    all.push_back({.id = "busy_decoders",
                   .says = to_say("decoding takes all processors"),
                   .truth = Limit::Decode,
                   .job = decoder(processors + between(random, 0, 2))});
    all.push_back({.id = "burner",
                   .says = to_say("another program takes the processors"),
                   .truth = Limit::Decode,
                   .job = decoder(std::max(1U, processors / 2)),
                   .beside = decoder(processors)});
    all.push_back({.id = "cpu_quota",
                   .says = to_say("a quota of the control group limits the processors"),
                   .truth = Limit::Decode,
                   .job = decoder(std::max(2U, processors)),
                   .processors = random.uniform(0.4, 0.6) * processors});
    if (processors > 1) {
        all.push_back({.id = "few_workers",
                       .says = to_say("one worker decodes, and processors are idle"),
                       .truth = Limit::Workers,
                       .job = decoder(1),
                       .needs_idle = true});
    }
}

}  // namespace

std::vector<Case> cases(Random& random, unsigned processors) {
    std::vector<Case> all;
    const auto job = [&] {
        return StandIn{.workers = between(random, 2, 4), .batch = between(random, 4, 12)};
    };
    Case consumer{.id = "slow_consumer",
                  .says = to_say("the step of the training takes long"),
                  .truth = Limit::Consumer,
                  .job = job()};
    consumer.job.step_ms = random.uniform(30.0, 80.0);
    all.push_back(consumer);

    // So large that a read takes long beside what starts it, also where the disk is a fast one.
    constexpr std::uint64_t kLarge = 2'000'000;
    constexpr std::uint64_t kUsual = 200'000;
    all.push_back({.id = "slow_reads",
                   .says = to_say("the disk gives what it can"),
                   .truth = Limit::Storage,
                   .job = job(),
                   .file_bytes = kLarge});
    Case limited{.id = "limited_reads",
                 .says = to_say("a limit of the control group holds reads back"),
                 .truth = Limit::Throttled,
                 .job = job(),
                 .file_bytes = kUsual};
    limited.read_limit_bytes_per_second = 3'000'000 + random.below(5'000'000);
    all.push_back(limited);

    Case link{.id = "full_link",
              .says = to_say("the link to a server is full"),
              .truth = Limit::Network,
              .job = job()};
    link.job.link_bytes_per_second = random.uniform(3e6, 8e6);
    all.push_back(link);

    Case queue{.id = "slow_hand_over",
               .says = to_say("the main thread takes batches over slowly"),
               .truth = Limit::Queue,
               .job = job()};
    queue.job.sample_bytes = 300'000;
    queue.job.take_ms = random.uniform(20.0, 40.0);
    all.push_back(queue);

    add_computing(random, processors, all);
    return all;
}

}  // namespace throughline::selftest
