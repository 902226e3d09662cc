// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_form.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>

#include "tests/ui/kept_picture.h"
#include "ui/measure/amount_box.h"
#include "ui/style/theme.h"
#include "ui/style/wheel_guard.h"

namespace throughline::ui {
namespace {

/// They have a place of their own in the form.
bool isElsewhere(const spec::SettingInfo& info) {
    const std::string key = info.key;
    return key == "dataset.path" || key == "storage.store" || key == "storage.volume" ||
           key == "storage.volume_credits" || key == "consumer.kind" || key == "consumer.preset" ||
           key == "consumer.batch_seconds" || key == "consumer.network" ||
           key == "consumer.phase" || key == "consumer.device" || key == "consumer.transfer";
}

AmountBox* amount(const QWidget& owner, const char* key) {
    return owner.findChild<AmountBox*>(QLatin1String(key));
}
void type(AmountBox* box, const char* text) {
    box->selectAll();
    QTest::keyClicks(box, QLatin1String(text));
    QTest::keyClick(box, Qt::Key_Return);
}
QLabel* labelOf(const SettingsForm& form, const QString& text) {
    for (QLabel* label : form.findChildren<QLabel*>()) {
        if (label->text() == text && label->isVisibleTo(&form)) {
            return label;
        }
    }
    return nullptr;
}

TEST(SettingsForm, KeepsEveryValueThatItShows) {
    SettingsForm form;
    spec::Settings settings = spec::default_settings();
    settings["storage.queue_depth"] = std::int64_t{7};
    settings["storage.direct"] = false;
    settings["dataset.seed"] = std::int64_t{9007199254740991};
    settings["page_cache"] = std::string("warm");
    settings["duration_seconds"] = 12.5;

    form.setValues(settings);
    spec::Settings read;
    form.writeTo(read);

    for (const spec::SettingInfo& info : spec::all_settings()) {
        ASSERT_EQ(read.contains(info.key), !isElsewhere(info)) << info.key;
        if (!isElsewhere(info)) {
            EXPECT_EQ(read.at(info.key), settings.at(info.key)) << info.key;
        }
    }
}

// Goal: what is chosen is read whole.
TEST(SettingsForm, NoChoiceIsCut) {
    SettingsForm form;
    form.show();
    const auto boxes = form.findChildren<QComboBox*>();
    ASSERT_FALSE(boxes.isEmpty());
    for (const QComboBox* box : boxes) {
        EXPECT_GE(box->width(), box->sizeHint().width()) << box->objectName().toStdString();
    }
}

TEST(SettingsForm, ShowsAndTakesAmountsInPeoplesUnits) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    EXPECT_EQ(amount(form, "cache.budget_bytes")->text(), QStringLiteral("1 GiB"));
    EXPECT_EQ(amount(form, "storage.block_bytes")->text(), QStringLiteral("whole image"));

    type(amount(form, "storage.block_bytes"), "2 MiB");
    type(amount(form, "dataset.block_bytes"), "64k");
    type(amount(form, "duration_seconds"), "2 min");

    spec::Settings read;
    form.writeTo(read);
    EXPECT_EQ(read.at("storage.block_bytes"), spec::SettingValue(std::int64_t{2097152}));
    EXPECT_EQ(read.at("dataset.block_bytes"), spec::SettingValue(std::int64_t{65536}));
    EXPECT_EQ(read.at("duration_seconds"), spec::SettingValue(120.0));
    EXPECT_EQ(amount(form, "dataset.block_bytes")->text(), QStringLiteral("64 KiB"));
}

TEST(SettingsForm, WhatIsNotAllowedSaysSoAndGoesBack) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    AmountBox* const block = amount(form, "storage.block_bytes");
    const QString meaning = block->toolTip();
    block->selectAll();
    QTest::keyClicks(block, QStringLiteral("5000"));
    EXPECT_TRUE(block->toolTip().contains(QStringLiteral("a multiple of 4 KiB")));
    QTest::keyClick(block, Qt::Key_Return);
    EXPECT_EQ(block->text(), QStringLiteral("whole image"));
    EXPECT_EQ(block->toolTip(), meaning);
}

TEST(SettingsForm, StepsOfBytesDouble) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    AmountBox* const block = amount(form, "storage.block_bytes");
    QTest::keyClick(block, Qt::Key_Up);
    EXPECT_EQ(block->text(), QStringLiteral("4 KiB"));
    QTest::keyClick(block, Qt::Key_Up);
    EXPECT_EQ(block->text(), QStringLiteral("8 KiB"));
    QTest::keyClick(block, Qt::Key_Down);
    QTest::keyClick(block, Qt::Key_Down);
    EXPECT_EQ(block->text(), QStringLiteral("whole image"));
}

