// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace throughline::spec {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

StudySpec spec_with(std::initializer_list<const char*> sets,
                    std::initializer_list<const char*> sweeps = {}) {
    StudySpec spec = default_spec();
    spec.base["dataset.path"] = std::string("/data");
    for (const auto* set : sets) {
        const auto applied = apply_set(spec, set);
        EXPECT_TRUE(applied) << (applied ? "" : applied.error().what);
    }
    for (const auto* sweep : sweeps) {
        const auto applied = apply_sweep(spec, sweep);
        EXPECT_TRUE(applied) << (applied ? "" : applied.error().what);
    }
    return spec;
}

/// One text for each run: the values of `keys`, joined with '/'.
std::vector<std::string> points(const StudySpec& spec, std::vector<std::string> keys) {
    std::vector<std::string> texts;
    for (const auto& run : expand(spec)) {
        std::string text;
        for (const auto& key : keys) {
            text += (text.empty() ? "" : "/") + setting_text(run.at(key));
        }
        texts.push_back(std::move(text));
    }
    return texts;
}

TEST(ParseSpec, ReadsNestedKeysAndKeepsDefaultsOfTheOthers) {
    const auto spec = parse_spec(R"({
        "title": "Two disks", "ceilings": true,
        "dataset": {"path": "/data"}, "decode": {"threads": 3}, "warmup_seconds": 1,
        "sweep": [{"key": "storage.queue_depth", "values": [1, 8]}]})");

    ASSERT_TRUE(spec) << spec.error().what;
    EXPECT_EQ(spec->title, "Two disks");
    EXPECT_TRUE(spec->ceilings);
    EXPECT_EQ(integer_of(spec->base, "decode.threads"), 3);
    EXPECT_DOUBLE_EQ(real_of(spec->base, "warmup_seconds"), 1.0);
    EXPECT_EQ(text_of(spec->base, "page_cache"), "cold");
    ASSERT_EQ(spec->sweep.size(), 1U);
    EXPECT_THAT(spec->sweep[0].values,
                ElementsAre(SettingValue(std::int64_t{1}), SettingValue(std::int64_t{8})));
}

TEST(ParseSpec, NamesTheOffendingKey) {
    const auto refusal = [](const char* text) {
        const auto spec = parse_spec(text);
        EXPECT_FALSE(spec) << text;
        return spec ? ""
                    : std::string(error_code_name(spec.error().code)) + ": " + spec.error().what;
    };
    EXPECT_EQ(refusal(R"({"decode": {"thread": 3}})"),
              "usage: unknown key 'decode.thread'; did you mean decode.threads?");
    EXPECT_EQ(refusal(R"({"decode": {"threads": "many"}})"),
              "usage: decode.threads=many: must be a whole number from 1 to 1024");
    EXPECT_EQ(refusal(R"({"decode": {"threads": [1]}})"),
              "usage: decode.threads: must be a whole number from 1 to 1024");
    EXPECT_THAT(refusal(R"({"colour": {}, "x": {"y": {"z": 1}}})"), HasSubstr("unknown key"));
    EXPECT_THAT(refusal(R"({"sweep": {"decode.threads": [1]}})"), HasSubstr("sweep: must be"));
    EXPECT_THAT(refusal(R"({"sweep": [{"key": "decode.threads", "values": ["a"]}]})"),
                HasSubstr("sweep: decode.threads=a"));
    EXPECT_EQ(refusal("{"), "format: the spec is not JSON");
    EXPECT_EQ(refusal("[]"), "format: the spec is not a JSON object");
}

TEST(ParseSpec, SurvivesDeepNestingAndDuplicateKeys) {
    const std::string deep(1'000'000, '[');
    EXPECT_EQ(parse_spec(deep).error().code, ErrorCode::Format);
    EXPECT_TRUE(parse_spec(R"({"repeats": 1, "repeats": 2})"));
    EXPECT_FALSE(parse_spec(R"({"repeats": 1e999})"));
}

