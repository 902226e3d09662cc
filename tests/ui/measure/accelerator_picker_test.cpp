// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/accelerator_picker.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

#include "engine/spec/spec.h"
#include "ui/measure/consumer_picker.h"

namespace throughline::ui {
namespace {

class AcceleratorPickerTest : public testing::Test {
protected:
    AcceleratorPickerTest() {
        auto* kind = picker_.findChild<QComboBox*>(QStringLiteral("picker.consumer.kind"));
        kind->setCurrentIndex(kind->findData(QStringLiteral("paced")));
        picker_.resize(900, 200);
        picker_.show();
    }
    WordChooser* box(int index) { return picker_.findChildren<WordChooser*>().at(index); }
    spec::StudySpec written() {
        spec::StudySpec spec = spec::default_spec();
        spec.base["dataset.path"] = std::string("/x");
        picker_.writeTo(spec.base);
        return spec;
    }
    QString text() {
        QString all;
        for (const QLabel* label : picker_.findChildren<QLabel*>()) {
            all += label->isVisibleTo(&picker_) ? label->text() + u'\n' : QString();
        }
        return all;
    }
    static void typeInto(WordChooser* box, const char* words) {
        box->setFocus();
        box->lineEdit()->selectAll();
        QTest::keyClicks(box->lineEdit(), QLatin1String(words));
        QTest::keyClick(box, Qt::Key_Return);
    }
    ConsumerPicker picker_;
};

TEST_F(AcceleratorPickerTest, EmulatingCanBeStartedAtOnce) {
    const spec::StudySpec spec = written();
    EXPECT_TRUE(spec::validate(spec));
    EXPECT_EQ(box(0)->currentText(), QStringLiteral("A100"));
    EXPECT_EQ(box(1)->currentText(), QStringLiteral("ResNet-50 v1.5, training"));
    EXPECT_EQ(box(2)->currentText(), QStringLiteral("mixed precision"));
    EXPECT_TRUE(text().contains(QStringLiteral("images/s")));
    EXPECT_TRUE(text().contains(QStringLiteral("Lambda"))) << "never without its source";
}

TEST_F(AcceleratorPickerTest, WordsInAnyOrderFindAChoice) {
    typeInto(box(1), "training resnet152");
    EXPECT_TRUE(box(1)->currentText().startsWith(QStringLiteral("ResNet-152")));
    typeInto(box(0), "v100");
    EXPECT_EQ(box(0)->currentText(), QStringLiteral("V100"));
    EXPECT_TRUE(box(1)->currentText().startsWith(QStringLiteral("ResNet-152")))
        << "another card keeps the network";
    typeInto(box(0), "elephant");
    EXPECT_EQ(box(0)->currentText(), QStringLiteral("V100")) << "what leads nowhere goes back";
    EXPECT_TRUE(spec::validate(written()));
}

TEST_F(AcceleratorPickerTest, FigureOfAStudyComesBack) {
    spec::StudySpec spec = written();
    spec.base["consumer.preset"] = std::string("mlperf-storage-003");
    picker_.setValues(spec.base);
    EXPECT_EQ(spec::text_of(written().base, "consumer.preset"), "mlperf-storage-003");
    EXPECT_TRUE(text().contains(QStringLiteral("MLPerf Storage v2.0")));
    spec.base["consumer.preset"] = std::string("mine");
    picker_.setValues(spec.base);
    EXPECT_EQ(spec::text_of(written().base, "consumer.preset"), "mine");
    EXPECT_TRUE(box(0)->currentText().contains(QStringLiteral("mine")));
}

TEST_F(AcceleratorPickerTest, OtherFiguresOfTheChoiceAreOffered) {
    const std::string before = spec::text_of(written().base, "consumer.preset");
    auto* menu = picker_.findChild<QMenu*>();
    ASSERT_GT(menu->actions().size(), 3);
    QSignalSpy edited(&picker_, &ConsumerPicker::edited);
    menu->actions().at(1)->trigger();
    EXPECT_NE(spec::text_of(written().base, "consumer.preset"), before);
    EXPECT_EQ(edited.count(), 1);
}

TEST_F(AcceleratorPickerTest, StepTimeOfOnesOwnIsTypedInPeoplesUnits) {
    typeInto(box(0), "own step");
    auto* step = picker_.findChild<AmountBox*>();
    ASSERT_TRUE(step->isVisibleTo(&picker_));
    EXPECT_TRUE(spec::validate(written())) << "it has a usual value";
    EXPECT_EQ(step->text(), QStringLiteral("50 ms"));
    const auto* const line = step->findChild<QLineEdit*>();
    EXPECT_GT(line->width(), line->fontMetrics().horizontalAdvance(QStringLiteral("0 000.00 MiB")))
        << "it can be read";
    step->selectAll();
    QTest::keyClicks(step, QStringLiteral("20 ms"));
    EXPECT_EQ(written().base.at("consumer.batch_seconds"), spec::SettingValue(0.02));
    EXPECT_EQ(spec::text_of(written().base, "consumer.preset"), "");
}

}  // namespace
}  // namespace throughline::ui