TEST(SettingsForm, WhatIsChangedComesFirstAndCanBeReset) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    EXPECT_EQ(labelOf(form, QStringLiteral("Changed")), nullptr);
    spec::Settings settings = spec::default_settings();
    settings["decode.dct"] = std::string("ifast");
    form.setValues(settings);
    form.resize(900, 3000);
    form.show();
    ASSERT_NE(labelOf(form, QStringLiteral("Changed")), nullptr);
    auto* dct = form.findChild<QComboBox*>(QStringLiteral("decode.dct"));
    EXPECT_EQ(dct->currentText(), QStringLiteral("fast"));
    EXPECT_LT(dct->y(), amount(form, "duration_seconds")->y());
    int width = dct->width();
    EXPECT_EQ(amount(form, "duration_seconds")->width(), width) << "one width";

    for (QToolButton* reset : form.findChildren<QToolButton*>()) {
        if (reset->isVisible()) {
            reset->click();
        }
    }
    spec::Settings read;
    form.writeTo(read);
    EXPECT_EQ(read.at("decode.dct"), spec::SettingValue(std::string("islow")));
}

TEST(SettingsForm, FindsSettingsByWordsInAnyOrder) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    form.search()->setText(QStringLiteral("depth queue"));
    EXPECT_TRUE(amount(form, "storage.queue_depth")->isVisibleTo(&form));
    EXPECT_FALSE(amount(form, "duration_seconds")->isVisibleTo(&form));
    form.search()->setText(QStringLiteral("elephant"));
    EXPECT_NE(labelOf(form, QStringLiteral("No setting has all of these words.")), nullptr);
    form.search()->clear();
    EXPECT_TRUE(amount(form, "duration_seconds")->isVisibleTo(&form));
}

TEST(SettingsForm, SweptSettingSaysItsValues) {
    SettingsForm form;
    spec::StudySpec spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_sweep(spec, "storage.block_bytes=4KiB,64k"));
    form.setSwept(spec.sweep);
    EXPECT_NE(labelOf(form, QStringLiteral("swept: 4 KiB, 64 KiB")), nullptr);
    EXPECT_FALSE(amount(form, "storage.block_bytes")->isVisibleTo(&form));
}

// A study of an accelerator with a step time of 250 µs is run again with the same step time.
TEST(ConsumerPicker, MicrosecondsAreKept) {
    ConsumerPicker picker;
    spec::Settings settings = spec::default_settings();
    settings["consumer.kind"] = std::string("paced");
    settings["consumer.batch_seconds"] = 0.00025;
    picker.setValues(settings);
    spec::Settings read;
    picker.writeTo(read);
    EXPECT_EQ(read.at("consumer.batch_seconds"), settings.at("consumer.batch_seconds"));
}

TEST(SettingsForm, ScrollingPastAFieldDoesNotChangeIt) {
    const WheelGuard guard;
    SettingsForm form;
    form.setValues(spec::default_settings());
    AmountBox* const depth = amount(form, "storage.queue_depth");
    ASSERT_NE(depth, nullptr);
    const spec::SettingValue before = depth->value();
    QWheelEvent wheel(QPointF(5, 5),
                      QPointF(5, 5),
                      QPoint(),
                      QPoint(0, -120),
                      Qt::NoButton,
                      Qt::NoModifier,
                      Qt::NoScrollPhase,
                      false);

    QCoreApplication::sendEvent(depth, &wheel);

    EXPECT_EQ(depth->value(), before);
}

TEST(SettingsForm, FieldsExplainThemselves) {
    SettingsForm form;
    for (const spec::SettingInfo& info : spec::all_settings()) {
        const auto* editor = form.findChild<QWidget*>(QLatin1String(info.key));
        if (isElsewhere(info)) {
            continue;
        }
        ASSERT_NE(editor, nullptr) << info.key;
        EXPECT_TRUE(editor->toolTip().contains(QLatin1String(info.key)));
        EXPECT_FALSE(editor->accessibleName().isEmpty());
    }
}

