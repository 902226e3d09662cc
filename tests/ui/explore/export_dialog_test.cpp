// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/export_dialog.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>

#include "tests/ui/charts/synthetic_studies.h"
#include "tests/ui/kept_picture.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {
namespace {

class ExportDialogTest : public testing::Test {
protected:
    ExportDialogTest() {
        explore_.setStudies({synthetic::threadStudy(QStringLiteral("A"), 0)});
        dialog_ = explore_.exporter()->askAndExport();
    }
    template <class Widget>
    Widget* part() const {
        return dialog_->findChild<Widget*>();
    }

    ExploreWidget explore_;
    ExportDialog* dialog_ = nullptr;  // deletes itself
    QTemporaryDir folder_;
};

TEST_F(ExportDialogTest, OffersTheSizesOfTheCommandLine) {
    auto* size = part<QComboBox>();
    ASSERT_EQ(size->count(), pageSizeNames().size());
    EXPECT_EQ(dialog_->page().size, *pageSizeOf(QStringLiteral("slide")));

    size->setCurrentIndex(1);

    EXPECT_EQ(dialog_->page().size, *pageSizeOf(QStringLiteral("column")));
}

// Goal: Enter saves; set too early, the default was lost to Cancel.
TEST_F(ExportDialogTest, SaveIsWhatEnterDoes) {
    const auto buttons = dialog_->findChildren<QPushButton*>();
    for (const QPushButton* button : buttons) {
        EXPECT_EQ(button->isDefault(), button->text() == QStringLiteral("Sa&ve…"))
            << button->text().toStdString();
    }
}

TEST_F(ExportDialogTest, WritesWhatIsSet) {
    part<QComboBox>()->setCurrentIndex(2);
    part<QSpinBox>()->setValue(3);
    part<QLineEdit>()->setText(QStringLiteral("Four threads are enough"));
    const QString path = folder_.filePath(QStringLiteral("chart.png"));

    ASSERT_TRUE(dialog_->saveTo(path));

    const QImage image(path);
    EXPECT_EQ(image.size(), *pageSizeOf(QStringLiteral("page")) * 3);
    EXPECT_EQ(image.text(QStringLiteral("Title")), QStringLiteral("Four threads are enough"));
    EXPECT_EQ(dialog_->saveTo(folder_.filePath(QStringLiteral("chart.docx"))).error().code,
              ErrorCode::Usage);
}

TEST_F(ExportDialogTest, ShowsWhatItWillWrite) {
    QLabel* label = nullptr;
    for (QLabel* one : dialog_->findChildren<QLabel*>()) {
        label = one->pixmap(Qt::ReturnByValue).isNull() ? label : one;
    }
    ASSERT_NE(label, nullptr);
    const QImage slide = label->pixmap(Qt::ReturnByValue).toImage();

    part<QComboBox>()->setCurrentIndex(1);

    const QImage column = label->pixmap(Qt::ReturnByValue).toImage();
    EXPECT_NEAR(double(slide.width()) / slide.height(), 16.0 / 9.0, 0.02);
    EXPECT_NEAR(double(column.width()) / column.height(), 336.0 / 300.0, 0.02);
    keepPicture(*dialog_, QStringLiteral("export-dialog"));
}

TEST_F(ExportDialogTest, WhatWasSavedIsOfferedNextTime) {
    part<QComboBox>()->setCurrentIndex(1);
    Q_EMIT dialog_->saved(folder_.filePath(QStringLiteral("chart.svg")));

    EXPECT_EQ(explore_.exporter()->askAndExport()->page().size,
              *pageSizeOf(QStringLiteral("column")));
}

}  // namespace
}  // namespace throughline::ui
