// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace throughline::remote {
namespace {

/// Requests that come at a steady rate, over many keys. Returns: those that were served.
int served_of(StoreModel& store, double rate, double from_s, double to_s) {
    int served = 0;
    const int first = static_cast<int>(std::lround(from_s * rate));
    const int last = static_cast<int>(std::lround(to_s * rate));
    for (int i = first; i < last; ++i) {
        served += store.ask("key " + std::to_string(i), 1000, i / rate).refused ? 0 : 1;
    }
    return served;
}

TEST(StoreModel, FirstBytesHaveTheMedianAndTheSpreadThatWereAsked) {
    StoreModel store({.first_byte_s = 0.1, .first_byte_c2 = 1.0}, 1);
    std::vector<double> times;
    for (int i = 0; i < 20'000; ++i) {
        times.push_back(store.ask("a", 0, i).first_byte_s - i);
    }
    double sum = 0.0;
    double squares = 0.0;
    for (const double time : times) {
        sum += time;
        squares += time * time;
    }
    const double mean = sum / static_cast<double>(times.size());
    std::ranges::nth_element(times, times.begin() + 10'000);

    EXPECT_NEAR(times[10'000], 0.1, 0.003);
    EXPECT_NEAR(mean, 0.1 * std::sqrt(2.0), 0.004);
    EXPECT_NEAR(squares / static_cast<double>(times.size()) / (mean * mean) - 1.0, 1.0, 0.15);
}

TEST(StoreModel, ABodyComesAtTheRateOfItsConnectionAndOfTheLinkThatAllShare) {
    StoreModel alone({.connection_bytes_per_s = 90e6, .bytes_per_s = 1e9}, 1);
    EXPECT_NEAR(alone.ask("a", 9'000'000, 0.0).done_s, 0.1, 1e-9);

    StoreModel shared({.connection_bytes_per_s = 90e6, .bytes_per_s = 100e6}, 1);
    double last_s = 0.0;
    for (int i = 0; i < 10; ++i) {
        last_s = shared.ask("a", 9'000'000, 0.0).done_s;
    }
    EXPECT_NEAR(last_s, 0.9, 1e-9) << "ten connections would give 900 MB/s, the link gives 100";
    EXPECT_NEAR(shared.ask("a", 9'000'000, 5.0).done_s, 5.1, 1e-9) << "an idle link is free";

    StoreModel nodes({.bytes_per_s = 100e6, .servers = 4}, 1);
    EXPECT_NEAR(nodes.ask("a", 40'000'000, 0.0).done_s, 0.1, 1e-9) << "100 MB/s each";
}

TEST(StoreModel, RefusesWhatIsBeyondTheRateOfAPrefixAndServesAllOfTheRate) {
    StoreModel store({.requests_per_s = 100.0}, 1);
    EXPECT_NEAR(served_of(store, 80.0, 0.0, 10.0), 800, 1);
    EXPECT_NEAR(served_of(store, 300.0, 10.0, 20.0), 1100, 3) << "and what a second had kept";

    StoreModel four({.requests_per_s = 100.0, .prefixes = 4}, 1);
    served_of(four, 2000.0, 0.0, 5.0);
    EXPECT_NEAR(served_of(four, 2000.0, 5.0, 15.0), 4000, 40) << "over as many prefixes";
    EXPECT_DOUBLE_EQ(four.allowed_per_s(), 400.0);
}

TEST(StoreModel, DoublesItsPrefixesAfterRefusalsThatLastAndForgetsSingleOnes) {
    StoreModel store({.requests_per_s = 100.0, .splits_after_s = 10.0}, 1);
    served_of(store, 1000.0, 0.0, 9.9);
    EXPECT_EQ(store.prefixes(), 1U);
    served_of(store, 1000.0, 9.9, 10.5);
    EXPECT_EQ(store.prefixes(), 2U);
    EXPECT_NEAR(served_of(store, 1000.0, 10.5, 15.5), 1000, 20);
    served_of(store, 1000.0, 15.5, 21.0);
    EXPECT_EQ(store.prefixes(), 4U);

    StoreModel calm({.requests_per_s = 100.0, .splits_after_s = 10.0}, 1);
    for (int minute = 0; minute < 10; ++minute) {
        const double at_s = 100.0 * minute;
        served_of(calm, 1000.0, at_s, at_s + 1.0);
    }
    EXPECT_EQ(calm.prefixes(), 1U) << "a second of refusals each 100 s is no overload that lasts";
}

TEST(StoreModel, AllowsWhatThePrefixesAnswerThatAreAskedAndASingleKeyIsNeverSplit) {
    StoreModel store({.requests_per_s = 100.0, .prefixes = 64, .splits_after_s = 1.0}, 1);
    EXPECT_DOUBLE_EQ(store.allowed_per_s(), 0.0) << "nothing was asked yet";
    int served = 0;
    for (int i = 0; i < 10'000; ++i) {
        served += store.ask("the only one", 1000, i / 1000.0).refused ? 0 : 1;
    }
    EXPECT_NEAR(served, 1100, 2) << "of one prefix, and what a second had kept";
    EXPECT_EQ(store.prefixes(), 64U);
    EXPECT_DOUBLE_EQ(store.allowed_per_s(), 100.0);

    StoreModel two({.requests_per_s = 100.0, .splits_after_s = 1.0}, 1);
    for (int i = 0; i < 60'000; ++i) {
        two.ask(i % 2 == 0 ? "a" : "b", 1000, i / 1000.0);
    }
    EXPECT_DOUBLE_EQ(two.allowed_per_s(), 200.0) << "each has a prefix of its own, and no more";
}

TEST(StoreModel, WithoutALimitThatIsKnownNothingIsRefusedAndNothingSplits) {
    StoreModel store({.first_byte_s = 0.01}, 1);
    EXPECT_EQ(served_of(store, 1e5, 0.0, 1.0), 100'000);
    EXPECT_DOUBLE_EQ(store.allowed_per_s(), 0.0);
}

TEST(StoreModel, TheSameRequestsHaveTheSameAnswers) {
    const StoreRules rules{.requests_per_s = 50.0, .first_byte_s = 0.1, .first_byte_c2 = 1.0};
    StoreModel one(rules, 7);
    StoreModel other(rules, 7);
    for (int i = 0; i < 1000; ++i) {
        const std::string key = std::to_string(i);
        const StoreAnswer a = one.ask(key, 5000, 0.01 * i);
        const StoreAnswer b = other.ask(key, 5000, 0.01 * i);
        EXPECT_EQ(a.refused, b.refused);
        EXPECT_EQ(a.done_s, b.done_s);
    }
}

}  // namespace
}  // namespace throughline::remote
