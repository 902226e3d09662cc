// SPDX-License-Identifier: Apache-2.0
#include "engine/base/format.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>

namespace throughline {
namespace {

struct Quantity {
    double value;
    const char* unit;
    ByteUnits units;
    const char* text;
};

TEST(FormatSignificant, KeepsThreeDigitsAcrossPowersOfTen) {
    struct Row {
        double value;
        const char* text;
    };
    for (const Row& row : std::to_array<Row>({{0.0, "0"},
                                              {1234.5, "1234"},
                                              {123.4, "123"},
                                              {99.95, "100"},
                                              {99.94, "99.9"},
                                              {9.996, "10.0"},
                                              {9.994, "9.99"},
                                              {1.0, "1.00"},
                                              {0.9996, "1.00"},
                                              {0.01234, "0.0123"},
                                              {0.0099996, "0.0100"},
                                              {-55.55, "-55.5"}})) {
        EXPECT_EQ(format_significant(row.value), row.text);
    }
    EXPECT_EQ(format_significant(1.0 / 3.0, 4), "0.3333");
    EXPECT_EQ(format_significant(1e15 / 3.0), "333333333333333");
    EXPECT_EQ(format_significant(std::nan("")), "\u2013");
    EXPECT_EQ(format_significant(std::numeric_limits<double>::infinity()), "\u2013");
}

TEST(FormatSignificant, WhatHasTooManyDigitsHasAnExponent) {
    EXPECT_EQ(format_significant(9.994e17), "999400000000000000");
    EXPECT_EQ(format_significant(1.5e18), "1.50e18");
    EXPECT_EQ(format_significant(1e300), "1.00e300");
    EXPECT_EQ(format_significant(-std::numeric_limits<double>::max(), 17),
              "-1.7976931348623157e308");
    EXPECT_EQ(format_significant(1.234e-10), "0.000000000123");
    EXPECT_EQ(format_significant(1.234e-11), "1.23e-11");
    EXPECT_EQ(format_significant(std::numeric_limits<double>::denorm_min()), "4.94e-324");
    EXPECT_EQ(format_quantity(1e300, "images/s"), "1.00e288 T images/s");
}

TEST(FormatQuantity, StepsToTheNextPrefixWhereTheDigitsWould) {
    for (const Quantity& row :
         std::to_array<Quantity>({{999.4, "1/s", ByteUnits::Decimal, "999/s"},
                                  {999.5, "1/s", ByteUnits::Decimal, "1.00 k/s"},
                                  {1420.0, "1/s", ByteUnits::Decimal, "1.42 k/s"},
                                  {999'499.0, "1/s", ByteUnits::Decimal, "999 k/s"},
                                  {999'500.0, "1/s", ByteUnits::Decimal, "1.00 M/s"},
                                  {0.9995, "s", ByteUnits::Decimal, "1.00 s"},
                                  {0.9994, "s", ByteUnits::Decimal, "999 ms"},
                                  {0.00042, "s", ByteUnits::Decimal, "420 \u00B5s"},
                                  {5e-9, "s", ByteUnits::Decimal, "5.00 ns"},
                                  {90.0, "s", ByteUnits::Decimal, "90.0 s"},
                                  {4200.0, "s", ByteUnits::Decimal, "4200 s"}})) {
        EXPECT_EQ(format_quantity(row.value, row.unit, row.units), row.text);
    }
}

TEST(FormatQuantity, ChoosesThePrefixForTheDigitsAskedFor) {
    EXPECT_EQ(format_quantity(999.6, "1/s", ByteUnits::Decimal, 3), "1.00 k/s");
    EXPECT_EQ(format_quantity(999.6, "1/s", ByteUnits::Decimal, 4), "999.6/s");
}

TEST(FormatQuantity, WritesBytesInBothUnits) {
    for (const Quantity& row :
         std::to_array<Quantity>({{0.0, "bytes", ByteUnits::Decimal, "0 B"},
                                  {999.0, "bytes", ByteUnits::Decimal, "999 B"},
                                  {1e6, "bytes", ByteUnits::Decimal, "1.00 MB"},
                                  {1.1e9, "bytes/s", ByteUnits::Decimal, "1.10 GB/s"},
                                  {1023.0, "bytes", ByteUnits::Binary, "1023 B"},
                                  {1023.5, "bytes", ByteUnits::Binary, "1.00 KiB"},
                                  {1024.0, "bytes", ByteUnits::Binary, "1.00 KiB"},
                                  {1048576.0, "bytes", ByteUnits::Binary, "1.00 MiB"},
                                  {1.5 * 1073741824.0, "bytes/s", ByteUnits::Binary, "1.50 GiB/s"},
                                  {3e15, "bytes", ByteUnits::Decimal, "3000 TB"}})) {
        EXPECT_EQ(format_quantity(row.value, row.unit, row.units), row.text);
    }
}

TEST(FormatQuantity, PutsNoPrefixBeforeSomeUnits) {
    EXPECT_EQ(format_quantity(100.0, "%"), "100 %");
    EXPECT_EQ(format_quantity(0.05, "%"), "0.0500 %");
    EXPECT_EQ(format_quantity(9999.0, "%"), "9999 %");
    EXPECT_EQ(format_quantity(10060.4, "%"), "10\u202F060 %") << "thousands have their mark";
    EXPECT_EQ(format_quantity(12345.0, "USD"), "12345 USD");
    EXPECT_EQ(format_quantity(71.25, "\u00B0C"), "71.2 \u00B0C");
    EXPECT_EQ(format_quantity(1.5, "cores"), "1.50 cores");
}

TEST(FormatQuantity, SetsWordsApartFromThePrefix) {
    EXPECT_EQ(format_quantity(1420.0, "images/s"), "1.42 k images/s");
    EXPECT_EQ(format_quantity(14.2, "images/s"), "14.2 images/s");
    EXPECT_EQ(format_quantity(25'000.0, "IOPS"), "25.0 k IOPS");
    EXPECT_EQ(format_quantity(1.755e9, "Hz"), "1.75 GHz");
    EXPECT_EQ(format_quantity(250.0, "W"), "250 W");
}

TEST(FormatQuantity, WritesBareNumbersWithAPrefixFromTenThousand) {
    EXPECT_EQ(format_quantity(9999.0, "1"), "9999");
    EXPECT_EQ(format_quantity(12'345.0, "1"), "12.3 k");
    EXPECT_EQ(format_quantity(0.5, ""), "0.500");
}

TEST(FormatQuantity, NotANumberIsADash) {
    for (const char* unit : {"1/s", "bytes", "%", "1", "s"}) {
        EXPECT_EQ(format_quantity(std::nan(""), unit), "\u2013") << unit;
    }
}

TEST(FormatDuration, ChoosesItsFormByLength) {
    EXPECT_EQ(format_duration(0.0), "0 s");
    EXPECT_EQ(format_duration(59.4), "59 s");
    EXPECT_EQ(format_duration(59.5), "1:00");
    EXPECT_EQ(format_duration(250.0), "4:10");
    EXPECT_EQ(format_duration(3599.4), "59:59");
    EXPECT_EQ(format_duration(3599.5), "1:00:00");
    EXPECT_EQ(format_duration(7385.0), "2:03:05");
    EXPECT_EQ(format_duration(-1.0), "0 s");
    EXPECT_EQ(format_duration(std::nan("")), "\u2013");
    EXPECT_EQ(format_duration(1e300), "\u2013");
}

TEST(FormatCount, GroupsThousandsWithANarrowSpace) {
    EXPECT_EQ(format_count(0), "0");
    EXPECT_EQ(format_count(999), "999");
    EXPECT_EQ(format_count(1000), "1\u202F000");
    EXPECT_EQ(format_count(1'234'567), "1\u202F234\u202F567");
}

TEST(PercentEscape, LeavesUtf8AsItIs) {
    for (const char* text :
         {"plain.jpg", "Gr\u00FC\u00DFe/\u65E5\u672C.jpg", "\U0001F4F7.jpg", ""}) {
        EXPECT_EQ(percent_escape_non_utf8(text), text);
    }
}

TEST(PercentEscape, EscapesWhatIsNotUtf8) {
    EXPECT_EQ(percent_escape_non_utf8("a\xFF.jpg"), "a%FF.jpg");
    EXPECT_EQ(percent_escape_non_utf8("\xE9t\xE9"), "%E9t%E9");              // Latin-1
    EXPECT_EQ(percent_escape_non_utf8("\xC0\xAF"), "%C0%AF");                // overlong
    EXPECT_EQ(percent_escape_non_utf8("\xE0\x80\x80"), "%E0%80%80");         // overlong
    EXPECT_EQ(percent_escape_non_utf8("\xED\xA0\x80"), "%ED%A0%80");         // surrogate
    EXPECT_EQ(percent_escape_non_utf8("\xF4\x90\x80\x80"), "%F4%90%80%80");  // above U+10FFFF
    EXPECT_EQ(percent_escape_non_utf8("\xE2\x82"), "%E2%82");                // cut off
    EXPECT_EQ(percent_escape_non_utf8("100%"), "100%25");
}

TEST(IsUtf8, TellsWellFormedTextFromOtherBytes) {
    EXPECT_TRUE(is_utf8(""));
    EXPECT_TRUE(is_utf8("100% Gr\u00FC\u00DFe \U0001F4F7"));
    EXPECT_FALSE(is_utf8("caf\xE9"));
    EXPECT_FALSE(is_utf8("\xE2\x82"));
}

TEST(PercentEscape, GivesEachPairOfBytesAUtf8TextOfItsOwn) {
    std::set<std::string> texts;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string bytes{static_cast<char>(first), static_cast<char>(second), '%', '4'};
            const std::string escaped = percent_escape_non_utf8(bytes);
            ASSERT_TRUE(is_utf8(escaped)) << escaped;
            ASSERT_TRUE(texts.insert(escaped).second) << escaped;
        }
    }
}

TEST(JsonText, EscapesOnlyWhatIsNotUtf8) {
    EXPECT_EQ(json_text("100% Gr\u00FC\u00DFe"), "100% Gr\u00FC\u00DFe");
    EXPECT_EQ(json_text("caf\xE9 100%"), "caf%E9 100%25");
}

}  // namespace
}  // namespace throughline
