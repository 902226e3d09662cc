// SPDX-License-Identifier: Apache-2.0
// A cluster without processes, messages or waiting: nodes that answer as engines do, in a time that
// the test makes pass.
#include "engine/hosts/conductor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "engine/hosts/messages.h"
#include "engine/record/read_record.h"
#include "engine/record/record_json.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::hosts {
namespace {

using Json = nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Nanoseconds kStep = std::chrono::milliseconds(20);

/// How a node behaves.
struct Nature {
    double rate = 100.0;
    std::string version = "1.0";
    Nanoseconds clock_ahead{};
    std::int64_t images = 1000;
    bool says_no_more_when_begun = false;
    bool dies_when_started = false;  ///< its engine, as where the data are missing
    bool run_fails = false;          ///< in its first repeat, which is its last
    int repeats = 1;
    bool is_stopped = false;     ///< its engine alone, in the first repeat
    std::uint64_t lost = 0;      ///< lines
    bool measures_none = false;  ///< its engine ends well without the run
};

class FakeNode {
public:
    FakeNode(Nature nature, int number) : nature_(std::move(nature)), number_(number) {}

    std::vector<std::string> take(const std::string& message, SteadyTime now) {
        if (silent_) {
            return {};
        }
        const Json json = Json::parse(message);
        const std::string kind = json.at("kind");
        if (kind == kPing) {
            const SteadyTime own = now + nature_.clock_ahead;
            return {Json{
                {"kind", kPong}, {"n", json.at("n")}, {"at_ns", own.time_since_epoch().count()}}
                        .dump()};
        }
        if (kind == kStop) {
            std::vector<std::string> words{Json{{"kind", kStopping}}.dump()};
            if (started_) {
                words.push_back(Json{{"kind", kEnded}, {"code", 3}, {"text", "stopped"}}.dump());
            }
            return words;
        }
        if (kind == kStart) {
            return start(json.at("spec").get<std::string>());
        }
        return kind == kBegin ? begin(json.at("at_ns")) : std::vector<std::string>();
    }
    std::vector<std::string> pass(SteadyTime now) {
        if (silent_) {
            return {};
        }
        if (!greeted_) {
            greeted_ = true;
            return {Json{{"kind", kHello},
                         {"protocol", kProtocol},
                         {"version", nature_.version},
                         {"facts", {{"host.name", "n" + std::to_string(number_)}}}}
                        .dump()};
        }
        if (ends_ && now >= *ends_) {
            ends_.reset();
            return end();
        }
        return {Json{{"kind", kAlive}}.dump()};
    }
    const spec::Settings& settings() const { return settings_; }
    std::optional<SteadyTime> began() const { return began_; }

private:
    static std::string lines(const std::vector<std::string>& all) {
        return Json{{"kind", kLines}, {"lines", all}}.dump();
    }
    std::string line(const record::Line& one) { return record::line_to_json(one, ++seq_); }

