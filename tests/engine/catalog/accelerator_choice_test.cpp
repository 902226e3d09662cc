// SPDX-License-Identifier: Apache-2.0
#include "engine/catalog/accelerator_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace throughline::catalog {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const Catalog& built_in() {
    static const Catalog kCatalog = Catalog::built_in();
    return kCatalog;
}

const AcceleratorChoices& choices() {
    static const AcceleratorChoices kChoices(built_in());
    return kChoices;
}

TEST(AcceleratorChoices, EveryFigureIsReachedByItsThreeChoices) {
    std::set<std::string> reached;
    for (const std::string& card : choices().cards()) {
        for (const std::string& work : choices().works(card)) {
            for (const std::string& precision : choices().precisions(card, work)) {
                const auto figures = choices().figures({card, work, precision});
                EXPECT_FALSE(figures.empty()) << card << work << precision;
                for (const AcceleratorPreset* figure : figures) {
                    reached.insert(figure->id);
                }
            }
        }
    }
    EXPECT_EQ(reached.size(), accelerator_presets(built_in()).size());
}

TEST(AcceleratorChoices, UsualOneIsAnA100ThatTrainsAResNetInMixedPrecision) {
    const AcceleratorPreset& usual = choices().usual();
    EXPECT_EQ(choice_of(usual),
              (AcceleratorChoice{"A100", "ResNet-50 v1.5, training", "mixed precision"}));
    EXPECT_FALSE(usual.fed_from_data) << "the card's own rate";
    EXPECT_EQ(short_name(usual), "A100 ResNet-50");
    EXPECT_THAT(figure_text(usual), HasSubstr("images/s"));
    EXPECT_THAT(figure_text(usual), HasSubstr(usual.source.title));
}

TEST(AcceleratorChoices, ANewCardKeepsTheWorkWhereItHasIt) {
    const AcceleratorChoice wanted{"V100", "ResNet-50 v1.5, training", "mixed precision"};
    EXPECT_EQ(choice_of(choices().nearest(wanted)), wanted);
    EXPECT_EQ(choice_of(choices().nearest({"K80", "ResNet-50 v1.5, training", "x"})).card, "K80")
        << "the card is kept, though it has no such work";
}

TEST(AcceleratorChoices, NewCardsComeFirst) {
    const auto cards = choices().cards();
    const auto place = [&](const char* card) {
        return std::distance(cards.begin(), std::find(cards.begin(), cards.end(), card));
    };
    EXPECT_LT(place("H100"), place("V100"));
    EXPECT_LT(place("A100"), place("P100"));
    EXPECT_LT(place("P100"), place("K80"));
}

TEST(AcceleratorChoices, WordsHoldNoIdsOfTheCatalogue) {
    for (const AcceleratorPreset& preset : accelerator_presets(built_in())) {
        EXPECT_THAT(choice_of(preset).work, Not(HasSubstr(preset.network))) << preset.id;
        EXPECT_EQ(choices().find(preset.id)->id, preset.id);
    }
    EXPECT_EQ(choices().find("none such"), nullptr);
}

TEST(ConsumerWords, NameWhatTakesTheBatches) {
    const auto words = [](const char* kind, const char* preset, const char* network) {
        return consumer_words(built_in(), kind, preset, network);
    };
    EXPECT_EQ(words("null", "", "transfer"), "");
    EXPECT_EQ(words("paced", "lambda-tf-004", "transfer"), "A100 ResNet-50");
    EXPECT_EQ(words("paced", "", "transfer"), "emulated accelerator");
    EXPECT_EQ(words("gpu", "", "vgg16"), "GPU VGG-16");
}

}  // namespace
}  // namespace throughline::catalog