TEST(SweepForm, AxesGoThereAndBack) {
    SweepForm form;
    spec::StudySpec spec = spec::default_spec();
    ASSERT_TRUE(spec::apply_sweep(spec, "decode.threads=1,2,4"));
    ASSERT_TRUE(spec::apply_sweep(spec, "dataset.path=/a\\,b,/c"));

    form.setAxes(spec.sweep);
    spec::StudySpec read = spec::default_spec();
    const auto applied = form.applyTo(read);

    ASSERT_TRUE(applied) << describe(applied.error());
    ASSERT_EQ(read.sweep.size(), 2U);
    EXPECT_EQ(read.sweep[0].key, "decode.threads");
    EXPECT_EQ(read.sweep[0].values, spec.sweep[0].values);
    EXPECT_EQ(read.sweep[1].values, spec.sweep[1].values);
}

class MeasureFormTest : public testing::Test {
protected:
    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("window.ini")), QSettings::IniFormat};
    MeasureForm form_{QString(), &settings_};
};

TEST_F(MeasureFormTest, StartSaysWhatIsMissing) {
    EXPECT_FALSE(form_.startButton()->isEnabled());
    EXPECT_TRUE(form_.startButton()->toolTip().contains(QStringLiteral("folder")));
    const auto labels = form_.findChildren<QLabel*>();
    EXPECT_TRUE(std::ranges::any_of(labels, [this](const QLabel* label) {
        return label->text() == form_.startButton()->toolTip();
    })) << "beside the button, too";
    form_.setEngine(QString(), 0, QStringLiteral("no engine here"));
    EXPECT_EQ(form_.startButton()->toolTip(), QStringLiteral("no engine here"));
}

TEST_F(MeasureFormTest, OfDataInAStoreNoDiskIsSpokenOf) {
    const auto shown = [this] {
        return form_.findChild<WordChooser*>(QStringLiteral("picker.storage.volume"))->shown();
    };
    EXPECT_EQ(shown(), QStringLiteral("This disk as it is"));
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("s3://data/set");
    form_.setSpec(spec);
    EXPECT_EQ(shown(), QStringLiteral("The store as it is"));
}

TEST_F(MeasureFormTest, ChangedSettingTurnsAPresetIntoCustom) {
    form_.setPreset(Preset::ThreadSweep);
    const auto sweep = form_.spec().sweep;
    type(amount(form_, "storage.queue_depth"), "8");

    EXPECT_EQ(spec::integer_of(form_.spec().base, "storage.queue_depth"), 8);
    ASSERT_EQ(form_.spec().sweep.size(), sweep.size());
    EXPECT_EQ(form_.spec().sweep[0].values, sweep[0].values);
    EXPECT_EQ(form_.findChild<PresetCards*>()->chosen(), Preset::Custom);
}

TEST_F(MeasureFormTest, SweptSettingCannotBeSetTwice) {
    form_.setPreset(Preset::ThreadSweep);
    EXPECT_FALSE(form_.findChild<QWidget*>(QStringLiteral("decode.threads"))->isEnabled());
}

TEST_F(MeasureFormTest, TitleFollowsWhatIsMeasuredUnlessOneIsTyped) {
    form_.picker()->setFolder(QStringLiteral("/data/photos"));
    QLineEdit* title = nullptr;
    for (QLineEdit* edit : form_.findChildren<QLineEdit*>()) {
        title = edit->placeholderText().startsWith(QStringLiteral("photos, ")) ? edit : title;
    }
    ASSERT_NE(title, nullptr);
    form_.setEngine(QString(), 4, QString());
    form_.setPreset(Preset::ThreadSweep);
    EXPECT_EQ(title->placeholderText(), QStringLiteral("photos, 1–8 threads"));
    auto* kind = form_.findChild<QComboBox*>(QStringLiteral("picker.consumer.kind"));
    form_.setPreset(Preset::Quick);
    kind->setCurrentIndex(kind->findData(QStringLiteral("paced")));
    EXPECT_EQ(title->placeholderText(), QStringLiteral("photos, A100 ResNet-50"));
    EXPECT_EQ(form_.spec().title, "") << "the engine names it";
    form_.resize(980, 660);
    keepPicture(form_, QStringLiteral("measure-accelerator"));
    form_.setPreset(Preset::Custom);
    form_.resize(980, 1500);
    keepPicture(form_, QStringLiteral("measure-advanced"));
    applyTheme(ThemeChoice::Dark);
    keepPicture(form_, QStringLiteral("measure-advanced-dark"));
    applyTheme(ThemeChoice::Light);
}

