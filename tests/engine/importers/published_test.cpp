// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published/published.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

class Published : public ::testing::Test {
protected:
    const catalog::Catalog catalog_ = catalog::Catalog::built_in();
    const std::vector<record::Study> studies_ = published_studies(catalog_);
};

TEST_F(Published, EveryEntryIsAFigureOrANote) {
    std::size_t told = 0;
    std::set<std::string> uuids;
    for (const record::Study& study : studies_) {
        EXPECT_EQ(study.header.origin, record::Origin::Published);
        EXPECT_TRUE(study.header.environment.count("source.title")) << study.header.title;
        uuids.insert(study.header.study);
        told += study.notes.size();
        for (const record::RunData& run : study.runs) {
            // A distribution is one entry: a note, and a run for each of its classes.
            told += run.metrics.size() - run.metrics.count("file_share");
        }
    }
    EXPECT_EQ(told, catalog_.published().size());
    EXPECT_EQ(uuids.size(), studies_.size());
    EXPECT_EQ(studies_.front().header.environment.at("source.id"), spec::SettingValue("rescale"));
}

TEST_F(Published, OnlyTheRegistrysVocabularyIsUsed) {
    for (const record::Study& study : studies_) {
        for (const record::RunData& run : study.runs) {
            for (const auto& [key, summary] : run.metrics) {
                EXPECT_NE(metrics::find_metric(key), nullptr) << key;
            }
            for (const auto& [key, value] : run.started.settings) {
                EXPECT_NE(metrics::find_metric(key), nullptr) << key;
            }
        }
    }
}

TEST_F(Published, ValuesKeepTheirUnits) {
    std::size_t seen = 0;
    for (const catalog::Published& entry : catalog_.published()) {
        if (entry.metric != "read_throughput" || entry.unit != "GB/s" ||
            entry.statement == "listed") {
            continue;
        }
        for (const record::Study& study : studies_) {
            for (const record::RunData& run : study.runs) {
                const auto found = run.metrics.find("read_bytes_per_second");
                seen +=
                    found != run.metrics.end() && found->second.value == *entry.value.value * 1e9
                        ? 1
                        : 0;
            }
        }
    }
    EXPECT_GT(seen, 0U);
}

TEST_F(Published, LoaderThreadsStandOnTheAxisOfOnesOwn) {
    std::map<std::int64_t, int> curves;  // images/s known, by threads
    for (const record::Study& study : studies_) {
        for (const record::RunData& run : study.runs) {
            const auto threads = run.started.settings.find("decode.threads");
            if (study.header.environment.at("source.id") != spec::SettingValue("lambda-io") ||
                threads == run.started.settings.end()) {
                continue;
            }
            curves[std::get<std::int64_t>(threads->second)] +=
                static_cast<int>(run.metrics.count("images_per_second"));
            EXPECT_EQ(run.started.settings.at("tool"),
                      spec::SettingValue("tf_cnn_benchmarks, XLA"));
        }
    }
    EXPECT_THAT(curves,
                ::testing::ElementsAre(std::pair(4, 2),
                                       std::pair(8, 2),
                                       std::pair(12, 2),
                                       std::pair(16, 2),
                                       std::pair(20, 2),
                                       std::pair(24, 2),
                                       std::pair(28, 2),
                                       std::pair(32, 2)));
}

TEST_F(Published, TablesBecomeSamplesAndSizeClasses) {
    std::map<std::int64_t, double> shares;
    std::size_t samples = 0;
    std::set<std::string> begin;
    std::size_t exact = 0;
    for (const record::Study& study : studies_) {
        for (const record::RunData& run : study.runs) {
            samples += run.samples.size();
            if (!run.samples.empty()) {  // an excerpt, in seconds since its first row
                EXPECT_DOUBLE_EQ(run.samples.front().t_s, 0.0);
                EXPECT_DOUBLE_EQ(run.samples.back().t_s, 4.0);
                begin.insert(spec::setting_text(run.started.settings.at("excerpt")));
            }
            for (const record::Sample& sample : run.samples) {
                EXPECT_GT(sample.metrics.at("read_bytes_per_second"), 6e8);
                EXPECT_LT(sample.metrics.at("read_await"), 0.2);
            }
            if (const auto share = run.metrics.find("file_share"); share != run.metrics.end()) {
                const auto bytes = std::get<std::int64_t>(run.started.settings.at("file_size"));
                exact += run.started.settings.count("file_size_is");
                shares[bytes] = std::max(shares[bytes], share->second.value);
            }
        }
    }
    EXPECT_EQ(samples, 10U);
    EXPECT_EQ(begin, (std::set<std::string>{"00:29:18", "00:38:45"}));
    EXPECT_EQ(exact, 8U) << "of the bssplit, whose sizes are no bins";
    EXPECT_DOUBLE_EQ(shares.at(64 * 1024), 38.13);
    EXPECT_DOUBLE_EQ(shares.at(2 * 1024), 1.17);
}

TEST_F(Published, SameCatalogueGivesTheSameStudies) {
    const auto again = published_studies(catalog::Catalog::built_in());

    ASSERT_EQ(again.size(), studies_.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].header.study, studies_[i].header.study);
    }
}

}  // namespace
}  // namespace throughline::importers
