// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/consumer_picker.h"

#include <gtest/gtest.h>

#include <QJsonDocument>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include "engine/run/spec.h"
#include "tests/ui/kept_picture.h"
#include "ui/measure/measure_form.h"

namespace throughline::ui {
namespace {

QComboBox* box(const QWidget& owner, const char* key) {
    return owner.findChild<QComboBox*>(QStringLiteral("picker.") + QLatin1String(key));
}
void choose(const QWidget& owner, const char* key, const char* value) {
    box(owner, key)->setCurrentIndex(box(owner, key)->findData(QLatin1String(value)));
}
std::string value(const run::Settings& settings, const char* key) {
    return run::setting_text(settings.at(key));
}
GpuInfo info(const char* json) {
    return gpuInfoFrom(QJsonDocument::fromJson(json).object());
}
GpuInfo oneGpu() {
    return info(R"({"usable":true,"reason":"","plugin":{"driver":"580.1","devices":[
        {"name":"NVIDIA H200","memory_bytes":143000000000,"usable":true}]}})");
}
GpuInfo noGpu() {
    return info(R"({"usable":false,"reason":"NVIDIA kernel driver: there is none",
        "advice":"Install the driver.","plugin":null})");
}

TEST(GpuInfo, ReasonAndWhatToDoStandTogether) {
    EXPECT_EQ(noGpu().problem,
              QStringLiteral("NVIDIA kernel driver: there is none. Install the driver."));
    EXPECT_TRUE(oneGpu().problem.isEmpty());
    EXPECT_EQ(oneGpu().devices, QStringList{QStringLiteral("NVIDIA H200, 143 GB")});
    EXPECT_FALSE(info("{}").problem.isEmpty()) << "an answer without a reason is no yes";
}

TEST(ConsumerPicker, EveryChoiceGoesThereAndBack) {
    ConsumerPicker picker;
    picker.setGpu(oneGpu());
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "trivial");
    choose(picker, "consumer.phase", "training");
    choose(picker, "consumer.transfer", "pageable");
    run::StudySpec spec = run::default_spec();
    spec.base["dataset.path"] = std::string("/x");
    picker.writeTo(spec.base);

    EXPECT_EQ(value(spec.base, "consumer.kind"), "gpu");
    EXPECT_EQ(value(spec.base, "consumer.network"), "trivial");
    EXPECT_EQ(value(spec.base, "consumer.phase"), "training");
    EXPECT_EQ(value(spec.base, "consumer.transfer"), "pageable");
    EXPECT_TRUE(run::validate(spec));
    ConsumerPicker other;
    other.setValues(spec.base);
    run::Settings back;
    other.writeTo(back);
    for (const auto& [key, written] : back) {
        EXPECT_EQ(written, spec.base.at(key)) << key;
    }
}

TEST(ConsumerPicker, WhatNeedsNoTrainingIsNotTrained) {
    ConsumerPicker picker;
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "trivial");
    choose(picker, "consumer.phase", "training");
    choose(picker, "consumer.network", "transfer");
    run::Settings settings;
    picker.writeTo(settings);
    EXPECT_EQ(value(settings, "consumer.phase"), "inference");
    EXPECT_FALSE(box(picker, "consumer.phase")->isEnabled());
}

// Goal: whoever cannot measure a GPU reads why before the start, and cannot pick it by mistake.
TEST(ConsumerPicker, MissingGpuIsExplainedAndNotOffered) {
    ConsumerPicker picker;
    picker.setGpu(noGpu());
    const auto* model = qobject_cast<QStandardItemModel*>(box(picker, "consumer.kind")->model());
    EXPECT_FALSE(model->item(2)->isEnabled());
    EXPECT_EQ(picker.obstacle(), QString()) << "nothing is in the way of the other choices";
    const auto labels = picker.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("Install the driver."));
    }));

    run::Settings settings = run::default_settings();
    settings["consumer.kind"] = std::string("gpu");  // a study that is measured again
    picker.setValues(settings);
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("there is none")));
}

TEST(ConsumerPicker, NetworkWithoutItsLibraryIsAnObstacle) {
    ConsumerPicker picker;
    picker.setGpu(info(R"({"usable":true,"plugin":{"driver":"580.1","devices":[{"name":"H200"}],
        "libraries":[{"name":"libcudnn.so.9","needed_for":"networks","found":false,
        "detail":"not in /x"}]}})"));
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "trivial");
    EXPECT_EQ(picker.obstacle(), QString());
    choose(picker, "consumer.network", "vgg16");
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("libcudnn.so.9: not in /x")));
}

TEST(ConsumerPicker, DeviceOfAStudyIsKeptThoughItIsNotHere) {
    ConsumerPicker picker;
    run::Settings settings = run::default_settings();
    settings["consumer.kind"] = std::string("gpu");
    settings["consumer.device"] = std::int64_t{3};
    picker.setValues(settings);
    picker.setGpu(oneGpu());
    run::Settings back;
    picker.writeTo(back);
    EXPECT_EQ(value(back, "consumer.device"), "3");
    EXPECT_TRUE(box(picker, "consumer.device")
                    ->itemData(0, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("H200")));
}

TEST(ConsumerPicker, ChoiceStaysWhenThePresetChanges) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    MeasureForm form(QString(), &settings);
    auto* picker = form.findChild<ConsumerPicker*>();
    ASSERT_NE(picker, nullptr);
    picker->setGpu(oneGpu());
    choose(*picker, "consumer.kind", "gpu");
    choose(*picker, "consumer.network", "trivial");
    form.resize(980, 660);
    keepPicture(form, QStringLiteral("consumer-gpu"));

    form.setPreset(Preset::Standard);

    EXPECT_EQ(value(form.spec().base, "consumer.kind"), "gpu");
    EXPECT_EQ(value(form.spec().base, "consumer.network"), "trivial");
    auto* field = form.findChild<QComboBox*>(QStringLiteral("consumer.network"));
    ASSERT_NE(field, nullptr);
    EXPECT_EQ(field->currentText(), QStringLiteral("trivial")) << "Advanced says the same";
}

}  // namespace
}  // namespace throughline::ui