TEST(PresetCards, ArrowKeysChooseAndReturnStarts) {
    PresetCards cards;
    cards.setCores(4);
    cards.resize(1200, 200);
    cards.show();
    cards.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&cards));
    QSignalSpy made(&cards, &PresetCards::choiceMade);
    QSignalSpy started(&cards, &PresetCards::startAsked);
    cards.setFocus();
    QTest::keyClick(cards.focusProxy(), Qt::Key_Right);
    EXPECT_EQ(cards.chosen(), Preset::Standard);
    EXPECT_EQ(made.count(), 1);
    QTest::keyClick(cards.focusProxy(), Qt::Key_Return);
    EXPECT_EQ(started.count(), 1);
    EXPECT_EQ(cards.chosen(), Preset::Standard) << "Return starts the chosen card";
}

// Goal: no word of a card is cut, however long the language's words are. Method: a long one, in the
// narrow window of a small screen.
TEST(PresetCards, AreAsWideAsTheirLongestWord) {
    PresetCards cards;
    cards.setCores(2);
    cards.resize(680, 500);
    cards.show();
    QCoreApplication::processEvents();
    const auto all = cards.findChildren<PresetCard*>();
    const auto fits = [](const PresetCard* card) { return card->width() >= card->widthOfWords(); };
    EXPECT_TRUE(std::ranges::all_of(all, fits));
    all.front()->setWords(QStringLiteral("Konfidenzintervallberechnungen"), QString());
    cards.resize(681, 500);
    QCoreApplication::processEvents();
    EXPECT_TRUE(std::ranges::all_of(all, fits));
    EXPECT_LE(cards.childrenRect().right(), cards.width());
}

TEST(PresetCards, OneThatCannotBeMeasuredIsGreyedWithTheReason) {
    PresetCards cards;
    cards.setCores(4);
    const auto card = [&]() -> QAbstractButton* {
        for (QAbstractButton* one : cards.findChildren<QAbstractButton*>()) {
            if (one->text() == titleOf(Preset::NetworkRates)) {
                return one;
            }
        }
        return nullptr;
    };
    ASSERT_NE(card(), nullptr);
    EXPECT_TRUE(card()->isEnabled());
    cards.setUnavailable(Preset::NetworkRates, QStringLiteral("There is no driver."));
    EXPECT_FALSE(card()->isEnabled());
    EXPECT_EQ(card()->toolTip(), QStringLiteral("There is no driver."));
    EXPECT_TRUE(card()->accessibleDescription().contains(QStringLiteral("no driver")));
    cards.setUnavailable(Preset::NetworkRates, QString());
    EXPECT_TRUE(card()->isEnabled());
    EXPECT_FALSE(card()->toolTip().contains(QStringLiteral("no driver")));
}

// Goal: a preset that has a consumer of its own leaves nothing behind.
TEST_F(MeasureFormTest, NetworkRatesFeedAGpuAndGiveTheConsumerBack) {
    auto* kind = form_.findChild<QComboBox*>(QStringLiteral("picker.consumer.kind"));
    kind->setCurrentIndex(kind->findData(QStringLiteral("paced")));
    form_.setPreset(Preset::NetworkRates);
    EXPECT_EQ(spec::text_of(form_.spec().base, "consumer.kind"), "gpu");
    EXPECT_EQ(kind->currentData().toString(), QStringLiteral("gpu"));
    EXPECT_EQ(form_.spec().sweep.size(), 2U);
    spec::StudySpec spec = form_.spec();
    spec.base["dataset.path"] = std::string("/images");
    const auto valid = spec::validate(spec);
    EXPECT_TRUE(valid) << describe(valid.error());

    form_.setPreset(Preset::Quick);
    EXPECT_EQ(spec::text_of(form_.spec().base, "consumer.kind"), "paced");
    EXPECT_EQ(kind->currentData().toString(), QStringLiteral("paced"));
    EXPECT_TRUE(form_.spec().sweep.empty());
}

// Goal: data of this computer are read as from a store for as long as the three ways are chosen.
TEST_F(MeasureFormTest, WaysEmulateAStoreUnlessSomethingElseIsChosen) {
    const auto store = [this] { return spec::text_of(form_.spec().base, "storage.store"); };
    form_.picker()->setFolder(QStringLiteral("/data/photos"));
    form_.setPreset(Preset::Ways);
    EXPECT_EQ(store(), kWaysStore);
    EXPECT_TRUE(spec::validate(form_.spec()));
    form_.setPreset(Preset::Quick);
    EXPECT_EQ(store(), "");

    spec::StudySpec own = form_.spec();
    own.base["storage.volume"] = std::string("aws-gp2:100GiB");
    form_.setSpec(own);
    form_.setPreset(Preset::Ways);
    EXPECT_EQ(store(), "");
    EXPECT_EQ(spec::text_of(form_.spec().base, "storage.volume"), "aws-gp2:100GiB");
}

