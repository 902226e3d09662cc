// SPDX-License-Identifier: Apache-2.0
#include "engine/record/record_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/record/record.h"

namespace throughline::record {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
T round_trip(const T& line) {
    const std::string json = line_to_json(line, 7);
    EXPECT_EQ(json.find('\n'), std::string::npos);
    const auto parsed = parse_line(json);
    EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().what) << json;
    EXPECT_EQ(parsed->seq, 7U);
    return parsed && parsed->line ? std::get<T>(*parsed->line) : T{};
}

std::string refusal(std::string_view json, ErrorCode code = ErrorCode::Format) {
    const auto parsed = parse_line(json);
    if (parsed) {
        return "accepted";
    }
    EXPECT_EQ(parsed.error().code, code) << parsed.error().what;
    return parsed.error().what;
}

TEST(RecordLine, HeaderRoundTrips) {
    Header header;
    header.study = "5b0c";
    header.title = "Gr\u00F6\u00DFe";
    header.origin = Origin::Observed;
    header.started_at = "2026-11-21T10:00:00.000Z";
    header.spec_json = R"({"repeats":2})";
    header.environment = {{"host.cores", std::int64_t{2}}, {"kernel", std::string("6.1")}};
    header.metrics = {{"read_iops", "1/s", "device"}};
    header.plan = {.runs = 3, .seconds = 36.5, .read_bytes = 1e9, .memory_bytes = 1U << 20U};

    const Header read = round_trip(header);

    EXPECT_EQ(read.study, "5b0c");
    EXPECT_EQ(read.title, header.title);
    EXPECT_EQ(read.origin, Origin::Observed);
    EXPECT_EQ(read.started_at, header.started_at);
    EXPECT_EQ(read.spec_json, header.spec_json);
    EXPECT_EQ(read.environment, header.environment);
    ASSERT_EQ(read.metrics.size(), 1U);
    EXPECT_EQ(read.metrics[0].unit, "1/s");
    EXPECT_EQ(read.plan.runs, 3);
    EXPECT_EQ(read.plan.memory_bytes, 1U << 20U);
}

TEST(RecordLine, ASpecThatIsNotAnObjectIsLeftEmpty) {
    Header header;
    header.spec_json = "not json";
    EXPECT_EQ(round_trip(header).spec_json, "{}");
}

TEST(RecordLine, RunStartedKeepsTheTypesOfItsSettings) {
    RunStarted started{.run = 1, .settings = spec::default_settings(), .at = "now"};

    EXPECT_EQ(round_trip(started).settings, started.settings);
}

TEST(RecordLine, SampleRoundTripsAndLeavesOutWhatIsNotANumber) {
    const Sample sample{.run = 2,
                        .repeat = 3,
                        .t_s = 1.1,
                        .dt_s = 0.1,
                        .phase = Phase::Measured,
                        .metrics = {{"images_per_second", 0.1 + 0.2},
                                    {"read_await{device=vda}", kNan},
                                    {"read_iops{device=vda}", kInfinity}}};

    const Sample read = round_trip(sample);

    EXPECT_EQ(read.repeat, 3);
    EXPECT_EQ(read.phase, Phase::Measured);
    EXPECT_EQ(read.t_s, 1.1);
    EXPECT_THAT(read.metrics, ElementsAre(Pair("images_per_second", 0.1 + 0.2)));
}

// Readers that do not know the mark leave these samples out of figures by their phase.
// Samples are written without the JSON library; what stands there must be what it would write.
TEST(RecordLine, SampleIsWrittenAsTheJsonLibraryWrites) {
    Sample sample{.run = 3, .repeat = 2, .t_s = 12.0, .dt_s = 0.1, .metrics = {}};
    int number = 0;
    for (const double value :
         {0.0, 1.0, -1.0, 0.5, 1e-4, 9.99e-5, 1e14, 1e15, 123456789.125, 1e300}) {
        sample.metrics["m" + std::to_string(number++)] = value;
    }
    sample.metrics["busy{stage=de\"co\\de}"] = 99.5;
    const std::string line = line_to_json(sample, 7);
    EXPECT_EQ(nlohmann::ordered_json::parse(line).dump(), line);
}

