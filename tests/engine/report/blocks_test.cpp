// SPDX-License-Identifier: Apache-2.0
// What blocks say of studies.
#include "engine/report/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/panels/panels.h"
#include "engine/record/condition_words.h"
#include "engine/report/compose.h"
#include "engine/report/html.h"
#include "engine/report/printed_text.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Every text of a report, in its order.
std::vector<std::string> texts_of(const Content& content) {
    std::vector<std::string> texts;
    for (const PrintedPiece& piece : printed_text(content, {}).pieces) {
        texts.push_back(piece.text);
    }
    return texts;
}

Content content_of(BlockKind kind, const std::vector<record::Study>& studies) {
    Definition definition = definition_of("blank", studies);
    definition.blocks = {{.kind = kind}};
    const std::vector<ChartData> charts{chart_of(studies)};
    auto content = compose(definition, studies, charts);
    EXPECT_TRUE(content) << content.error().what;
    return content ? *std::move(content) : Content();
}

TEST(Method, TellsAWarningOfSeveralRunsOnceAndNamesSettingsByTheirTitles) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    for (record::RunData& run : studies.front().runs) {
        run.notes.push_back({.run = run.started.run,
                             .code = "batch.few",
                             .level = record::Level::Warning,
                             .text = "only " + std::to_string(run.started.run) +
                                     " batches were finished in the measured time; measure "
                                     "longer, or lower batch.images"});
    }

    const std::vector<std::string> texts = texts_of(content_of(BlockKind::Method, studies));

    EXPECT_THAT(texts,
                Contains("Runs 1\u20135: only 1 \u2013 5 batches were finished in the measured "
                         "time; measure longer, or lower \u201CBatch size\u201D"));
    EXPECT_EQ(std::ranges::count_if(
                  texts, [](const std::string& text) { return text.find("batches") != text.npos; }),
              1);
}

// Goal: a study without a verdict has none in other words. Method: a pipeline that is faster than
// decoding alone, which cannot be; and one as it should be.
TEST(Verdict, OfAStudyWithoutOneTheStorageIsNotJudgedEither) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    analysis::derive(studies.front());
    const auto is_judged = [&studies] {
        const std::vector<std::string> texts = texts_of(content_of(BlockKind::Verdict, studies));
        return std::ranges::any_of(
            texts, [](const std::string& text) { return text.find("The storage") == 0; });
    };
    EXPECT_TRUE(is_judged());

    studies = {study_of("u1", "photos", 1.0)};
    for (record::RunData& run : studies.front().runs) {
        if (run.started.settings["stages"] == spec::SettingValue(std::string("decode"))) {
            run.metrics["images_per_second"] = {.value = 700.0};
        }
    }
    analysis::derive(studies.front());
    EXPECT_THAT(texts_of(content_of(BlockKind::Verdict, studies)), Contains("No verdict."));
    EXPECT_FALSE(is_judged());
}

TEST(Method, PutsTheSettingsOfStudiesBesideEachOther) {
    const std::vector<record::Study> studies{study_of("u1", "old box", 1.0),
                                             study_of("u2", "new box", 1.5)};
    const Content content = content_of(BlockKind::Method, studies);

    const auto tables = std::ranges::count_if(
        content.items, [](const Item& item) { return std::holds_alternative<Table>(item); });
    EXPECT_EQ(tables, 1);
    const auto at = std::ranges::find_if(
        content.items, [](const Item& item) { return std::holds_alternative<Table>(item); });
    ASSERT_NE(at, content.items.end());
    EXPECT_EQ(std::get<Table>(*at).heading,
              (std::vector<std::string>{"Setting", "old box", "new box"}));
}

// Goal: a sentence is of one study. Method: two of one title, as a nightly job makes them.
TEST(Runs, HaveAColumnOfStagesOnlyWhereARunSaysThem) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    EXPECT_THAT(texts_of(content_of(BlockKind::Runs, studies)), Contains("Stages"));
    for (record::RunData& run : studies.front().runs) {
        run.started.settings.erase("stages");
    }

    EXPECT_THAT(texts_of(content_of(BlockKind::Runs, studies)), Not(Contains("Stages")));
}