TEST(SpecJson, RoundTripsEverything) {
    StudySpec spec = spec_with({"title=A \"title\"",
                                "ceilings=true",
                                "decode.threads=3",
                                "storage.direct=false",
                                "warmup_seconds=0.25"},
                               {"dataset.path=/a,/b\\,c", "storage.queue_depth=1,2"});

    const auto read = parse_spec(spec_to_json(spec));

    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(read->title, spec.title);
    EXPECT_EQ(read->base, spec.base);
    EXPECT_EQ(read->ceilings, spec.ceilings);
    ASSERT_EQ(read->sweep.size(), 2U);
    EXPECT_EQ(read->sweep[0].key, "dataset.path");
    EXPECT_EQ(read->sweep[0].values, spec.sweep[0].values);
    EXPECT_EQ(read->sweep[1].values, spec.sweep[1].values);
}

TEST(SpecJson, EscapesAPathThatIsNotUtf8) {
    StudySpec spec = default_spec();
    spec.base["dataset.path"] = std::string("/d\xFF");

    const auto read = parse_spec(spec_to_json(spec));

    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(text_of(read->base, "dataset.path"), "/d%FF");
}

TEST(ApplySet, RefusesWhatIsNoAssignment) {
    StudySpec spec = default_spec();
    EXPECT_EQ(apply_set(spec, "decode.threads").error().code, ErrorCode::Usage);
    EXPECT_EQ(apply_set(spec, "=4").error().code, ErrorCode::Usage);
    EXPECT_EQ(apply_set(spec, "ceilings=perhaps").error().what,
              "ceilings=perhaps: must be true or false");
    EXPECT_TRUE(apply_set(spec, "dataset.path=/a=b"));
    EXPECT_EQ(text_of(spec.base, "dataset.path"), "/a=b");
}

TEST(ApplySweep, KeepsAnEscapedCommaInItsValue) {
    const StudySpec spec = spec_with({}, {"dataset.path=/a\\,b,/c\\\\,/d\\e"});

    EXPECT_THAT(spec.sweep[0].values,
                ElementsAre(SettingValue(std::string("/a,b")),
                            SettingValue(std::string("/c\\")),
                            SettingValue(std::string("/d\\e"))));
}

TEST(ApplySweep, RefusesAKeyOrAValueTwiceAndMoreThanThreeAxes) {
    StudySpec spec = spec_with({}, {"decode.threads=1,2"});
    EXPECT_EQ(apply_sweep(spec, "decode.threads=3").error().what, "decode.threads is swept twice");
    EXPECT_FALSE(apply_sweep(spec, "repeat_order=points,rounds"));
    EXPECT_THAT(apply_sweep(spec, "batch.slots=2,2").error().what, HasSubstr("given twice"));
    EXPECT_THAT(apply_sweep(spec, "batch.slots=2,,3").error().what, HasSubstr("batch.slots="));
    EXPECT_TRUE(apply_sweep(spec, "batch.slots=2,3"));
    EXPECT_TRUE(apply_sweep(spec, "batch.images=8,16"));
    EXPECT_THAT(apply_sweep(spec, "repeats=1,2").error().what, HasSubstr("at most 3"));
    EXPECT_EQ(spec.sweep.size(), 3U);
}

TEST(ApplySweep, RefusesMoreThanTenThousandPoints) {
    std::string hundred_and_one;
    for (int i = 1; i <= 101; ++i) {
        hundred_and_one += (i == 1 ? "" : ",") + std::to_string(i);
    }
    StudySpec spec = spec_with({}, {("decode.threads=" + hundred_and_one).c_str()});
    EXPECT_THAT(apply_sweep(spec, "storage.queue_depth=" + hundred_and_one).error().what,
                HasSubstr("at most 10000 points"));
}

TEST(Expand, FirstAxisVariesSlowest) {
    const StudySpec spec =
        spec_with({}, {"decode.threads=1,2", "storage.queue_depth=8,1", "batch.slots=2,3"});

    EXPECT_THAT(
        points(spec, {"decode.threads", "storage.queue_depth", "batch.slots"}),
        ElementsAre("1/8/2", "1/8/3", "1/1/2", "1/1/3", "2/8/2", "2/8/3", "2/1/2", "2/1/3"));
}

TEST(Expand, WithoutASweepIsOnePoint) {
    EXPECT_EQ(expand(spec_with({})).size(), 1U);
}

