// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/consumer_picker.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <QFile>
#include <QJsonDocument>
#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include "engine/spec/spec.h"
#include "tests/ui/kept_picture.h"
#include "ui/measure/measure_form.h"
#include "ui/style/theme.h"

namespace throughline::ui {
namespace {

QComboBox* box(const QWidget& owner, const char* key) {
    return owner.findChild<QComboBox*>(QStringLiteral("picker.") + QLatin1String(key));
}
void choose(const QWidget& owner, const char* key, const char* value) {
    box(owner, key)->setCurrentIndex(box(owner, key)->findData(QLatin1String(value)));
}
std::string value(const spec::Settings& settings, const char* key) {
    return spec::setting_text(settings.at(key));
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
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("/x");
    picker.writeTo(spec.base);

    EXPECT_EQ(value(spec.base, "consumer.kind"), "gpu");
    EXPECT_EQ(value(spec.base, "consumer.network"), "trivial");
    EXPECT_EQ(value(spec.base, "consumer.phase"), "training");
    EXPECT_EQ(value(spec.base, "consumer.transfer"), "pageable");
    EXPECT_TRUE(spec::validate(spec));
    ConsumerPicker other;
    other.setValues(spec.base);
    spec::Settings back;
    other.writeTo(back);
    for (const auto& [key, written] : back) {
        EXPECT_EQ(written, spec.base.at(key)) << key;
    }
}

GpuInfo withoutCudnn() {
    return info(
        R"({"usable":true,"plugin":{"driver":"580.1","devices":[{"name":"H200","usable":true}],
        "libraries":[{"name":"libcudnn.so.9","needed_for":"networks","found":false,
        "detail":"not in /x"}]}})");
}
QString allText(const QWidget& owner) {
    QString text;
    for (const QLabel* label : owner.findChildren<QLabel*>()) {
        text += label->text() + u'\n';
    }
    return text;
}

TEST(ConsumerPicker, LargestBatchIsForNetworksOnly) {
    ConsumerPicker picker;
    picker.setGpu(oneGpu());
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "vgg16");
    auto* batch = picker.findChild<QSpinBox*>(QStringLiteral("picker.batch.images"));
    ASSERT_NE(batch, nullptr);
    batch->setValue(0);
    EXPECT_EQ(batch->text(), QStringLiteral("largest that fits"));
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("/x");
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "batch.images"), "0");
    EXPECT_TRUE(spec::validate(spec));
    ConsumerPicker other;
    other.setValues(spec.base);
    EXPECT_EQ(other.findChild<QSpinBox*>(QStringLiteral("picker.batch.images"))->value(), 0)
        << "there and back";

    choose(picker, "consumer.network", "transfer");
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "batch.images"), "64") << "no size is too large: the default";
    EXPECT_EQ(batch->text(), QStringLiteral("64 images"));
    EXPECT_TRUE(spec::validate(spec));
    batch->setValue(1);
    EXPECT_EQ(batch->text(), QStringLiteral("1 image")) << "a batch of one image is no wish";
    choose(picker, "consumer.network", "vgg16");
    EXPECT_EQ(batch->value(), 1) << "what was typed stays";
    choose(picker, "consumer.network", "transfer");
    spec.base["batch.images"] = std::int64_t{0};
    choose(picker, "consumer.kind", "null");
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "batch.images"), "64");
}

TEST(ConsumerPicker, ProxyIsCalledOneAndOfferedWithoutCudnn) {
    ConsumerPicker picker;
    picker.setGpu(withoutCudnn());
    choose(picker, "consumer.kind", "gpu");
    auto* networks = box(picker, "consumer.network");
    const auto* model = qobject_cast<QStandardItemModel*>(networks->model());
    const int network = networks->findData(QStringLiteral("vgg16"));
    const int proxy = networks->findData(QStringLiteral("proxy_vgg16"));
    EXPECT_FALSE(model->item(network)->isEnabled());
    EXPECT_TRUE(model->item(network)->toolTip().contains(QStringLiteral("not in /x")));
    EXPECT_TRUE(model->item(proxy)->isEnabled());
    networks->setCurrentIndex(proxy);
    EXPECT_EQ(networks->currentText(), QStringLiteral("Proxy of VGG-16, without cuDNN"));
    EXPECT_EQ(picker.obstacle(), QString());
    EXPECT_TRUE(allText(picker).contains(QStringLiteral("its rate is not that of the network")));
    spec::Settings settings;
    picker.writeTo(settings);
    EXPECT_EQ(value(settings, "consumer.network"), "proxy_vgg16");
}