TEST(ImportedFacts, AreInPeoplesWords) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    studies.front().header.environment["import.at"] = std::string("2026-11-27T01:53:01.460Z");
    for (record::RunData& run : studies.front().runs) {
        run.started.settings["direct_io"] = std::int64_t{1};
    }

    EXPECT_THAT(texts_of(content_of(BlockKind::Environment, studies)),
                Contains("27 November 2026, 01:53 UTC"));
    EXPECT_EQ(record::condition_text("direct_io", std::int64_t{1}), "yes");
    EXPECT_EQ(record::condition_text("direct_io", 0.0), "no");
}

TEST(Html, KeepsAFewWordsInOneLine) {
    Content content{.title = "T", .question = ""};
    content.items.emplace_back(Table{
        .caption = "c",
        .heading = {"a", "b", "c"},
        .rows = {
            {{.text = "storage alone"}, {.text = "1"}, {.text = "more words than a few are"}}}});
    const std::string html = html_of(content, {}, {});

    EXPECT_THAT(html,
                HasSubstr("<td class=\"short\">storage alone</td><td>1</td>"
                          "<td>more words than a few are</td>"));
}

TEST(StudiesOfOneTitle, AreToldApartInEveryText) {
    std::vector<record::Study> studies{study_of("u1", "nightly", 1.0),
                                       study_of("u2", "nightly", 1.5)};
    studies[1].header.started_at = "2026-11-26T10:00:00Z";

    const std::vector<std::string> texts = texts_of(content_of(BlockKind::Verdict, studies));

    EXPECT_THAT(texts, Contains(HasSubstr("nightly (2026-11-26) is the fastest.")));
    EXPECT_THAT(texts, Contains(HasSubstr("nightly (2026-11-25): ")));
}

// Goal: who reads a report finds what it cites.
TEST(PublishedStudies, AreCitedUnderTheirChartAndAmongTheRecords) {
    std::vector<record::Study> studies{study_of("u1", "An Initial Look", 1.0),
                                       study_of("u2", "here", 1.1)};
    studies[0].header.origin = record::Origin::Published;
    studies[0].header.environment["source.publisher"] = std::string("Mark Nelson");
    studies[0].header.environment["source.date"] = std::string("2022-11-28");
    studies[0].header.environment["source.address"] = std::string("https://example.org/a");
    const std::string words = "Mark Nelson, 28 November 2022, https://example.org/a";

    const Content content = content_of(BlockKind::Chart, studies);
    const auto chart = std::ranges::find_if(
        content.items, [](const Item& item) { return std::holds_alternative<ChartPlace>(item); });
    ASSERT_NE(chart, content.items.end());
    EXPECT_THAT(std::get<ChartPlace>(*chart).notes, Contains("An Initial Look: " + words));
    EXPECT_THAT(texts_of(content_of(BlockKind::Provenance, studies)),
                Contains("Published: " + words));
    EXPECT_EQ(citation_of(studies[1]), "") << "nobody published it";
}

TEST(Reproduced, HasAPublishedFigureBesideOnesOwnAtEachPlaceOfTheChart) {
    std::vector<record::Study> studies{study_of("u1", "the study", 1.0),
                                       study_of("u2", "here", 1.1)};
    studies[0].header.origin = record::Origin::Published;

    const Content content = content_of(BlockKind::Reproduced, studies);

    const std::vector<std::string> texts = texts_of(content);
    EXPECT_THAT(texts, Contains(HasSubstr("+10.0 % against each published figure.")));
    EXPECT_THAT(texts, Contains("Images per second, published and measured here"));
    EXPECT_THAT(texts, Contains("+10.0 %"));

    studies[1].header.origin = record::Origin::Published;
    EXPECT_THAT(texts_of(content_of(BlockKind::Reproduced, studies)),
                Contains(HasSubstr("nothing can be compared one to one")));
}