TEST(Expand, MeasuresEachDistinctCeilingOnceBeforeItsFirstFullRun) {
    const StudySpec spec = spec_with({"ceilings=true"}, {"decode.threads=1,2"});

    EXPECT_THAT(points(spec, {"stages", "decode.threads"}),
                ElementsAre("storage/1", "decode/1", "full/1", "decode/2", "full/2"));
}

TEST(Expand, StorageSettingsNeedNewStorageCeilingsOnly) {
    const StudySpec spec =
        spec_with({"ceilings=true"}, {"storage.queue_depth=1,8", "decode.threads=1,2"});

    EXPECT_THAT(points(spec, {"stages", "storage.queue_depth", "decode.threads"}),
                ElementsAre("storage/1/1",
                            "decode/1/1",
                            "full/1/1",
                            "decode/1/2",
                            "full/1/2",
                            "storage/8/1",
                            "full/8/1",
                            "full/8/2"));
}

TEST(Expand, APacedConsumerHasACeilingToo) {
    const StudySpec spec = spec_with(
        {"ceilings=true", "consumer.kind=paced", "consumer.batch_seconds=0.1", "stages=full"});

    EXPECT_THAT(points(spec, {"stages"}), ElementsAre("storage", "decode", "consumer", "full"));
}

TEST(Expand, SweptStagesAreNotMeasuredTwice) {
    const StudySpec spec = spec_with({"ceilings=true"}, {"stages=storage,full"});

    EXPECT_THAT(points(spec, {"stages"}), ElementsAre("storage", "decode", "full"));
}

TEST(SettingMatters, AsStagesNeedThem) {
    EXPECT_FALSE(setting_matters("decode.threads", Stages::Storage));
    EXPECT_TRUE(setting_matters("decode.threads", Stages::Decode));
    EXPECT_TRUE(setting_matters("decode.threads", Stages::Full));
    EXPECT_TRUE(setting_matters("page_cache", Stages::Storage));
    EXPECT_FALSE(setting_matters("page_cache", Stages::Decode));
    EXPECT_TRUE(setting_matters("dataset.path", Stages::Storage));
    EXPECT_FALSE(setting_matters("dataset.path", Stages::Consumer));
    EXPECT_FALSE(setting_matters("storage.queue_depth", Stages::Decode));
    EXPECT_TRUE(setting_matters("batch.images", Stages::Consumer));
    EXPECT_TRUE(setting_matters("duration_seconds", Stages::Decode));
}

TEST(Choices, WordsStandInTheOrderOfTheirTypes) {
    Settings settings = default_settings();
    for (const Stages stages : {Stages::Full, Stages::Storage, Stages::Decode, Stages::Consumer}) {
        settings["stages"] = std::string(name_of(stages));
        EXPECT_EQ(stages_of(settings), stages);
        EXPECT_EQ(choice_of<Stages>(settings, "stages"), stages);
        EXPECT_EQ(is_full(settings), stages == Stages::Full);
    }
    settings["consumer.kind"] = std::string("gpu");
    EXPECT_EQ(consumer_kind_of(settings), ConsumerKind::Gpu);
}

// A word of another version is not taken for the whole pipeline; saying nothing is.
TEST(Choices, UnknownWordIsNone) {
    EXPECT_EQ(stages_of({{"stages", std::string("augment")}}), std::nullopt);
    EXPECT_FALSE(is_full({{"stages", std::string("augment")}}));
    EXPECT_EQ(stages_of({}), std::nullopt);
    EXPECT_TRUE(is_full({}));
    EXPECT_EQ(consumer_kind_of({{"consumer.kind", std::int64_t{1}}}), std::nullopt);
}

