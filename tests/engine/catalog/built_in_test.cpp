// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/base/text.h"
#include "engine/catalog/catalog.h"
#include "engine/catalog/embedded.h"

namespace throughline::catalog {
namespace {

const Catalog& catalog() {
    static const Catalog kCatalog = Catalog::built_in();
    return kCatalog;
}

template <class Entry>
void expect_unique_ids(const std::vector<Entry>& entries) {
    std::set<std::string> ids;
    for (const auto& entry : entries) {
        EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
    }
}

TEST(BuiltInCatalog, HoldsWhatTheFilesHold) {
    EXPECT_EQ(catalog().storage().size(), 59U);
    EXPECT_EQ(catalog().links().size(), 5U);
    EXPECT_EQ(catalog().instances().size(), 30U);
    EXPECT_EQ(catalog().gpu_rates().size(), 9U);
    EXPECT_EQ(catalog().networks().size(), 14U);
    EXPECT_EQ(catalog().published().size(), 780U);
    EXPECT_EQ(catalog().not_seen().size(), 16U);
    EXPECT_TRUE(models_json().ends_with("}\n"));
}

TEST(BuiltInCatalog, IdsAreUniqueAndSourcesExist) {
    expect_unique_ids(catalog().storage());
    expect_unique_ids(catalog().instances());
    expect_unique_ids(catalog().networks());
    expect_unique_ids(catalog().published());
    for (const auto& target : catalog().storage()) {
        EXPECT_FALSE(target.sources.empty()) << target.id;
        for (const auto& source : target.sources) {
            EXPECT_NE(catalog().find_source(source), nullptr) << target.id << " " << source;
        }
    }
    for (const auto& entry : catalog().published()) {
        EXPECT_NE(catalog().find_source(entry.source), nullptr) << entry.id;
        EXPECT_TRUE(entry.model.empty() || catalog().find_network(entry.model)) << entry.id;
    }
    for (const auto& rate : catalog().gpu_rates()) {
        EXPECT_NE(catalog().find_source(rate.source), nullptr) << rate.gpu;
    }
}

TEST(BuiltInCatalog, AFigureIsThereOrSaysWhyNot) {
    const auto complete = [](const Figure& figure) {
        return figure.value.has_value() == figure.gap.empty();
    };
    for (const auto& target : catalog().storage()) {
        EXPECT_TRUE(complete(target.read_bytes_per_s)) << target.id;
        EXPECT_TRUE(complete(target.read_iops)) << target.id;
        EXPECT_TRUE(complete(target.latency_s)) << target.id;
        EXPECT_EQ(target.price.has_value(), target.price_gap.empty()) << target.id;
    }
    const auto* const gp3 = catalog().find_storage("aws-gp3");
    ASSERT_NE(gp3, nullptr);
    EXPECT_EQ(gp3->price->date, "2024-07-01");
    EXPECT_EQ(gp3->latency_s.gap, "no figure with a source was found");
    const auto* const p5 = catalog().find_instance("p5.48xlarge");
    ASSERT_NE(p5, nullptr);
    EXPECT_FALSE(p5->block_iops.value);
    EXPECT_EQ(*p5->block_bytes_per_s.value, 1e10);
    EXPECT_EQ(p5->block_burst_bytes_per_s.gap, "no burst is stated");
    EXPECT_EQ(*catalog().find_instance("g5.xlarge")->block_burst_bytes_per_s.value, 437.5e6);
}

TEST(BuiltInCatalog, PricesCarryTheirDate) {
    for (const auto& instance : catalog().instances()) {
        EXPECT_TRUE(!instance.usd_per_hour.value || !instance.price_date.empty()) << instance.id;
    }
}

TEST(BuiltInCatalog, ModelValuesTellNumbersFromWhatTheUserSupplies) {
    const auto* const lustre = catalog().find_storage("aws-fsx-lustre-250");
    ASSERT_NE(lustre, nullptr);
    bool found = false;
    for (const auto& value : lustre->model) {
        if (value.key == "sto_units") {
            found = true;
            EXPECT_EQ(std::get<std::string>(value.value), "TiB of the file system");
        }
    }
    EXPECT_TRUE(found);
    const auto* const nvme = catalog().find_storage("aws-nvme-p4d.24xlarge");
    ASSERT_NE(nvme, nullptr);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(nvme->model.at(0).value));
}

TEST(CatalogSearch, FindsAllWordsInAnyCase) {
    EXPECT_TRUE(matches("AWS EBS gp3", "ebs GP3"));
    EXPECT_FALSE(matches("AWS EBS gp3", "ebs io1"));
    EXPECT_TRUE(matches("anything", ""));
    int found = 0;
    for (const auto& entry : catalog().published()) {
        found += matches(search_text(entry), "rescale hdfs images_per_second") ? 1 : 0;
    }
    EXPECT_GE(found, 4);
}

}  // namespace
}  // namespace throughline::catalog