// Goal: the report of a study says chart by chart whether it holds here. Method: st1 in random
// order and from start to end, as the experiment measures it, and a study that is none.
TEST(Findings, AreToldOfTheStudiesThatRepeatAnExperiment) {
    record::Study here = study_of("u2", "here", 1.0);
    here.runs.clear();
    for (const spec::Settings& point :
         spec::expand(panels::spec_of(*panels::find_experiment("shuffle"), "/data", true))) {
        record::RunData& run = here.runs.emplace_back();
        const bool streamed = spec::text_of(point, "dataset.access") == "sequential";
        const double images = streamed ? 4700.0 : 499.0;
        run.started = {.run = streamed ? 2 : 1, .settings = point, .at = {}};
        run.status = record::RunStatus::Done;
        run.metrics["images_per_second"] = {
            .value = images, .low = images - 5, .high = images + 5, .n = 3};
    }
    const std::vector<std::string> texts =
        texts_of(content_of(BlockKind::Findings, {study_of("u1", "photos", 1.0), here}));

    EXPECT_THAT(texts, Contains("st1: images/s by read order"));
    EXPECT_THAT(texts, Contains(HasSubstr("The shuffle makes st1 slow: yes. In random order st1")));
    EXPECT_THAT(texts, Contains(HasSubstr("It holds where random order is within 10 %")));
    EXPECT_THAT(texts, Contains(HasSubstr("The volume is emulated.")));

    here.header.origin = record::Origin::Imported;
    EXPECT_THAT(texts_of(content_of(BlockKind::Findings, {here})),
                Contains(HasSubstr("None of these studies repeats an experiment")));
}

// Goal: valid by the Nu HTML Checker, which takes no role on a figure.
TEST(Html, GivesTheAltTextToTheDrawingAlone) {
    const MadeOfFixtures made = made_disk_report();
    const std::string page = html_of(made.content, made.drawings, made.seal);
    EXPECT_THAT(page, HasSubstr("<figure>\n<div role=\"img\" aria-label=\"Chart of "));
    EXPECT_THAT(page, Not(HasSubstr("{color-scheme:")));
    EXPECT_THAT(page, HasSubstr("<meta name=\"color-scheme\" content=\"light dark\">"));
}

// Goal: what a disturbed measurement leaves open is not said flatly. Method: the same figures with
// and without a note that others used the processors.
TEST(Verdict, OfADisturbedMeasurementWhetherTheStorageIsEnoughStaysOpen) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    analysis::derive(studies.front());
    EXPECT_THAT(texts_of(content_of(BlockKind::Verdict, studies)),
                Contains(testing::StartsWith("The storage is enough: alone it delivers ")));

    studies.front().runs.back().notes.push_back({.run = 5,
                                                 .code = record::kDisturbedCode,
                                                 .level = record::Level::Warning,
                                                 .text = "other programs were busy"});
    const std::vector<std::string> texts = texts_of(content_of(BlockKind::Verdict, studies));
    EXPECT_THAT(texts, Contains("Not a clean measurement."));
    EXPECT_THAT(texts,
                Contains(testing::StartsWith("Whether the storage is enough is not shown by a "
                                             "disturbed measurement: alone it delivered ")));
    EXPECT_THAT(texts, Not(Contains(HasSubstr("is enough: "))));
}

TEST(Verdict, WhereTwoStagesAreEquallyFastItIsNotSaidThatOneOfThemLimits) {
    std::vector<record::Study> studies{study_of("u1", "photos", 1.0)};
    studies.front().runs.front().metrics["images_per_second"] = {.value = 1570.0};
    analysis::derive(studies.front());
    EXPECT_THAT(texts_of(content_of(BlockKind::Verdict, studies)),
                Contains(testing::AllOf(
                    testing::StartsWith("The storage has no room: alone it delivers 1.57 k"),
                    HasSubstr("Decoding alone delivers 1.60 k images/s, which is too close to say "
                              "which of the two limits."))));
}

// Goal: what was emulated is marked wherever a study is named. Method: a block that has the study's
// title for a heading, as the window adds it.
TEST(Headings, AndTablesMarkWhatWasEmulated) {
    std::vector<record::Study> studies{study_of("u1", "Fast store", 1.0)};
    for (record::RunData& run : studies.front().runs) {
        run.started.settings["storage.store"] = std::string("aws-s3");
    }
    Definition definition = definition_of("blank", studies);
    definition.blocks = {{.kind = BlockKind::Verdict, .title = "Fast store", .studies = {"u1"}},
                         {.kind = BlockKind::Numbers, .title = "What I saw"},
                         {.kind = BlockKind::Environment},
                         {.kind = BlockKind::Provenance}};
    const auto content = compose(definition, studies, {});
    ASSERT_TRUE(content);
    const std::vector<std::string> texts = texts_of(*content);
    EXPECT_THAT(texts, Contains("Fast store (emulated store)"));
    EXPECT_THAT(texts, Contains("What I saw"));
    EXPECT_THAT(texts, Contains("What the record of Fast store (emulated store) says"));
    EXPECT_THAT(texts, Not(Contains("Fast store")));
}