TEST(ConsumerPicker, AdviceIsInTheWindowsWords) {
    const GpuInfo none = info(R"({"usable":false,"reason":"NVIDIA GPU on the PCI bus: none",
        "advice":"Measure with consumer.kind=null or paced.","plugin":null,"checks":[
        {"name":"hardware","found":false,"advice":"Measure with consumer.kind=null or paced."}]})");
    EXPECT_FALSE(none.problem.contains(QStringLiteral("consumer.kind")));
    EXPECT_TRUE(
        none.problem.startsWith(QStringLiteral("No NVIDIA GPU was found in this computer. ")))
        << "and not the engine's English words";
    EXPECT_TRUE(none.problem.contains(QStringLiteral("Emulated accelerator")));
}

// Goal: nobody reads what another engine said. Method: the first engine answers only when it is let
// go, after the second one was chosen.
TEST(ConsumerPicker, AnswerOfAnEngineThatWasReplacedIsNotShown) {
    const QTemporaryDir folder;
    const auto engine = [&folder](const char* name, const char* first, const char* gpu) {
        const QString path = folder.filePath(QLatin1String(name));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QStringLiteral("#!/bin/sh\n%1\necho '{\"usable\":true,\"plugin\":{\"driver\":"
                                  "\"1\",\"devices\":[{\"name\":\"%2\",\"usable\":true}]}}'\n")
                       .arg(QLatin1String(first), QLatin1String(gpu))
                       .toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    };
    const QString gate = folder.filePath(QStringLiteral("gate"));
    ASSERT_EQ(::mkfifo(gate.toUtf8().constData(), 0600), 0);
    const QString old_engine =
        engine("old", qPrintable(QStringLiteral("read line <") + gate), "Old GPU");
    const QString new_engine = engine("new", ":", "New GPU");
    ConsumerPicker picker;
    QSignalSpy known(&picker, &ConsumerPicker::availabilityChanged);
    picker.show();
    picker.setEngine(old_engine);
    picker.setEngine(new_engine);
    QFile open_gate(gate);
    ASSERT_TRUE(open_gate.open(QIODevice::WriteOnly));  // waits until the old one reads
    open_gate.write("go\n");
    open_gate.close();
    ASSERT_TRUE(known.wait(10000));
    EXPECT_TRUE(allText(picker).contains(QStringLiteral("New GPU")));
    EXPECT_FALSE(allText(picker).contains(QStringLiteral("Old GPU")));
    EXPECT_EQ(known.count(), 1);
}

TEST(ConsumerPicker, WhatNeedsNoTrainingIsNotTrained) {
    ConsumerPicker picker;
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "trivial");
    choose(picker, "consumer.phase", "training");
    choose(picker, "consumer.network", "resnet50_v1.5");
    EXPECT_EQ(box(picker, "consumer.phase")->currentData().toString(), QStringLiteral("training"));
    choose(picker, "consumer.network", "transfer");
    spec::Settings settings;
    picker.writeTo(settings);
    EXPECT_EQ(value(settings, "consumer.phase"), "inference");
    EXPECT_FALSE(box(picker, "consumer.phase")->isEnabled());
    EXPECT_EQ(box(picker, "consumer.phase")->currentData().toString(), QStringLiteral("inference"))
        << "what is greyed says what is measured";
}

// Goal: a study of four GPUs is one number away, and is not refused for its number of batches.
TEST(ConsumerPicker, SeveralGpusAreOfferedWhereThereAreSeveral) {
    ConsumerPicker picker;
    GpuInfo info = oneGpu();
    auto* gpus = picker.findChild<QSpinBox*>(QStringLiteral("picker.gpus"));
    choose(picker, "consumer.kind", "gpu");
    picker.setGpu(info);
    EXPECT_TRUE(gpus->parentWidget()->isHidden());
    info.devices << info.devices << info.devices << info.devices;
    picker.setGpu(info);
    EXPECT_FALSE(gpus->parentWidget()->isHidden());
    gpus->setValue(4);
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("/x");
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "consumer.accelerators"), "4");
    EXPECT_EQ(value(spec.base, "batch.slots"), "8");
    choose(picker, "consumer.kind", "null");
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "consumer.accelerators"), "1");
}

// Goal: whoever cannot measure a GPU reads why before the start, and cannot pick it by mistake.
TEST(ConsumerPicker, WhatHasNoPartIsNotWritten) {
    ConsumerPicker picker;
    picker.setGpu(oneGpu());
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.transfer", "pageable");
    choose(picker, "consumer.kind", "null");
    spec::StudySpec spec = spec::default_spec();
    spec.base["dataset.path"] = std::string("/x");
    spec.base["consumer.barrier"] = true;  // of emulated accelerators, before
    picker.writeTo(spec.base);
    EXPECT_EQ(value(spec.base, "consumer.transfer"), "pinned");
    EXPECT_TRUE(spec::validate(spec));
}

// Goal: a study of a version that wrote keys without a part is loaded and can be started.
TEST(ConsumerPicker, OlderStudyWithKeysThatHaveNoPartIsLoaded) {
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    MeasureForm form(QString(), &settings);
    spec::StudySpec old = spec::default_spec();
    old.base["dataset.path"] = std::string("/x");
    old.base["consumer.transfer"] = std::string("pageable");
    old.base["consumer.barrier"] = true;
    form.setSpec(old);
    EXPECT_TRUE(spec::validate(form.spec()));
}

