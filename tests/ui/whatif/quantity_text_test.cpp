// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/quantity_text.h"

#include <gtest/gtest.h>

#include "ui/style/number_text.h"

namespace throughline::ui {
namespace {

using model::Input;

double parsed(Input input, const char* text) {
    const auto value = parseInput(input, QString::fromUtf8(text));
    return value ? std::get<double>(*value) : -1.0;
}

TEST(ParseInput, TakesUnitsAsPeopleTypeThem) {
    EXPECT_DOUBLE_EQ(parsed(Input::StoBw, "250M"), 250e6);
    EXPECT_DOUBLE_EQ(parsed(Input::StoBw, "250 MB/s"), 250e6);
    EXPECT_DOUBLE_EQ(parsed(Input::StoBw, "1.2 GiB/s"), 1.2 * 0x1p30);
    EXPECT_DOUBLE_EQ(parsed(Input::LinkBps, "25 Gbit/s"), 25e9);
    EXPECT_DOUBLE_EQ(parsed(Input::StoLatency, "0.2 ms"), 2e-4);
    EXPECT_DOUBLE_EQ(parsed(Input::StoLatency, "150 µs"), 1.5e-4);
    EXPECT_DOUBLE_EQ(parsed(Input::ImageBytes, "110 kB"), 110e3);
    EXPECT_DOUBLE_EQ(parsed(Input::NodeUsdPerHour, "$24.48"), 24.48);
    EXPECT_DOUBLE_EQ(parsed(Input::ImagesPerEpoch, "1,281,167"), 1281167.0);
    EXPECT_EQ(parsed(Input::StoBw, "no limit"), model::kUnlimited);
    EXPECT_EQ(parsed(Input::StoBw, "none"), model::kUnlimited);
}

TEST(ParseInput, RefusesWhatBreaksTheRuleAndSaysWhatIsAllowed) {
    EXPECT_FALSE(parseInput(Input::Nodes, QStringLiteral("0")));
    EXPECT_FALSE(parseInput(Input::ImageBytes, QStringLiteral("none")));
    const auto words = parseInput(Input::Threads, QStringLiteral("many"));
    ASSERT_FALSE(words);
    EXPECT_NE(words.error().what.find("many"), std::string::npos);
}

// Goal: what is wrong is said in the words of the field, and as it was typed. Method: a whole
// question in the field of a count, and numbers that cannot be.
TEST(ParseInput, SaysWhatIsWrongInTheWordsOfTheField) {
    const auto question = parseInput(Input::GpusPerNode, QStringLiteral("8 a100 gp3"));
    ASSERT_FALSE(question);
    EXPECT_EQ(question.error().what,
              "“8 a100 gp3” is not a number; “GPUs per node” must be a number of 0 or more");
    const auto none = parseInput(Input::Nodes, QStringLiteral("0"));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().what,
              "“0” is not allowed for “Nodes”: it must be a number of 1 or more");
    const auto many = parseInput(Input::GpusPerNode, QStringLiteral("2e9"));
    ASSERT_FALSE(many);
    EXPECT_TRUE(QString::fromStdString(many.error().what)
                    .startsWith(QStringLiteral("“2e9” is out of range for “GPUs per node”")))
        << many.error().what;
    for (const auto& info : model::input_table()) {
        const auto refused = parseInput(info.id, QStringLiteral("8 a100 gp3"));
        if (model::is_number(info.id)) {
            ASSERT_FALSE(refused) << info.key;
            EXPECT_EQ(refused.error().what.find('_'), std::string::npos) << refused.error().what;
        }
    }
}

TEST(InputText, AnEditorBeginsWithWhatItCanRead) {
    const model::Inputs inputs;
    for (const auto& info : model::input_table()) {
        const auto value = model::value_of(inputs, info.id);
        const auto again = parseInput(info.id, inputEditText(info.id, value));
        ASSERT_TRUE(again) << info.key << ": " << again.error().what;
        EXPECT_EQ(*again, value) << info.key;
    }
}

TEST(SteppedInput, CountsGoByOneAndTheRestAlongRoundNumbers) {
    EXPECT_EQ(steppedInput(Input::Threads, 8.0, 1, false), 9.0);
    EXPECT_EQ(steppedInput(Input::Threads, 8.0, 1, true), 16.0);
    EXPECT_EQ(steppedInput(Input::Nodes, 1.0, -1, false), 1.0);
    EXPECT_DOUBLE_EQ(steppedInput(Input::StoBw, 1.6e8, 1, false), 2e8);
    EXPECT_DOUBLE_EQ(steppedInput(Input::StoBw, 1e8, -1, false), 8e7);
    EXPECT_DOUBLE_EQ(steppedInput(Input::Overlap, 0.5, 1, false), 0.55);
    EXPECT_EQ(steppedInput(Input::Overlap, 1.0, 1, false), 1.0);
    // Down from "no limit" puts one on.
    EXPECT_EQ(steppedInput(Input::StoBw, model::kUnlimited, -1, false), 1e9);
}

TEST(FigureText, RoundsToItsDigitsAndGroupsThem) {
    EXPECT_EQ(figureText(4198.7), QStringLiteral("4\u202f199"));
    EXPECT_EQ(figureText(41956.0, 3), QStringLiteral("42\u202f000"));
    EXPECT_EQ(figureText(0.5), QStringLiteral("0.5"));
    EXPECT_EQ(figureText(654.93), QStringLiteral("654.9"));
    EXPECT_EQ(figureText(model::kUnlimited), QStringLiteral("no limit"));
}

// Goal: prices below each other have their cents below each other.
TEST(MoneyText, HasCentsWhereThereAreAnyToCompare) {
    EXPECT_EQ(moneyText(26.4), QStringLiteral("$26.40"));
    EXPECT_EQ(moneyText(1.3), QStringLiteral("$1.30"));
    EXPECT_EQ(moneyText(0.973), QStringLiteral("$0.97"));
    EXPECT_EQ(moneyText(0.0), QStringLiteral("$0"));
    EXPECT_EQ(moneyText(0.004), QStringLiteral("under 1 cent"));
    EXPECT_EQ(moneyText(1234.5), QStringLiteral("$1\u202F235"));
}

TEST(DifferenceText, HasASignAndNoMoreDigitsThanAreKnown) {
    EXPECT_EQ(differenceText(162.4), QStringLiteral("+162 %"));
    EXPECT_EQ(differenceText(-7.34), QStringLiteral("−7.3 %"));
    EXPECT_EQ(differenceText(-0.01), QStringLiteral("±0 %"));
    EXPECT_EQ(differenceText(1620.0), QStringLiteral("+1\u202f620 %"));
}

TEST(ParseInput, ComparesTheUnitWithTheInputs) {
    EXPECT_DOUBLE_EQ(parsed(Input::StoBw, "8 Gbit/s"), 1e9);
    EXPECT_DOUBLE_EQ(parsed(Input::LinkBps, "250 MB/s"), 2e9);
    EXPECT_DOUBLE_EQ(parsed(Input::LinkBps, "25 Gbps"), 25e9);
    EXPECT_DOUBLE_EQ(parsed(Input::StoIops, "16k IOPS"), 16e3);
    EXPECT_FALSE(parseInput(Input::StoBw, QStringLiteral("5 ms")));
    EXPECT_FALSE(parseInput(Input::StoLatency, QStringLiteral("5 MB")));
    EXPECT_FALSE(parseInput(Input::NodeUsdPerHour, QStringLiteral("5 images/s")));
    EXPECT_FALSE(parseInput(Input::ImageBytes, QStringLiteral("$5")));
    const auto wrong = parseInput(Input::StoBw, QStringLiteral("5 ms"));
    EXPECT_NE(wrong.error().what.find("bytes/s"), std::string::npos);
}

TEST(ParseInput, TakesACommaForThousandsOrForAPointOrNotAtAll) {
    EXPECT_DOUBLE_EQ(parsed(Input::StoLatency, "0,5 ms"), 5e-4);
    EXPECT_DOUBLE_EQ(parsed(Input::StoBw, "1,5 GB/s"), 1.5e9);
    EXPECT_DOUBLE_EQ(parsed(Input::StoLatency, "0,125 ms"), 1.25e-4);
    EXPECT_DOUBLE_EQ(parsed(Input::ImagesPerEpoch, "12,800"), 12800.0);
    EXPECT_DOUBLE_EQ(parsed(Input::StoIops, "1,234.5"), 1234.5);
    EXPECT_DOUBLE_EQ(parsed(Input::StoIops, "1,234k"), 1234e3);
    EXPECT_FALSE(parseInput(Input::StoIops, QStringLiteral("1,23,456")));
    EXPECT_FALSE(parseInput(Input::StoIops, QStringLiteral("1.234,5")));
    EXPECT_FALSE(parseInput(Input::StoIops, QStringLiteral("1,5.2")));
}

}  // namespace
}  // namespace throughline::ui
