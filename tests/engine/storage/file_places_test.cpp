// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/file_places.h"

#include <gtest/gtest.h>

namespace throughline::storage {
namespace {

constexpr std::uint32_t kNone = FilePlaces::kNone;

TEST(FilePlaces, TheFileUsedLongestAgoGivesWay) {
    FilePlaces places(2);
    for (const std::uint32_t file : {10U, 20U}) {
        places.pin(places.give(file));
        places.unpin(places.find(file));
    }
    places.pin(places.find(10));  // used again
    places.unpin(places.find(10));

    const std::uint32_t place = places.give(30);

    EXPECT_EQ(places.find(20), kNone);
    EXPECT_EQ(places.find(30), place);
    EXPECT_NE(places.find(10), kNone);
    EXPECT_EQ(places.size(), 2U);
}

TEST(FilePlaces, AFileInUseIsNotTouched) {
    FilePlaces places(2);
    places.pin(places.give(1));
    places.pin(places.give(2));

    EXPECT_EQ(places.give(3), kNone);
    EXPECT_EQ(places.evict(), kNone);
    places.unpin(places.find(1));
    EXPECT_NE(places.give(3), kNone);
    EXPECT_NE(places.find(2), kNone);
}

TEST(FilePlaces, AForgottenFilesPlaceIsGivenFirstAndOnlyWhenIdle) {
    FilePlaces places(2);
    const std::uint32_t place = places.give(1);
    places.pin(place);
    places.pin(place);
    places.forget(place);

    EXPECT_EQ(places.find(1), kNone);
    const std::uint32_t other = places.give(1);
    EXPECT_NE(other, place);
    places.pin(other);
    EXPECT_EQ(places.give(2), kNone);
    places.unpin(place);
    EXPECT_EQ(places.give(2), kNone);  // one read of it is left
    places.unpin(place);
    EXPECT_EQ(places.give(2), place);
}

TEST(FilePlaces, EvictPassesOverPlacesWithoutAFile) {
    FilePlaces places(3);
    places.pin(places.give(1));
    places.unpin(places.find(1));
    const std::uint32_t place = places.give(2);
    places.pin(place);
    places.forget(place);
    places.unpin(place);

    EXPECT_EQ(places.evict(), 0U);
    EXPECT_EQ(places.evict(), kNone);
}

}  // namespace
}  // namespace throughline::storage
