// SPDX-License-Identifier: Apache-2.0
#include "engine/base/uuid.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace throughline {
namespace {

// RFC 9562, section 5.4: version 4 in the third group, variant 10 in the fourth.
TEST(Uuid, IsAVersion4UuidInLowerCase) {
    const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    for (int i = 0; i < 100; ++i) {
        const std::string uuid = make_uuid();
        EXPECT_TRUE(std::regex_match(uuid, form)) << uuid;
    }
}

TEST(Uuid, DiffersEachTime) {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) {
        EXPECT_TRUE(seen.insert(make_uuid()).second);
    }
}

}  // namespace
}  // namespace throughline