    std::vector<std::string> start(const std::string& spec_json) {
        const spec::Settings settings = spec::parse_spec(spec_json)->base;
        if (nature_.dies_when_started) {
            return {Json{{"kind", kEnded}, {"code", 1}, {"text", "there is no '/data'"}}.dump()};
        }
        started_ = true;
        seq_ = 0;
        settings_ = settings;
        record::Header header{
            .study = "s", .started_at = "2026-11-27T00:00:00Z", .spec_json = spec_json};
        header.environment["dataset.1.images"] = nature_.images;
        if (nature_.measures_none) {
            return {lines({line(header), line(record::Footer{})}),
                    Json{{"kind", kEnded}, {"code", 0}}.dump()};
        }
        const record::RunStarted run{.run = 1, .settings = settings};
        return {lines({line(header), line(run), held(repeat_ = 1)})};
    }
    static std::string held(int repeat) {
        return Json{{"type", "progress"},
                    {"phase", "held"},
                    {"run", 1},
                    {"runs", 1},
                    {"repeat", repeat},
                    {"seq", 0}}
            .dump();
    }
    std::vector<std::string> begin(std::int64_t at_ns) {
        const SteadyTime at{Nanoseconds(at_ns)};
        began_ = at - nature_.clock_ahead;
        silent_ = nature_.says_no_more_when_begun;
        ends_ = *began_ + std::chrono::seconds(1);
        const Json begun{{"type", "begun"},
                         {"run", 1},
                         {"repeat", repeat_},
                         {"steady_s", in_seconds(at.time_since_epoch())},
                         {"t_s", 0.5},
                         {"seq", 0}};
        return {lines({begun.dump()})};
    }
    std::vector<std::string> end() {
        seq_ += nature_.lost;
        const record::Sample sample{.run = 1,
                                    .repeat = repeat_,
                                    .t_s = 1.5,
                                    .dt_s = 1.0,
                                    .phase = record::Phase::Measured,
                                    .metrics = {{"images_per_second", nature_.rate}}};
        record::RunEnded ended{.run = 1,
                               .metrics = {{"images_per_second", {.value = nature_.rate}}}};
        std::vector<std::string> said{line(sample)};
        if (!nature_.run_fails && !nature_.is_stopped && repeat_ < nature_.repeats) {
            said.push_back(held(++repeat_));
            return {lines(said)};
        }
        if (nature_.is_stopped) {
            ended.status = record::RunStatus::Stopped;
        }
        if (nature_.run_fails) {
            ended.status = record::RunStatus::Failed;
            said.push_back(line(record::Note{.run = 1, .code = "run.failed", .text = "disk full"}));
        }
        said.push_back(line(ended));
        said.push_back(line(record::Footer{.runs_done = 1}));
        const int code = nature_.is_stopped ? 3 : nature_.run_fails ? 1 : 0;
        return {lines(said), Json{{"kind", kEnded}, {"code", code}}.dump()};
    }

    Nature nature_;
    int number_;
    bool greeted_ = false;
    bool started_ = false;
    bool silent_ = false;
    std::uint64_t seq_ = 0;
    int repeat_ = 1;
    spec::Settings settings_{};
    std::optional<SteadyTime> began_{};
    std::optional<SteadyTime> ends_{};
};

class Cluster : public ::testing::Test {
protected:
    /// Leads a study to its end, or for ten minutes of the cluster's time.
    Ending lead(const std::vector<Nature>& natures,
                std::vector<int> counts,
                DataUse use = DataUse::Share,
                std::optional<double> stop_after_s = {}) {
        for (std::size_t i = 0; i < natures.size(); ++i) {
            nodes_.emplace_back(natures[i], static_cast<int>(i));
        }
        Job job{.spec = spec::default_spec(),
                .nodes = static_cast<int>(natures.size()),
                .counts = std::move(counts),
                .use = use};
        auto record = MergedRecord::open(path_, false);
        EXPECT_TRUE(record);
        const SteadyTime start(std::chrono::hours(1));
        SteadyTime now = start;
        Conductor conductor(
            job,
            **record,
            [&](int node, std::string message) {
                to_nodes_.emplace_back(node, std::move(message));
            },
            [](const std::string&) {},
            now);
        while (!conductor.over() && now - start < std::chrono::minutes(10)) {
            now += kStep;
            if (stop_after_s && now - start > from_seconds(*stop_after_s)) {
                conductor.stop(now);
            }
            deliver(conductor, now);
            conductor.tick(now);
        }
        EXPECT_TRUE(conductor.over());
        took_s_ = in_seconds(now - start);
        EXPECT_TRUE((*record)->close());
        return conductor.ending();
    }
    record::Study written() const {
        auto read = record::read_record(path_);
        EXPECT_TRUE(read) << read.error().what;
        return read ? read->study : record::Study();
    }

    std::deque<FakeNode> nodes_;
    double took_s_ = 0.0;

private:
    void deliver(Conductor& conductor, SteadyTime& now) {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            for (const std::string& message : nodes_[i].pass(now)) {
                conductor.receive(static_cast<int>(i), message, now);
            }
        }
        while (!to_nodes_.empty()) {
            const auto [node, message] = to_nodes_.front();
            to_nodes_.pop_front();
            now += std::chrono::microseconds(10);
            const auto answers = nodes_[static_cast<std::size_t>(node)].take(message, now);
            now += std::chrono::microseconds(10);
            for (const std::string& answer : answers) {
                conductor.receive(node, answer, now);
            }
        }
    }