// Goal: a setting that one record lacks is told of the others. Method: two studies with different
// threads and an imported file that knows nothing of them.
TEST(Changes, TellWhatDiffersAmongTheRecordsThatHaveIt) {
    std::vector<record::Study> studies{
        study_of("u1", "two", 1.0), study_of("u2", "three", 1.5), study_of("u3", "fio.json", 1.0)};
    for (record::RunData& run : studies[0].runs) {
        run.started.settings["decode.threads"] = std::int64_t{2};
    }
    studies[2].runs.erase(studies[2].runs.begin() + 1, studies[2].runs.end());
    studies[2].runs.front().started.settings = {{"page_cache", std::string("cold")}};

    const Content content = content_of(BlockKind::Changes, studies);
    const auto table = std::ranges::find_if(
        content.items, [](const Item& item) { return std::holds_alternative<Table>(item); });
    ASSERT_NE(table, content.items.end());
    const auto& rows = std::get<Table>(*table).rows;
    const auto threads =
        std::ranges::find_if(rows, [](const auto& row) { return row[0].text == "Decode threads"; });
    ASSERT_NE(threads, rows.end());
    EXPECT_EQ((*threads)[1].text, "2");
    EXPECT_EQ((*threads)[2].text, "3");
    EXPECT_EQ((*threads)[3].text, kMissing);

    const std::vector<std::string> texts = texts_of(content);
    EXPECT_THAT(texts, Contains("Where there is a dash, the record does not have the setting."));
    EXPECT_THAT(texts,
                Contains(testing::AllOf(
                    HasSubstr("settings are the same wherever a record has them; these records"),
                    testing::EndsWith(": fio.json."))));
    studies.pop_back();
    studies[0] = study_of("u1", "two", 1.0);
    EXPECT_THAT(texts_of(content_of(BlockKind::Changes, studies)),
                Contains("No setting differs among the records that have it."));
}

// Goal: one study that answers the question answers it beside others, too, and a job that was
// watched says about how much it takes. Method: a study of our own beside a job.
TEST(Verdict, OfTheOnlyStudyThatHasOneStandsBesideOthers) {
    std::vector<record::Study> studies{study_of("u1", "job.py", 1.0),
                                       study_of("u2", "photos", 1.0)};
    studies[0].header.origin = record::Origin::Observed;
    studies[0].runs.erase(studies[0].runs.begin(), studies[0].runs.begin() + 4);
    studies[0].runs.front().metrics = {{"estimated_images_per_second", {.value = 881.0}}};
    analysis::derive(studies[1]);

    const std::vector<std::string> alone =
        texts_of(content_of(BlockKind::Verdict, {studies.back()}));
    std::vector<std::string> texts = texts_of(content_of(BlockKind::Verdict, studies));
    EXPECT_THAT(texts, testing::IsSupersetOf(alone));
    EXPECT_THAT(texts, Contains(HasSubstr("This is of photos: no other study here")));
    EXPECT_THAT(texts,
                Contains("job.py: about 881 images/s, estimated from the bytes that the job read. "
                         "An estimate is not compared."));

    EXPECT_THAT(texts_of(content_of(BlockKind::Numbers, studies)),
                Contains(HasSubstr("of photos, the fastest of")));

    studies[0].runs.front().metrics.clear();
    studies[0].runs.front().absent["images_per_second"] = "no log was given";
    texts = texts_of(content_of(BlockKind::Verdict, studies));
    EXPECT_THAT(texts, Contains("job.py has no rate of images: no log was given."));
}

// Goal: a row of different devices has one name, and each value says whose it is.
TEST(Differences, AValueSaysWhichDeviceItIsOf) {
    std::vector<record::Study> studies{study_of("u1", "old", 1.0), study_of("u2", "new", 1.5)};
    for (record::RunData& run : studies[1].runs) {
        run.metrics["disk_utilisation{device=nvme0n1}"] =
            run.metrics["disk_utilisation{device=vda}"];
        run.metrics.erase("disk_utilisation{device=vda}");
    }
    const std::vector<std::string> texts = texts_of(content_of(BlockKind::Differences, studies));
    EXPECT_THAT(texts, Contains("Disk utilisation"));
    EXPECT_THAT(texts, Contains("vda"));
    EXPECT_THAT(texts, Contains(testing::StartsWith("nvme0n1, ")));
}

}  // namespace
}  // namespace throughline::report
