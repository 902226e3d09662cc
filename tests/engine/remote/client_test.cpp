// SPDX-License-Identifier: Apache-2.0
// Against the fault server of tests/lab, whose own log is the truth.
#include "engine/remote/client.h"

#include <gtest/gtest.h>

#include <iostream>

#include "tests/engine/remote/lab_store.h"

namespace throughline::remote {
namespace {

constexpr Nanoseconds kLiveness = std::chrono::seconds(60);  // a liveness limit, never reached

std::string content_of(std::size_t object) {
    std::string text(1000 + object * 37 % 3000, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
        text[i] = static_cast<char>(object * 31 + i * 7);
    }
    return text;
}

/// Sends `count` requests for parts and wholes, `depth` at once; every body must be right.
void ask_for_many(Client& client, std::size_t count, std::uint32_t depth) {
    constexpr std::size_t kObjects = 20;
    std::vector<std::string> rooms(count);
    std::vector<Reply> replies(depth);
    for (std::size_t next = 0, finished = 0; finished < count;) {
        while (next < count && client.in_flight() < depth) {
            const std::string content = content_of(next % kObjects);
            const bool part = next % 3 != 0;
            rooms[next].resize(part ? content.size() / 2 : content.size());
            client.begin({.key = "o" + std::to_string(next % kObjects),
                          .part = part,
                          .offset_bytes = part ? 100U : 0U,
                          .room = std::as_writable_bytes(std::span(rooms[next])),
                          .tag = next});
            ++next;
        }
        const auto came = client.wait(replies, 1, kLiveness);
        ASSERT_TRUE(came);
        for (const Reply& reply : std::span(replies).first(*came)) {
            ASSERT_FALSE(reply.refusal) << explain(*reply.refusal, client.store());
            const std::string content = content_of(reply.tag % kObjects);
            const std::string& room = rooms[reply.tag];
            EXPECT_EQ(room, content.substr(room.size() == content.size() ? 0 : 100, room.size()));
            ++finished;
        }
    }
}

TEST(Client, CountsWhatTheServerCountsUnderFaultsOfEverySeed) {
    const auto [seeds, each] = lab_seeds();
    CountedAnswers all;
    for (int seed = 1; seed <= seeds; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        LabStore lab({"--seed",
                      std::to_string(seed),
                      "--faults",
                      "slowdown=0.03,too_many=0.02,internal=0.02,reset=0.03,short=0.03,slow=0.01,"
                      "range=0.02,length=0.03"});
        for (std::size_t i = 0; i < 20; ++i) {
            lab.put("o" + std::to_string(i), content_of(i));
        }
        lab.start();
        const auto store = lab.open("");
        auto client = Client::make(store, 16, static_cast<std::uint64_t>(seed));
        ASSERT_TRUE(client);

        ask_for_many(**client, each, 16);

        const TrafficCounts counts = store->traffic.counts();
        EXPECT_EQ(by_name(counts), lab.log());
        EXPECT_EQ(counts.requests(), each + counts.retries);
        EXPECT_EQ(counts.bytes, lab.told("__bytes").at("used"));
        all.add(counts);
    }
    std::cout << all.text();
}

/// What asking for one object that is there fails with.
struct Failing {
    std::vector<std::string> server{};
    std::map<std::string, std::string> keys = LabStore::right_keys();
    std::string key = "o";
    double silence_s = 20.0;
    std::uint32_t attempts = 2;
    bool part = false;
};
Error failure_of(const Failing& failing) {
    LabStore lab(failing.server);
    lab.put("o", "content");
    lab.start();
    Access access = lab.access();
    access.stall_timeout_s = failing.silence_s;
    access.retry.attempts_max = failing.attempts;
    const auto store = lab.open("s3://data/", access, failing.keys);
    auto client = Client::make(store, 1, 1);
    EXPECT_TRUE(client);
    std::string room(failing.part ? 3 : 7, '\0');
    auto reply = ask(
        **client,
        {.key = failing.key, .part = failing.part, .room = std::as_writable_bytes(std::span(room))},
        {});
    EXPECT_FALSE(reply);
    return reply ? Error{} : std::move(reply).error();
}

void expect_words(const Error& error, std::initializer_list<const char*> words) {
    const std::string text = describe(error);
    for (const char* const word : words) {
        EXPECT_NE(text.find(word), std::string::npos) << text;
    }
    EXPECT_EQ(text.find("labsecret"), std::string::npos) << text;
    EXPECT_EQ(text.find("wrongsecret"), std::string::npos) << text;
}

TEST(Client, SaysThatTheKeyIsUnknownOrTheSecretIsWrong) {
    expect_words(failure_of({.keys = {{"AWS_ACCESS_KEY_ID", "who"},
                                      {"AWS_SECRET_ACCESS_KEY", "wrongsecret"}}}),
                 {"does not know the access key"});
    expect_words(failure_of({.keys = {{"AWS_ACCESS_KEY_ID", "lab"},
                                      {"AWS_SECRET_ACCESS_KEY", "wrongsecret"}}}),
                 {"signature does not fit"});
}

TEST(Client, SaysWhichRegionIsTheRightOne) {
    expect_words(failure_of({.server = {"--region", "eu-west-1"}}),
                 {"eu-west-1", "storage.region"});
}

TEST(Client, SaysByHowMuchTheClockIsWrong) {
    expect_words(failure_of({.server = {"--clock", "7200"}}), {"clock", "behind", "2"});
    expect_words(failure_of({.server = {"--clock", "-7200"}}), {"clock", "ahead", "2"});
}

TEST(Client, SaysWhereARedirectLeads) {
    expect_words(failure_of({.server = {"--redirect", "http://elsewhere/x"}}),
                 {"http://elsewhere"});
}

TEST(Client, SaysThatAnObjectIsNotThere) {
    const Error error = failure_of({.key = "no"});

    expect_words(error, {"s3://data/no", "no such object"});
    EXPECT_EQ(error.code, ErrorCode::NotFound);
}

// It is the server's nature: asking again would fetch the whole object again.
TEST(Client, SaysThatAServerKnowsNoByteRangesAndAsksOnce) {
    const Error error = failure_of({.server = {"--no-ranges"}, .attempts = 5, .part = true});

    expect_words(error, {"s3://data/o", "127.0.0.1:", "knows no byte ranges", "copy"});
    EXPECT_EQ(describe(error).find("tried"), std::string::npos) << describe(error);
}

// What was asked for is all of it, so that no part is missed.
TEST(Client, TakesAPartThatIsTheWholeFromAServerWithoutRanges) {
    LabStore lab({"--no-ranges"});
    lab.put("o", "content");
    lab.start();
    const auto store = lab.open("");
    auto client = Client::make(store, 1, 1);
    ASSERT_TRUE(client);
    std::string room(7, '\0');

    const auto reply = ask(
        **client, {.key = "o", .part = true, .room = std::as_writable_bytes(std::span(room))}, {});

    ASSERT_TRUE(reply) << describe(reply.error());
    EXPECT_EQ(room, "content");
}

TEST(Client, EndsABodyThatDoesNotEnd) {
    expect_words(failure_of({.server = {"--no-data", "endless"}}), {"tried 2 times"});
}

TEST(Client, EndsAnAnswerThatDoesNotCome) {
    expect_words(failure_of({.server = {"--no-data", "hang"}, .silence_s = 1.0, .attempts = 1}),
                 {"did not answer in time"});
}

/// A client of the discard port, where nothing listens, and its store.
struct OfNobody {
    explicit OfNobody(std::uint32_t attempts_max) {
        Access access;
        access.endpoint = "http://127.0.0.1:9";
        access.retry = {
            .attempts_max = attempts_max, .try_again_base_s = 0.001, .wait_max_s = 0.001};
        auto opened = open_store("s3://data/x", access, [](const char* name) {
            const auto keys = LabStore::right_keys();
            const auto found = keys.find(name);
            return found == keys.end() ? std::string() : found->second;
        });
        EXPECT_TRUE(opened);
        store = *opened;
        auto made = Client::make(store, 1, 1);
        EXPECT_TRUE(made);
        client = std::move(*made);
    }
    std::shared_ptr<Store> store;
    std::unique_ptr<Client> client;
};

TEST(Client, SaysThatNobodyAnswersThere) {
    OfNobody nobody(3);
    const auto reply = ask(*nobody.client, {.key = "x"}, {});

    ASSERT_FALSE(reply);
    expect_words(reply.error(),
                 {"no connection to 127.0.0.1:9 (Connection refused); it was tried 3 times"});
    EXPECT_EQ(nobody.store->traffic.counts().of(Answer::Refused), 3U);
}

// Goal: where the retries of all requests are used up, it is said why one was tried so seldom.
TEST(Client, SaysThatItDidNotTryAgainSinceTooManyFailed) {
    OfNobody nobody(Brake::kTokens / Brake::kRetryTokens - 10);
    EXPECT_FALSE(ask(*nobody.client, {.key = "x"}, {}));
    const auto cut = ask(*nobody.client, {.key = "x"}, {});
    const auto once = ask(*nobody.client, {.key = "x"}, {});

    ASSERT_FALSE(cut);
    ASSERT_FALSE(once);
    expect_words(cut.error(), {"; it was tried 12 times, and not again, since too many"});
    expect_words(once.error(), {"; it was tried once, and not again, since too many"});
}

TEST(Client, FailsEveryRequestOfAServerThatDiedAndHangsOnNone) {
    LabStore lab({"--latency", "0.2"});
    lab.put("o", "content");
    lab.start();
    Access access = lab.access();
    access.retry.attempts_max = 3;
    const auto store = lab.open("s3://data/", access, LabStore::right_keys());
    auto client = Client::make(store, 4, 1);
    ASSERT_TRUE(client);
    std::vector<std::string> rooms(4, std::string(7, '\0'));
    for (std::string& room : rooms) {
        (*client)->begin({.key = "o", .room = std::as_writable_bytes(std::span(room))});
    }
    std::vector<Reply> replies(4);
    ASSERT_TRUE((*client)->wait(replies, 0, Nanoseconds::zero()));

    lab.stop();

    const auto came = (*client)->wait(replies, 4, kLiveness);
    ASSERT_TRUE(came);
    EXPECT_EQ(*came, 4U);
    for (const Reply& reply : replies) {
        EXPECT_TRUE(reply.refusal);
    }
}

TEST(Client, ForgetsWhatItIsToldToAndGoesOn) {
    LabStore lab({"--latency", "0.3"});
    lab.put("o", "content");
    lab.start();
    auto client = Client::make(lab.open(""), 1, 1);
    ASSERT_TRUE(client);
    {
        std::string room(7, '\0');
        (*client)->begin({.key = "o", .room = std::as_writable_bytes(std::span(room))});
        Reply none;
        ASSERT_TRUE((*client)->wait({&none, 1}, 0, Nanoseconds::zero()));
        (*client)->abandon();
        EXPECT_EQ((*client)->in_flight(), 0U);
    }
    std::string room(7, '\0');

    const auto reply =
        ask(**client, {.key = "o", .room = std::as_writable_bytes(std::span(room))}, {});

    ASSERT_TRUE(reply) << describe(reply.error());
    EXPECT_EQ(room, "content");
}

}  // namespace
}  // namespace throughline::remote