    std::deque<std::pair<int, std::string>> to_nodes_;
    fixtures::TemporaryFolder folder_;
    std::string path_ = folder_.file("study.tlrun");
};

TEST_F(Cluster, GroupsMeasureOneAfterTheOtherAndBecomeOneRecord) {
    const Ending ending = lead({{}, {.rate = 80.0}, {}, {}}, {1, 2, 4});
    EXPECT_EQ(ending.how, Ending::How::Done);
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 3U);
    EXPECT_DOUBLE_EQ(study.runs[2].metrics.at("images_per_second").value, 380.0);
    EXPECT_DOUBLE_EQ(study.runs[1].metrics.at("images_per_second{node=n1}").value, 80.0);
    EXPECT_EQ(spec::integer_of(nodes_[3].settings(), "dataset.nodes"), 4);
    EXPECT_EQ(spec::integer_of(nodes_[3].settings(), "dataset.node"), 3);
    EXPECT_EQ(study.header.environment.at("nodes"),
              spec::SettingValue(std::string("n0, n1, n2, n3")));
    EXPECT_TRUE(study.verdict);
    EXPECT_TRUE(study.footer);
    const auto& notes = study.runs[1].notes;
    ASSERT_FALSE(notes.empty());
    EXPECT_EQ(notes.back().code, "nodes.straggler");
    EXPECT_EQ(notes.back().item, "n1");
}

TEST_F(Cluster, NodesWhoseClocksDifferBeginTogether) {
    lead({{}, {.clock_ahead = std::chrono::hours(5)}, {.clock_ahead = -std::chrono::seconds(3)}},
         {3});
    ASSERT_TRUE(nodes_[0].began() && nodes_[1].began() && nodes_[2].began());
    EXPECT_LE(std::abs((*nodes_[1].began() - *nodes_[0].began()).count()), 20'000);
    EXPECT_LE(std::abs((*nodes_[2].began() - *nodes_[0].began()).count()), 20'000);
    const record::Study study = written();
    EXPECT_LE(study.runs[0].metrics.at("start_skew").value, 40e-6);
    EXPECT_LE(study.runs[0].metrics.at("clock_uncertainty{node=n1}").value, 20.1e-6);
    EXPECT_NEAR(study.runs[0].metrics.at("last_done_images_per_second").value, 300.0, 0.1);
}

TEST_F(Cluster, ANodeThatFallsSilentIsNamedAndTheRecordKept) {
    const Ending ending = lead({{}, {}, {.says_no_more_when_begun = true}}, {1, 3});
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_TRUE(ending.unreachable);
    EXPECT_THAT(ending.culprits, ElementsAre(HasSubstr("n2: has said nothing for 10")));
    EXPECT_LT(took_s_, 30.0);
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 2U);
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Done);
    EXPECT_EQ(study.runs[1].status, record::RunStatus::Failed);
    EXPECT_EQ(study.runs[1].notes.front().code, "nodes.failed");
    EXPECT_EQ(study.runs[1].notes.front().item, "n2");
    EXPECT_TRUE(study.footer);
}

TEST_F(Cluster, AnotherVersionIsRefusedByName) {
    const Ending ending = lead({{}, {.version = "2.0"}}, {2});
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_THAT(ending.culprits,
                ElementsAre("n1: its engine is version 2.0, that of n0 version 1.0"));
    EXPECT_FALSE(nodes_[0].began());
}

TEST_F(Cluster, MissingDataOfOneNodeEndTheStudyWithARecordThatSaysSo) {
    const Ending ending = lead({{}, {.dies_when_started = true}}, {2});
    EXPECT_THAT(ending.culprits, ElementsAre("n1: there is no '/data'"));
    const record::Study study = written();
    ASSERT_FALSE(study.notes.empty());
    EXPECT_EQ(study.notes.back().item, "n1");
}