TEST(Validate, SaysWhatDoesNotFitTogether) {
    const auto refusal = [](const StudySpec& spec) {
        const auto valid = validate(spec);
        return valid ? std::string("valid") : valid.error().what;
    };
    EXPECT_EQ(refusal(spec_with({})), "valid");
    EXPECT_THAT(refusal(default_spec()), HasSubstr("dataset.path is not set"));
    EXPECT_THAT(refusal(spec_with({"consumer.kind=paced"})), HasSubstr("batch_seconds > 0"));
    EXPECT_THAT(refusal(spec_with({"consumer.preset=mlperf-storage-003"})),
                HasSubstr("consumer.preset needs consumer.kind=paced"));
    EXPECT_THAT(refusal(spec_with({"consumer.accelerators=2"})),
                HasSubstr("needs consumer.kind=paced"));
    EXPECT_THAT(refusal(spec_with({"consumer.kind=paced",
                                   "consumer.batch_seconds=0.1",
                                   "consumer.accelerators=4",
                                   "batch.slots=4"})),
                HasSubstr("batch.slots must be more than consumer.accelerators (4)"));
    EXPECT_THAT(refusal(spec_with({}, {"consumer.kind=null,paced"})),
                HasSubstr("batch_seconds > 0"));
    EXPECT_THAT(refusal(spec_with({"stages=consumer"})), HasSubstr("consumer.kind=paced"));

    StudySpec damaged = spec_with({});
    damaged.base["decode.threads"] = std::int64_t{0};
    EXPECT_THAT(refusal(damaged), HasSubstr("decode.threads=0"));
    damaged.base.erase("decode.threads");
    EXPECT_THAT(refusal(damaged), HasSubstr("decode.threads is missing"));
}

TEST(Validate, AConsumerAloneNeedsADataSetAndATimeToEnd) {
    const auto refusal = [](const StudySpec& spec) {
        const auto valid = validate(spec);
        return valid ? std::string("valid") : valid.error().what;
    };
    const StudySpec full =
        spec_with({"consumer.kind=paced", "consumer.batch_seconds=0.1", "duration_seconds=0"});
    StudySpec alone = full;
    ASSERT_TRUE(apply_set(alone, "stages=consumer"));
    StudySpec with_ceilings = full;
    ASSERT_TRUE(apply_set(with_ceilings, "ceilings=true"));

    EXPECT_EQ(refusal(full), "valid");
    EXPECT_THAT(refusal(alone),
                AllOf(HasSubstr("stages=consumer needs duration_seconds > 0"),
                      HasSubstr("an epoch has no end")));
    EXPECT_THAT(refusal(with_ceilings),
                AllOf(HasSubstr("ceilings=true"), HasSubstr("an epoch has no end")));
    ASSERT_TRUE(apply_sweep(with_ceilings, "duration_seconds=1,0"));
    EXPECT_THAT(refusal(with_ceilings), HasSubstr("an epoch has no end"));

    ASSERT_TRUE(apply_set(alone, "duration_seconds=1"));
    EXPECT_EQ(refusal(alone), "valid");
    alone.base["dataset.path"] = std::string();
    EXPECT_THAT(refusal(alone), HasSubstr("dataset.path is not set"));
}

TEST(SpecToCommand, QuotesForTheShellAndLeavesDefaultsOut) {
    const StudySpec spec =
        spec_with({"title=It's here", "decode.threads=2", "dataset.path=/my data", "ceilings=true"},
                  {"storage.queue_depth=1,8"});

    EXPECT_EQ(spec_to_command(spec),
              "throughline-engine run --set 'title=It'\\''s here' "
              "--set 'dataset.path=/my data' --set decode.threads=2 --set ceilings=true "
              "--sweep storage.queue_depth=1,8");
}

TEST(SpecToCommand, EscapesCommasInSweptValues) {
    const StudySpec spec = spec_with({"decode.threads=2"}, {"dataset.path=/a\\,b,/c"});

    EXPECT_EQ(spec_to_command(spec),
              "throughline-engine run --set decode.threads=2 "
              "--sweep 'dataset.path=/a\\,b,/c'");
}

std::string title_with(std::initializer_list<const char*> sets,
                       std::initializer_list<const char*> sweeps = {}) {
    StudySpec spec = spec_with(sets, sweeps);
    spec.base["dataset.path"] = std::string("/data/photos/");
    const auto consumer = [](const Settings& point) {
        return text_of(point, "consumer.kind") == "null"
                   ? std::string()
                   : "A100 " + text_of(point, "consumer.preset");
    };
    return default_title(spec, consumer, [](const std::string& wish) { return wish; });
}