TEST(ConsumerPicker, MissingGpuIsExplainedAndNotOffered) {
    ConsumerPicker picker;
    EXPECT_EQ(picker.obstacleOfNetworks(), QString()) << "not known yet";
    picker.setGpu(noGpu());
    EXPECT_TRUE(picker.obstacleOfNetworks().contains(noGpu().problem));
    const auto* model = qobject_cast<QStandardItemModel*>(box(picker, "consumer.kind")->model());
    EXPECT_FALSE(model->item(2)->isEnabled());
    EXPECT_EQ(picker.obstacle(), QString()) << "nothing is in the way of the other choices";
    const auto labels = picker.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("Install the driver."));
    }));

    spec::Settings settings = spec::default_settings();
    settings["consumer.kind"] = std::string("gpu");  // a study that is measured again
    picker.setValues(settings);
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("there is none")));
}

// Goal: a GPU that cannot be measured is greyed like anything else that cannot, and an older study
// with it says why. Method: a V100 beside an H100, and a plug-in that has code for one of them.
TEST(ConsumerPicker, GpuThatCannotBeMeasuredIsGreyedWithTheReason) {
    const GpuInfo two = info(R"({"usable":true,"plugin":{"driver":"1","build":"CUDA 13.0",
        "devices":[{"name":"V100","compute_major":7,"compute_minor":0,"usable":false},
        {"name":"H100","usable":true}]}})");
    ConsumerPicker picker;
    choose(picker, "consumer.kind", "gpu");
    picker.setGpu(two);
    auto* devices = box(picker, "consumer.device");
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("V100, compute capability 7.0")));
    devices->setCurrentIndex(1);
    EXPECT_EQ(picker.obstacle(), QString());
    const auto* model = qobject_cast<QStandardItemModel*>(devices->model());
    EXPECT_FALSE(model->item(0)->isEnabled());
    EXPECT_TRUE(model->item(0)->toolTip().contains(QStringLiteral("(CUDA 13.0) has no code")));
    EXPECT_TRUE(model->item(1)->isEnabled());
}

TEST(ConsumerPicker, NetworkWithoutItsLibraryIsAnObstacle) {
    ConsumerPicker picker;
    picker.setGpu(withoutCudnn());
    choose(picker, "consumer.kind", "gpu");
    choose(picker, "consumer.network", "trivial");
    EXPECT_EQ(picker.obstacle(), QString());
    choose(picker, "consumer.network", "vgg16");
    EXPECT_TRUE(picker.obstacle().contains(QStringLiteral("libcudnn.so.9: not in /x")));
}

TEST(ConsumerPicker, ItsTextFollowsTheTheme) {
    ConsumerPicker picker;
    picker.setGpu(oneGpu());
    const auto labels = picker.findChildren<QLabel*>();
    const auto text = std::find_if(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().contains(QStringLiteral("H200"));
    });
    ASSERT_NE(text, labels.end());
    applyTheme(ThemeChoice::Dark);
    const QColor dark = (*text)->palette().color(QPalette::WindowText);
    applyTheme(ThemeChoice::Light);
    EXPECT_EQ(dark, darkTheme().mutedText);
    EXPECT_EQ((*text)->palette().color(QPalette::WindowText), lightTheme().mutedText);
}

TEST(ConsumerPicker, DeviceOfAStudyIsKeptThoughItIsNotHere) {
    ConsumerPicker picker;
    spec::Settings settings = spec::default_settings();
    settings["consumer.kind"] = std::string("gpu");
    settings["consumer.device"] = std::int64_t{3};
    picker.setValues(settings);
    picker.setGpu(oneGpu());
    spec::Settings back;
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
    picker->setGpu(withoutCudnn());
    choose(*picker, "consumer.network", "proxy_resnet50_v1.5");
    picker->findChild<QSpinBox*>(QStringLiteral("picker.batch.images"))->setValue(0);
    keepPicture(form, QStringLiteral("consumer-proxy"));
    applyTheme(ThemeChoice::Dark);
    keepPicture(form, QStringLiteral("consumer-proxy-dark"));
    applyTheme(ThemeChoice::Light);
    choose(*picker, "consumer.network", "resnet50_v1.5");
    keepPicture(form, QStringLiteral("consumer-no-cudnn"));
    choose(*picker, "consumer.network", "trivial");

    form.setPreset(Preset::Standard);

    EXPECT_EQ(value(form.spec().base, "consumer.kind"), "gpu");
    EXPECT_EQ(value(form.spec().base, "consumer.network"), "trivial");
    EXPECT_EQ(form.findChild<QComboBox*>(QStringLiteral("consumer.network")), nullptr)
        << "it is asked for in one place";
}

}  // namespace
}  // namespace throughline::ui
