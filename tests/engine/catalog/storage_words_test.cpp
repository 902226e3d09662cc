// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/storage_words.h"

#include <gtest/gtest.h>

#include "engine/base/language.h"

namespace throughline::catalog {
namespace {

TEST(StorageWords, SayWhatStorageBehavesAs) {
    const Catalog facts = Catalog::built_in();
    EXPECT_EQ(storage_words(facts, "aws-s3"), "Amazon S3 Standard");
    EXPECT_EQ(storage_words(facts, "aws-gp2:334GiB"), "AWS EBS gp2, 334 GiB");
    EXPECT_EQ(storage_words(facts, "aws-io1:100GiB:6000iops"), "AWS EBS io1, 100 GiB, 6000 IOPS");
    EXPECT_EQ(storage_words(facts, "aws-gp3:1TiB:250MiB/s"), "AWS EBS gp3, 1 TiB, 250 MiB/s");
    EXPECT_EQ(storage_words(facts, "study-s3:latency=50ms:requests=500"),
              "Amazon S3 read directly (2018), latency 50 ms, 500 requests/s");
}

TEST(StorageWords, WhatTheCatalogueHasNotStaysAsItWasWritten) {
    const Catalog facts = Catalog::built_in();
    EXPECT_EQ(storage_words(facts, "my-disk:5GiB"), "my-disk:5GiB");
    EXPECT_EQ(storage_words(facts, ""), "");
    EXPECT_EQ(storage_words(facts, "aws-s3:odd=1"), "Amazon S3 Standard, odd=1");
}

TEST(StorageWords, SpeakTheSpokenLanguage) {
    const Speaking german(Language::German);
    EXPECT_EQ(storage_words(Catalog::built_in(), "aws-s3:latency=50ms"),
              "Amazon S3 Standard, Latenz 50 ms");
}

}  // namespace
}  // namespace throughline::catalog