TEST(DefaultTitle, SaysWhatTellsOneStudyFromAnother) {
    EXPECT_EQ(title_with({"decode.threads=2"}), "photos, 2 threads");
    EXPECT_EQ(title_with({"decode.threads=1"}), "photos, 1 thread");
    // Where a store answers, and how nodes divide the data, is no subject of a study.
    EXPECT_EQ(title_with({"decode.threads=2", "storage.endpoint=http://store:9000"}),
              "photos, 2 threads");
    EXPECT_EQ(title_with({"decode.threads=2", "dataset.nodes=3"}), "photos, 2 threads");
    EXPECT_EQ(title_with({}, {"decode.threads=1,2,4"}), "photos, 1\u20134 threads");
    EXPECT_EQ(title_with({"consumer.kind=paced", "consumer.preset=x"}), "photos, A100 x");
    EXPECT_EQ(title_with({"consumer.kind=paced"}, {"consumer.preset=x,y"}),
              "photos, A100 x, A100 y");
    EXPECT_EQ(title_with({"storage.reader=pread", "storage.direct=false"}),
              "photos, no O_DIRECT, blocking reads (pread)");
    EXPECT_EQ(title_with({"stages=storage"}, {"storage.block_bytes=4096,65536"}),
              "photos, block size 4 KiB\u201364 KiB, storage alone");
    EXPECT_EQ(title_with({"decode.pca_noise=0.1"}), "photos, PCA noise 0.1");
    EXPECT_EQ(title_with({}, {"dataset.path=/mnt/a/photos,/mnt/b/pictures"}).substr(0, 16),
              "photos, pictures");
    EXPECT_EQ(title_with({"duration_seconds=99", "repeats=4", "decode.threads=2"}),
              "photos, 2 threads")
        << "how long it was measured is not what was measured";
}

TEST(DefaultTitle, NamesTheVolumeThatIsEmulated) {
    const auto title = [](std::initializer_list<const char*> sets,
                          std::initializer_list<const char*> sweeps = {}) {
        return default_title(
            spec_with(sets, sweeps),
            [](const Settings&) { return ""; },
            [](const std::string& wish) { return "EBS " + wish.substr(wish.find('-') + 1); });
    };
    EXPECT_THAT(title({"storage.volume=aws-gp2:100GiB",
                       "storage.queue_depth=8",
                       "stages=storage",
                       "storage.threads=2"}),
                HasSubstr("data, EBS gp2:100GiB, "));
    EXPECT_THAT(title({}, {"storage.volume=study-gp2,study-st1"}),
                HasSubstr("emulated volume EBS gp2, EBS st1"));
}

TEST(ValidateSpec, AnEmulatedVolumeNeedsReadsThatCanBeDelayed) {
    EXPECT_TRUE(validate(spec_with({"storage.volume=aws-gp2:100GiB"})));
    EXPECT_TRUE(validate(spec_with({"storage.volume=study-st1", "storage.reader=pread"})));
    EXPECT_TRUE(
        validate(spec_with({"storage.volume_credits=empty"}, {"storage.volume=,aws-gp2:100GiB"})))
        << "one of the points reads it";
    const auto refusal = [](std::initializer_list<const char*> sets) {
        const auto refused = validate(spec_with(sets));
        EXPECT_FALSE(refused);
        return refused ? std::string() : refused.error().what;
    };
    EXPECT_THAT(
        refusal({"storage.volume=study-st1", "storage.reader=mmap", "storage.direct=false"}),
        HasSubstr("storage.reader=mmap"));
    EXPECT_THAT(refusal({"storage.volume=study-st1", "storage.direct=false"}),
                HasSubstr("needs storage.direct=true"));
    EXPECT_THAT(refusal({"storage.volume_credits=empty"}),
                HasSubstr("storage.volume_credits=empty needs storage.volume: without it it has"));
    EXPECT_THAT(refusal({"storage.volume_instance=p3.2xlarge"}), HasSubstr("needs storage.volume"));
}