TEST(RecordLine, UnsettledSampleRoundTripsAndOthersDoNotMentionIt) {
    const Sample unsettled{.run = 1, .t_s = 1.0, .dt_s = 1.0, .unsettled = true};
    EXPECT_TRUE(round_trip(unsettled).unsettled);
    EXPECT_EQ(round_trip(unsettled).phase, Phase::Warmup);
    EXPECT_EQ(line_to_json(Sample{.run = 1, .t_s = 1.0, .dt_s = 1.0}, 1).find("unsettled"),
              std::string::npos);
}

TEST(RecordLine, HistogramNoteVerdictAndFooterRoundTrip) {
    EXPECT_EQ(round_trip(HistogramLine{.run = 1,
                                       .metric = "read_latency",
                                       .scheme = "log2",
                                       .counts = {{3, 4}, {9, UINT64_MAX}}})
                  .counts.back(),
              (std::pair<std::uint32_t, std::uint64_t>{9, UINT64_MAX}));

    const Note note = round_trip(Note{.run = 4,
                                      .code = "decode.corrupt",
                                      .level = Level::Error,
                                      .text = "t",
                                      .item = "bad\xFFname 100%",
                                      .count = 5});
    EXPECT_EQ(note.run, 4);
    EXPECT_EQ(note.item, "bad%FFname 100%25");
    EXPECT_EQ(note.count, 5U);
    EXPECT_EQ(round_trip(Note{.code = "a", .text = "97 % of it"}).text, "97 % of it");
    EXPECT_FALSE(round_trip(Note{.code = "a"}).run.has_value());

    EXPECT_EQ(round_trip(Verdict{.sentence = "s", .grade = Grade::Indicated}).grade,
              Grade::Indicated);
    EXPECT_THAT(
        round_trip(Footer{.runs_done = 2, .lines = 9, .notes_by_code = {{"a", 3}}}).notes_by_code,
        ElementsAre(Pair("a", 3)));
}

TEST(RecordLine, RunEndedWritesPlainNumbersAndIntervals) {
    RunEnded ended{.run = 1, .status = RunStatus::Stopped, .metrics = {}, .absent = {}};
    ended.metrics["plain"] = {.value = 2.5, .low = {}, .high = {}, .n = 1};
    ended.metrics["mean"] = {.value = 2.0, .low = 1.0, .high = 3.0, .n = 3};
    ended.metrics["nothing"] = {.value = kNan, .low = {}, .high = {}, .n = 1};
    ended.absent["fed_share"] = "no ceilings";

    const RunEnded read = round_trip(ended);

    EXPECT_THAT(line_to_json(ended, 1), HasSubstr(R"("plain":2.5)"));
    EXPECT_EQ(read.status, RunStatus::Stopped);
    EXPECT_EQ(read.metrics.size(), 2U);
    EXPECT_EQ(read.metrics.at("mean").high, 3.0);
    EXPECT_EQ(read.metrics.at("mean").n, 3);
    EXPECT_FALSE(read.metrics.at("plain").low.has_value());
    EXPECT_EQ(read.absent.at("fed_share"), "no ceilings");
}

