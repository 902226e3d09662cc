// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_form.h"

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QSettings>
#include <QTemporaryDir>
#include <QWheelEvent>

#include "ui/measure/accelerator_box.h"

namespace throughline::ui {
namespace {

TEST(SettingsForm, HasAFieldForEverySettingAndKeepsValues) {
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
        if (std::string_view(info.key) == "dataset.path") {
            continue;  // has its own picker
        }
        ASSERT_TRUE(read.contains(info.key)) << info.key;
        EXPECT_EQ(read.at(info.key), settings.at(info.key)) << info.key;
    }
}

// A study of an accelerator with a step time of 250 µs is run again with the same step time.
TEST(SettingsForm, MicrosecondsAreKept) {
    SettingsForm form;
    spec::Settings settings = spec::default_settings();
    settings["consumer.batch_seconds"] = 0.00025;

    form.setValues(settings);
    spec::Settings read;
    form.writeTo(read);

    EXPECT_EQ(read.at("consumer.batch_seconds"), settings.at("consumer.batch_seconds"));
}

TEST(SettingsForm, ChoosingAnAcceleratorPacesByIt) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    auto* box = form.findChild<AcceleratorBox*>(QStringLiteral("consumer.preset"));
    ASSERT_NE(box, nullptr);
    box->showPopup();
    box->hidePopup();
    ASSERT_GT(box->count(), 200);

    box->setPreset("mlperf-storage-003");

    spec::Settings read;
    form.writeTo(read);
    EXPECT_EQ(std::get<std::string>(read.at("consumer.preset")), "mlperf-storage-003");
    EXPECT_EQ(std::get<std::string>(read.at("consumer.kind")), "paced");
    EXPECT_TRUE(box->currentText().contains(QStringLiteral("MLPerf Storage v2.0")))
        << "never the chip's name alone";
}

TEST(SettingsForm, ScrollingPastAFieldDoesNotChangeIt) {
    SettingsForm form;
    form.setValues(spec::default_settings());
    auto* depth = form.findChild<QDoubleSpinBox*>(QStringLiteral("storage.queue_depth"));
    ASSERT_NE(depth, nullptr);
    const double before = depth->value();
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
        if (std::string_view(info.key) == "dataset.path") {
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
    form_.setEngine(QString(), 0, QStringLiteral("no engine here"));
    EXPECT_EQ(form_.startButton()->toolTip(), QStringLiteral("no engine here"));
}

TEST_F(MeasureFormTest, ChangedSettingTurnsAPresetIntoCustom) {
    form_.setPreset(Preset::ThreadSweep);
    const auto sweep = form_.spec().sweep;
    auto* depth = form_.findChild<QDoubleSpinBox*>(QStringLiteral("storage.queue_depth"));
    ASSERT_NE(depth, nullptr);

    depth->setValue(8);

    EXPECT_EQ(spec::integer_of(form_.spec().base, "storage.queue_depth"), 8);
    ASSERT_EQ(form_.spec().sweep.size(), sweep.size());
    EXPECT_EQ(form_.spec().sweep[0].values, sweep[0].values);
    EXPECT_EQ(form_.findChild<QButtonGroup*>()->checkedId(), static_cast<int>(Preset::Custom));
}

TEST_F(MeasureFormTest, SweptSettingCannotBeSetTwice) {
    form_.setPreset(Preset::ThreadSweep);
    EXPECT_FALSE(form_.findChild<QWidget*>(QStringLiteral("decode.threads"))->isEnabled());
}

TEST(DatasetFacts, SmallSetIsWarnedAbout) {
    const auto place = placeFactsFrom(
        QJsonDocument::fromJson(
            R"({"path":"/d","file_system":"ext4","devices":[{"name":"vda"}],"memory_bytes":8e9,)"
            R"("bytes_free":1e9,"warnings":["Something to know."]})")
            .object());
    ImageFacts images;
    images.images = 10;
    images.bytes = 1e6;

    const QStringList warnings = warningsOf(place, images);

    ASSERT_EQ(warnings.size(), 2);
    EXPECT_EQ(warnings[0], QStringLiteral("Something to know."));
    EXPECT_TRUE(warnings[1].contains(QStringLiteral("fits in memory")));
}

TEST(MeasureForm, EditsComeBackWithCustomAfterALookAtAnotherPreset) {
    QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    MeasureForm form(QString(), &settings);
    const auto depth = [&] { return form.spec().base.at("storage.queue_depth"); };
    const auto preset_value = depth();
    auto* field = form.findChild<QDoubleSpinBox*>(QStringLiteral("storage.queue_depth"));
    ASSERT_NE(field, nullptr);

    field->setValue(7);
    form.setPreset(Preset::Quick);
    EXPECT_EQ(depth(), preset_value);
    form.setPreset(Preset::Custom);

    EXPECT_EQ(depth(), spec::SettingValue(std::int64_t{7}));
    EXPECT_EQ(field->value(), 7);
}

}  // namespace
}  // namespace throughline::ui