TEST(ValidateSpec, AnEmulatedStoreNeedsReadsOfThisMachineThatCanBeAnswered) {
    EXPECT_TRUE(validate(spec_with({"storage.store=aws-s3", "storage.retry_attempts=3"})));
    const auto refusal = [](std::initializer_list<const char*> sets) {
        const auto refused = validate(spec_with(sets));
        EXPECT_FALSE(refused);
        return refused ? std::string() : refused.error().what;
    };
    EXPECT_THAT(refusal({"storage.store=aws-s3", "storage.volume=study-st1"}),
                HasSubstr("cannot be combined with storage.volume"));
    EXPECT_THAT(refusal({"storage.store=aws-s3", "storage.direct=false"}),
                HasSubstr("needs storage.direct=true"));
    EXPECT_THAT(refusal({"storage.store=aws-s3", "dataset.path=s3://b/p"}),
                HasSubstr("emulated over files of this machine"));
    EXPECT_THAT(refusal({"storage.retry_attempts=3"}), HasSubstr("or storage.store: without it"));
}

// Goal: several systems of several settings each in one study. Method: a path with a volume of its
// own, through the command line and JSON.
TEST(LinkedSweep, ChangesKeysTogether) {
    StudySpec spec = default_spec();
    const std::string text =
        "dataset.path=/a,/a,/b with storage.volume=aws-gp2:100GiB,study-st1, with "
        "decode.threads=1,2,3";
    ASSERT_TRUE(apply_sweep(spec, text)) << apply_sweep(spec, text).error().what;
    const auto points = expand(spec);
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(text_of(points[0], "storage.volume"), "aws-gp2:100GiB");
    EXPECT_EQ(text_of(points[1], "dataset.path"), "/a");
    EXPECT_EQ(text_of(points[2], "dataset.path"), "/b");
    EXPECT_EQ(text_of(points[2], "storage.volume"), "");
    EXPECT_EQ(integer_of(points[2], "decode.threads"), 3);
    EXPECT_TRUE(validate(spec));
    EXPECT_THAT(spec_to_command(spec), HasSubstr("--sweep '" + text + "'"));
    const auto read = parse_spec(spec_to_json(spec));
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(expand(*read), points);
}

TEST(LinkedSweep, RefusesWhatDoesNotBelongTogether) {
    StudySpec spec = default_spec();
    EXPECT_THAT(apply_sweep(spec, "decode.threads=1,2 with storage.threads=1").error().what,
                HasSubstr("storage.threads has 1 values instead of 2"));
    EXPECT_THAT(apply_sweep(spec, "decode.threads=1,1 with storage.threads=2,2").error().what,
                HasSubstr("given twice"));
    EXPECT_THAT(apply_sweep(spec, "decode.threads=1,2 with decode.threads=1,2").error().what,
                HasSubstr("swept twice"));
    ASSERT_TRUE(apply_sweep(spec, "dataset.path=/with x=1,/b"));
    EXPECT_EQ(setting_text(spec.sweep[0].values[0]), "/with x=1") << "x is no setting";
}

// Goal: what the defaults of another computer fill in is not written down by this one.
TEST(SpecJson, LeavesOutWhatTheReadersDefaultsFillIn) {
    StudySpec spec = default_spec();
    spec.base["decode.threads"] = std::int64_t{3};
    const std::string whole = spec_to_json(spec);
    EXPECT_TRUE(states_setting(whole, "decode.threads"));
    const std::array<std::string_view, 1> threads{"decode.threads"};
    const std::string without = spec_to_json(spec, threads);
    EXPECT_FALSE(states_setting(without, "decode.threads"));
    EXPECT_TRUE(states_setting(without, "decode.width_px"));
    const auto read = parse_spec(without);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->base, default_spec().base);

    EXPECT_TRUE(states_setting(R"({"decode.threads": 2})", "decode.threads"));
    EXPECT_TRUE(states_setting(R"({"page_cache": "cold"})", "page_cache"));
    EXPECT_FALSE(states_setting(R"({"decode": 2})", "decode.threads"));
    EXPECT_FALSE(states_setting("[]", "decode.threads"));
    EXPECT_FALSE(states_setting("{", "decode.threads"));
}

}  // namespace
}  // namespace throughline::spec