TEST_F(Cluster, NodesThatReadTheSameMustHaveTheSame) {
    const Ending ending = lead({{}, {.images = 999}}, {2}, DataUse::Same);
    EXPECT_THAT(ending.culprits,
                ElementsAre("n1: its data set has 999 images, that of n0 has 1000"));
}

TEST_F(Cluster, ARunThatFailsOnOneNodeIsNoResult) {
    const Ending ending = lead({{}, {.run_fails = true}}, {2, 1});
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_THAT(ending.culprits, ElementsAre("n1: run 1 failed: disk full"));
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 2U);
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Failed);
    EXPECT_EQ(study.runs[1].status, record::RunStatus::Done);
}

TEST_F(Cluster, TheFirstNodeGoesOnAloneWhereTheLastRunOfAllOthersFailed) {
    const Ending ending = lead({{.repeats = 2}, {.run_fails = true, .repeats = 2}}, {2});
    EXPECT_THAT(ending.culprits, ElementsAre("n1: run 1 failed: disk full"));
    EXPECT_LT(took_s_, 10.0);
    EXPECT_EQ(written().runs.front().status, record::RunStatus::Failed);
}

TEST_F(Cluster, RepeatsAreMeasuredInStep) {
    EXPECT_EQ(lead({{.repeats = 3}, {.repeats = 3}}, {2}).how, Ending::How::Done);
    EXPECT_EQ(written().runs.front().metrics.at("images_per_second").n, 3);
}

TEST_F(Cluster, AnEngineThatIsStoppedAloneFailsTheStudyByName) {
    const Ending ending = lead({{.repeats = 2}, {.repeats = 2}, {.is_stopped = true}}, {3});
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_THAT(ending.culprits, ElementsAre("n2: was stopped"));
    EXPECT_LT(took_s_, 10.0);
}

TEST_F(Cluster, ANodeThatNeverBeganARunIsNamed) {
    const Ending ending = lead({{}, {.measures_none = true}}, {2});
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_THAT(ending.culprits, ElementsAre("n1: run 1 was not measured"));
}

TEST_F(Cluster, LinesThatWereLostAreSaidOfTheirNode) {
    EXPECT_EQ(lead({{}, {.lost = 7}}, {2}).how, Ending::How::Done);
    const auto notes = written().runs.front().notes;
    const auto note = std::ranges::find(notes, "nodes.missed", &record::Note::code);
    ASSERT_NE(note, notes.end());
    EXPECT_EQ(note->item, "n1");
    EXPECT_THAT(note->text, HasSubstr("7 lines"));
}

// Measured again it measures all of the data, not the share of the first node.
TEST_F(Cluster, TheRecordHasTheSpecOfTheWhole) {
    lead({{}, {}}, {2});
    const auto spec = spec::parse_spec(written().header.spec_json);
    ASSERT_TRUE(spec);
    EXPECT_EQ(spec::integer_of(spec->base, "dataset.nodes"), 1);
    EXPECT_EQ(spec->base, spec::default_spec().base);
}

TEST_F(Cluster, AStopKeepsWhatWasMeasuredAndBlamesNobodyWhoAnswers) {
    const Ending ending = lead({{}, {}}, {1, 2}, DataUse::Share, 1.8);
    EXPECT_EQ(ending.how, Ending::How::Stopped);
    EXPECT_TRUE(ending.culprits.empty());
    EXPECT_EQ(written().runs.front().status, record::RunStatus::Done);
}

// mpirun ends all ranks when one has died: the one that does not say that it stops is the reason.
TEST_F(Cluster, OfAStopTheOneWhoSaysNothingIsTheReason) {
    const Ending ending = lead({{}, {.says_no_more_when_begun = true}}, {2}, DataUse::Share, 0.5);
    EXPECT_EQ(ending.how, Ending::How::Failed);
    EXPECT_THAT(ending.culprits, ElementsAre("n1: has ended or been cut off"));
    EXPECT_LT(took_s_, 1.2);
    EXPECT_EQ(written().runs.front().status, record::RunStatus::Failed);
    EXPECT_EQ(written().notes.back().text,
              "the study ended early because of node n1: it has ended or been cut off");
}

}  // namespace
}  // namespace throughline::hosts
