// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/study_apart.h"

#include <gtest/gtest.h>

namespace throughline::analysis {
namespace {

TEST(StudiesOfOneTitle, AreSetApartByTheShortestTimeThatTellsThem) {
    const std::vector<NamedStudy> studies{
        {.title = "nvme", .date = "", .started_at = "2026-03-01T10:00:00Z", .uuid = "a1"},
        {.title = "nvme", .date = "", .started_at = "2026-03-01T11:30:00Z", .uuid = "a2"},
        {.title = "alone", .date = "", .started_at = "2026-03-01T10:00:00Z", .uuid = "b1"},
        {.title = "published", .date = "2018", .started_at = "", .uuid = "c1"},
        {.title = "published", .date = "2019", .started_at = "", .uuid = "c2"},
        {.title = "no time", .date = "", .started_at = "", .uuid = "12345678-1"},
        {.title = "no time", .date = "", .started_at = "", .uuid = "87654321-1"},
    };

    EXPECT_EQ(
        what_sets_apart(studies),
        (std::vector<std::string>{
            "2026-03-01 10:00", "2026-03-01 11:30", "", "2018", "2019", "12345678", "87654321"}));
}

}  // namespace
}  // namespace throughline::analysis
