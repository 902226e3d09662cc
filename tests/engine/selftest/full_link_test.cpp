// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/full_link.h"

#include <gtest/gtest.h>

#include "engine/base/clock.h"

namespace throughline::selftest {
namespace {

// Never faster than asked for; a machine that is shared may be slower.
TEST(FullLink, GivesItsClientsSoMuchTogether) {
    constexpr double kBytesPerSecond = 4e6;
    const auto port = start_full_link(kBytesPerSecond, 20.0);
    ASSERT_TRUE(port) << port.error().what;
    const UniqueFd first = connect_to_link(*port);
    const UniqueFd second = connect_to_link(*port);
    ASSERT_TRUE(first);
    ASSERT_TRUE(second);
    const SteadyTime began = steady_now();
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(fetch_from_link(first.get()));
        ASSERT_TRUE(fetch_from_link(second.get()));
    }
    EXPECT_GE(in_seconds(steady_now() - began), 0.95 * 8 * 100'000 / kBytesPerSecond);
}

}  // namespace
}  // namespace throughline::selftest
