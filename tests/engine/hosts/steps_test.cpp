// SPDX-License-Identifier: Apache-2.0
// Steps of several nodes: who leads them, and what a node does for its engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>
#include <vector>

#include "engine/hosts/step_lead.h"
#include "engine/hosts/step_party.h"
#include "engine/measure/step_socket.h"

namespace throughline::hosts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A lead of three nodes, and to whom it said that all have come.
class LeadOfThree : public testing::Test {
protected:
    LeadOfThree() { lead_.begin({0, 1, 2}); }
    /// Since it was last asked: nodes, with those of the step.
    std::map<int, std::vector<int>> met() { return std::exchange(met_, {}); }

    std::map<int, std::vector<int>> met_;
    StepLead lead_{[this](int node, const std::string& message) {
        met_[node] = nlohmann::json::parse(message).at("nodes").get<std::vector<int>>();
    }};
};

TEST_F(LeadOfThree, AllGoOnWhenTheLastHasCome) {
    for (int step = 0; step < 3; ++step) {
        lead_.hear(1, "come");
        lead_.hear(0, "come");
        EXPECT_THAT(met(), IsEmpty());
        EXPECT_LT(lead_.pace(), std::chrono::milliseconds(1));
        lead_.hear(2, "come");
        const auto told = met();
        ASSERT_EQ(told.size(), 3U);
        EXPECT_THAT(told.at(2), ElementsAre(0, 1, 2));
        EXPECT_EQ(lead_.pace(), Nanoseconds::max());
    }
}

TEST_F(LeadOfThree, WhoHasLeftIsNotWaitedFor) {
    lead_.hear(0, "come");
    lead_.hear(1, "come");
    lead_.hear(2, "left");
    EXPECT_THAT(met().at(0), ElementsAre(0, 1));
    lead_.hear(0, "come");
    lead_.hear(1, "left");
    EXPECT_THAT(met().at(0), ElementsAre(0));
}

// Goal: where the run of one node failed before it came to a step, the next repeat is in step
// again.
TEST_F(LeadOfThree, ARepeatIsOfThoseWhoBeginIt) {
    lead_.begin({0, 2});  // node 1 is further on, and waits
    lead_.hear(0, "come");
    EXPECT_THAT(met(), IsEmpty());
    lead_.hear(2, "come");
    EXPECT_THAT(met().at(0), ElementsAre(0, 2));
    lead_.hear(0, "left");
    lead_.hear(2, "left");
    lead_.begin({0, 1, 2});
    lead_.hear(0, "come");
    lead_.hear(2, "come");
    EXPECT_THAT(met(), IsEmpty());
    lead_.hear(1, "come");
    EXPECT_THAT(met().at(1), ElementsAre(0, 1, 2));
}

TEST_F(LeadOfThree, ANodeWithoutAnEngineIsNotWaitedFor) {
    lead_.hear(0, "come");
    lead_.hear(2, "come");
    lead_.gone(1);
    EXPECT_THAT(met().at(2), ElementsAre(0, 2));
    lead_.hear(0, "come");
    lead_.gone(0);  // killed while it waits: nobody is looked after any more
    EXPECT_EQ(lead_.pace(), Nanoseconds::max());
    lead_.hear(9, "come");  // of no group
    EXPECT_THAT(met(), IsEmpty());
}

/// An exchange that is done at the third look.
class SlowExchange final : public StepExchange {
public:
    void begin(const What& what) override {
        begun.push_back(what);
        looks = 0;
    }
    bool poll() override { return ++looks >= 3; }

    std::vector<What> begun;
    int looks = 0;
};

// Goal: an engine at its socket waits until all have come and the gradients are exchanged.
TEST(StepParty, LetsItsEngineGoOnAfterTheExchange) {
    SlowExchange exchange;
    std::vector<std::string> said;
    StepParty party(&exchange, [&](const char* what) { said.emplace_back(what); });
    auto end = party.begin_engine();
    ASSERT_TRUE(end);
    EXPECT_EQ(party.pace(), Nanoseconds::max());

    SteadyTime met = kNever;
    int begun = 0;
    {
        std::jthread engine([&] {
            measure::StepSocket gate(end->get());
            met = gate.meet({.bytes = 4000, .servers = 2}, {}, [&begun] { ++begun; });
            gate.leave();
        });
        while (said.empty()) {
            party.tick();
        }
        EXPECT_LT(party.pace(), std::chrono::milliseconds(1));
        party.met({0, 1, 2});
        while (exchange.looks < 3) {
            party.tick();
        }
        while (said.size() < 2) {
            party.tick();
        }
    }
    EXPECT_THAT(said, ElementsAre("come", "left"));
    ASSERT_EQ(exchange.begun.size(), 1U);
    EXPECT_THAT(exchange.begun[0].members, ElementsAre(0, 1, 2));
    EXPECT_EQ(exchange.begun[0].bytes, 4000U);
    EXPECT_EQ(exchange.begun[0].servers, 2U);
    EXPECT_EQ(begun, 1) << "it is told when all have come";
    EXPECT_NE(met, kNever);
}

// Goal: an exchange that the engine gave up, at the end of a repeat, ends before the next begins.
TEST(StepParty, AnExchangeWaitsForTheOneBefore) {
    SlowExchange exchange;
    std::vector<std::string> said;
    StepParty party(&exchange, [&](const char* what) { said.emplace_back(what); });
    auto end = party.begin_engine();
    ASSERT_TRUE(end);
    std::stop_source given_up;
    std::jthread engine([&] {
        measure::StepSocket gate(end->get());
        gate.meet({.bytes = 4000}, given_up.get_token(), {});
        gate.leave();
        gate.meet({.bytes = 8000}, {}, {});
    });
    while (said.empty()) {
        party.tick();
    }
    party.met({0, 1});
    given_up.request_stop();
    while (said.size() < 3) {  // come, left, come
        exchange.looks = 0;
        party.tick();
    }
    exchange.looks = 0;
    party.met({0, 1});
    EXPECT_EQ(exchange.begun.size(), 1U);
    while (exchange.begun.size() < 2) {
        party.tick();
    }
    EXPECT_EQ(exchange.begun[1].bytes, 8000U);
    while (party.pace() == Nanoseconds::zero()) {
        party.tick();
    }
}

TEST(StepParty, WithoutGradientsOrCompanyNothingIsExchanged) {
    SlowExchange exchange;
    StepParty party(&exchange, [](const char*) {});
    auto end = party.begin_engine();
    ASSERT_TRUE(end);
    std::jthread engine([&] {
        measure::StepSocket gate(end->get());
        const auto never = [] { ADD_FAILURE() << "nothing is exchanged"; };
        EXPECT_NE(gate.meet({.bytes = 0}, {}, never), kNever);
        EXPECT_NE(gate.meet({.bytes = 400}, {}, never), kNever);
    });
    for (const std::vector<int>& members : {std::vector{0, 1}, std::vector{0}}) {
        while (party.pace() > std::chrono::microseconds(100)) {
            party.tick();
        }
        party.met(members);
    }
    engine.join();
    EXPECT_THAT(exchange.begun, IsEmpty());
}

TEST(StepSocket, EndsItsWaitWhereNobodyIsThereOrItIsStopped) {
    StepParty party(nullptr, [](const char*) {});
    auto end = party.begin_engine();
    ASSERT_TRUE(end);
    measure::StepSocket gate(end->get());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_NE(gate.meet({}, stop.get_token(), {}), kNever);
    auto other = party.begin_engine();  // the first one's other end is gone
    EXPECT_NE(gate.meet({}, {}, {}), kNever);
}

}  // namespace
}  // namespace throughline::hosts
