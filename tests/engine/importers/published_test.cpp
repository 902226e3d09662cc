// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/published.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/metrics/registry.h"

namespace throughline::importers {
namespace {

class Published : public ::testing::Test {
protected:
    const catalog::Catalog catalog_ = catalog::Catalog::built_in();
    const std::vector<run::Study> studies_ = published_studies(catalog_);
};

TEST_F(Published, EveryEntryIsAFigureOrANote) {
    std::size_t told = 0;
    std::set<std::string> uuids;
    for (const run::Study& study : studies_) {
        EXPECT_EQ(study.header.origin, run::Origin::Published);
        EXPECT_TRUE(study.header.environment.count("source.title")) << study.header.title;
        uuids.insert(study.header.study);
        told += study.notes.size();
        for (const run::RunData& run : study.runs) {
            told += run.metrics.size();
        }
    }
    EXPECT_EQ(told, catalog_.published().size());
    EXPECT_EQ(uuids.size(), studies_.size());
    EXPECT_EQ(studies_.front().header.environment.at("source.id"), run::SettingValue("rescale"));
}

TEST_F(Published, OnlyTheRegistrysVocabularyIsUsed) {
    for (const run::Study& study : studies_) {
        for (const run::RunData& run : study.runs) {
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
        for (const run::Study& study : studies_) {
            for (const run::RunData& run : study.runs) {
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

TEST_F(Published, SameCatalogueGivesTheSameStudies) {
    const auto again = published_studies(catalog::Catalog::built_in());

    ASSERT_EQ(again.size(), studies_.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        EXPECT_EQ(again[i].header.study, studies_[i].header.study);
    }
}

}  // namespace
}  // namespace throughline::importers