// Goal: "Run again…" measures what the study measured. Method: studies of other data than those in
// the form, with what is emulated and set under them.
TEST_F(MeasureFormTest, AStudyOfOtherDataKeepsWhatIsEmulatedUnderThem) {
    form_.picker()->setFolder(QStringLiteral("/data/photos"));
    form_.setPreset(Preset::Quick);
    spec::StudySpec volume = form_.spec();
    volume.base["dataset.path"] = std::string("/data/others");
    volume.base["storage.volume"] = std::string("aws-gp2:100GiB");
    volume.base["storage.volume_credits"] = std::string("empty");
    form_.setSpec(volume);
    EXPECT_EQ(form_.spec().base, volume.base);
    form_.picker()->setFolder(QStringLiteral("/data/photos"));
    form_.setPreset(Preset::Custom);
    EXPECT_EQ(spec::text_of(form_.spec().base, "storage.volume"), "aws-gp2:100GiB");

    form_.setPreset(Preset::Ways);  // which lends the same store
    spec::StudySpec store = volume;
    store.base["storage.volume"] = std::string();
    store.base["storage.volume_credits"] = std::string("full");
    store.base["storage.store"] = std::string(kWaysStore);
    store.base["storage.retry_attempts"] = std::int64_t{1};
    store.base["storage.retry_seconds"] = 0.5;
    form_.setSpec(store);
    EXPECT_EQ(form_.spec().base, store.base);
    form_.picker()->setFolder(QStringLiteral("/data/photos"));
    EXPECT_EQ(spec::text_of(form_.spec().base, "storage.store"), kWaysStore);
    EXPECT_EQ(spec::integer_of(form_.spec().base, "storage.retry_attempts"), 1);
}

TEST(DatasetFacts, NamesTheCountersThatARunWouldHave) {
    const auto place = placeFactsFrom(
        QJsonDocument::fromJson(
            R"({"file_system":"nfs4","counters":[{"name":"NFS client",)"
            R"("file":"/proc/self/mountstats","metrics":[]},{"name":"other","file":"/sys/x",)"
            R"("metrics":[],"missing":"root only"}]})")
            .object());
    EXPECT_EQ(place.counters, QStringList{QStringLiteral("NFS client in /proc/self/mountstats")});
}

TEST(DatasetFacts, WarnsOfWhatMemoryOrADisksCacheWouldServe) {
    const auto place = placeFactsFrom(
        QJsonDocument::fromJson(
            R"({"path":"/d","file_system":"ext4","devices":[{"name":"vda"}],"memory_bytes":8e9,)"
            R"("bytes_free":1e9,"warnings":["Something to know."]})")
            .object());
    ImageFacts images;
    images.images = 1000;
    images.bytes = 1e8;

    EXPECT_EQ(warningsOf(place, images, true), QStringList{QStringLiteral("Something to know.")})
        << "cold and direct reads measure the disk: nothing to warn of";
    const QStringList warnings = warningsOf(place, images, false);
    ASSERT_EQ(warnings.size(), 2);
    EXPECT_TRUE(warnings[1].contains(QStringLiteral("fits in memory")));
    images.images = 20;
    EXPECT_TRUE(warningsOf(place, images, true).last().contains(QStringLiteral("Only 20 images")));
}

TEST(MeasureForm, EditsComeBackWithCustomAfterALookAtAnotherPreset) {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    MeasureForm form(QString(), &settings);
    const auto depth = [&] { return form.spec().base.at("storage.queue_depth"); };
    const auto preset_value = depth();
    AmountBox* const field = amount(form, "storage.queue_depth");
    ASSERT_NE(field, nullptr);

    type(field, "7");
    form.setPreset(Preset::Quick);
    EXPECT_EQ(depth(), preset_value);
    form.setPreset(Preset::Custom);

    EXPECT_EQ(depth(), spec::SettingValue(std::int64_t{7}));
    EXPECT_EQ(field->text(), QStringLiteral("7"));
}

}  // namespace
}  // namespace throughline::ui