TEST(ParseLine, NamesTheFieldThatIsMissingOrWrong) {
    EXPECT_EQ(refusal("{"), "the line is not a JSON object");
    EXPECT_EQ(refusal("3"), "the line is not a JSON object");
    EXPECT_EQ(refusal(R"({"type":"sample"})"), "line: 'seq' is missing");
    EXPECT_EQ(refusal(R"({"seq":-1,"type":"sample"})"),
              "line: 'seq' is not a whole number in its range");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"sample","run":1,"t_s":1,"phase":"warmup","metrics":{}})"),
              "sample: 'dt_s' is missing");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"sample","run":"1"})"),
              "sample: 'run' is not a whole number in its range");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"sample","run":1,"t_s":1,"dt_s":1,"phase":"lunch",
                          "metrics":{}})"),
              "sample: 'phase' is not a value this version knows: lunch");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"sample","run":1,"t_s":1,"dt_s":1,"phase":"drain",
                          "metrics":{"a":"b"}})"),
              "sample: 'metrics.a' is not a number");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"run_started","run":1,
                          "settings":{"decode.threads":"two"}})"),
              "run_started: 'settings.decode.threads' has the wrong type");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"run_ended","run":1,"status":"done",
                          "metrics":{"a":{"low":1}}})"),
              "run_ended: 'metrics.a' is not a number or {mean, low, high, n}");
    EXPECT_EQ(refusal(R"({"seq":1,"type":"histogram","run":1,"metric":"m","scheme":"s",
                          "counts":[[1]]})"),
              "histogram: 'counts' holds something that is not [bucket, count]");
}

TEST(ParseLine, IgnoresUnknownFieldsAndTypes) {
    const auto unknown = parse_line(R"({"type":"weather","seq":4,"sunny":true})");
    ASSERT_TRUE(unknown);
    EXPECT_EQ(unknown->type, "weather");
    EXPECT_FALSE(unknown->line.has_value());

    const auto more = parse_line(
        R"({"type":"sample","seq":4,"run":1,"t_s":1,"dt_s":1,"phase":"drain","metrics":{},
            "colour":[{}]})");
    ASSERT_TRUE(more);
    EXPECT_TRUE(more->line.has_value());
}

TEST(ParseLine, RefusesAnotherMajorVersionAndNamesBoth) {
    const std::string what =
        refusal(R"({"type":"header","seq":1,"format":"throughline-run","version":[2,1],"novel":1})",
                ErrorCode::Version);
    EXPECT_THAT(what, HasSubstr("2.1"));
    EXPECT_THAT(what, HasSubstr("1.0"));
}

TEST(ParseLine, ReadsANewerMinorVersion) {
    const auto parsed = parse_line(
        R"({"type":"header","seq":1,"format":"throughline-run","version":[1,9],"study":"u",
            "origin":"measured","started_at":"t","new":{}})");
    ASSERT_TRUE(parsed) << parsed.error().what;
    EXPECT_EQ(std::get<Header>(*parsed->line).minor, 9);
}

TEST(ParseLine, RefusesAnotherFormat) {
    EXPECT_THAT(refusal(R"({"type":"header","seq":1,"format":"fio","version":[1,0]})"),
                HasSubstr("throughline-run"));
}

TEST(ParseLine, GivesARealSettingItsTypeWhenWrittenAsAnInteger) {
    const auto parsed = parse_line(
        R"({"type":"run_started","seq":1,"run":1,"settings":{"duration_seconds":10,"gpus":8}})");
    ASSERT_TRUE(parsed) << parsed.error().what;
    const auto& settings = std::get<RunStarted>(*parsed->line).settings;
    EXPECT_DOUBLE_EQ(spec::real_of(settings, "duration_seconds"), 10.0);
    EXPECT_EQ(spec::integer_of(settings, "gpus"), 8);
}

TEST(ParseLine, SurvivesDeepNestingDuplicatesAndHugeNumbers) {
    EXPECT_FALSE(parse_line(std::string(100'000, '[')));
    std::string deep =
        R"({"type":"x","seq":1,"a":)" + std::string(50, '[') + std::string(50, ']') + "}";
    EXPECT_FALSE(parse_line(deep));
    EXPECT_TRUE(parse_line(R"({"type":"a","type":"b","seq":1,"seq":2})"));
    EXPECT_FALSE(parse_line(R"({"type":"a","seq":1e400})"));
    EXPECT_FALSE(parse_line(R"({"type":"a","seq":18446744073709551616})"));
    EXPECT_TRUE(parse_line(R"({"type":"a","seq":1,"text":"[[[[[[[[\"[[[[["})"));
    EXPECT_FALSE(parse_line("{\"type\":\"a\",\"seq\":1,\"text\":\"\xFF\"}"));
}

}  // namespace
}  // namespace throughline::record
