// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_form.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <vector>

namespace throughline::ui {
namespace {

class StudyFormTest : public testing::Test {
protected:
    StudyFormTest() {
        QObject::connect(&form_,
                         &StudyForm::changeAsked,
                         &form_,
                         [this](const store::StudyRow& study, const store::StudyChange& change) {
                             asked_.emplace_back(study.id, change);
                         });
        row_.id = 7;
        row_.title = "Photos";
        row_.note = "before";
        form_.setStudy(row_);
        form_.show();
        form_.activateWindow();
    }

    StudyForm form_;
    store::StudyRow row_;
    std::vector<std::pair<std::int64_t, store::StudyChange>> asked_;
};

TEST_F(StudyFormTest, OnlyWhatDiffersIsSaid) {
    form_.tagsField()->setText(QStringLiteral("keep, fast , keep"));
    form_.priceField()->setText(QLocale().toString(3.5));
    const store::StudyChange change = form_.change();

    EXPECT_FALSE(change.title);
    EXPECT_FALSE(change.note);
    EXPECT_EQ(change.tags, (std::vector<std::string>{"fast", "keep"}));
    EXPECT_EQ(change.price_per_hour, std::optional<double>(3.5));
}

TEST_F(StudyFormTest, AFieldIsSaidOnceWhenItIsLeft) {
    form_.titleField()->setFocus();
    form_.titleField()->selectAll();
    QTest::keyClicks(form_.titleField(), QStringLiteral("Cats"));
    EXPECT_TRUE(asked_.empty()) << "not letter by letter";
    QTest::keyClick(form_.titleField(), Qt::Key_Return);

    ASSERT_EQ(asked_.size(), 1U);
    EXPECT_EQ(asked_[0].first, 7);
    EXPECT_EQ(asked_[0].second.title, "Cats");
    row_.title = "Cats";  // the library has it
    form_.setStudy(row_);
    form_.noteField()->setFocus();
    EXPECT_EQ(asked_.size(), 1U);
}

// Goal: nothing that was typed is lost or told of another study. Method: another study is chosen
// by keyboard while the note has the focus.
TEST_F(StudyFormTest, WhatWasTypedIsSaidOfTheStudyItWasTypedFor) {
    form_.noteField()->setPlainText(QStringLiteral("after the swap"));
    store::StudyRow other;
    other.id = 8;
    other.title = "Other";
    form_.setStudy(other);

    ASSERT_EQ(asked_.size(), 1U);
    EXPECT_EQ(asked_[0].first, 7);
    EXPECT_EQ(asked_[0].second.note, "after the swap");
    EXPECT_EQ(form_.noteField()->toPlainText(), QString());
}

TEST_F(StudyFormTest, NewsOfTheSameStudyLeavesWhatIsBeingTyped) {
    form_.noteField()->setPlainText(QStringLiteral("half a sent"));
    row_.tags = {"keep"};
    form_.setStudy(row_);

    EXPECT_EQ(form_.noteField()->toPlainText(), QStringLiteral("half a sent"));
    EXPECT_EQ(form_.tagsField()->text(), QStringLiteral("keep"));
}

TEST_F(StudyFormTest, AnEmptyTitleGoesBackToWhatItWas) {
    form_.titleField()->setFocus();
    form_.titleField()->clear();
    QTest::keyClick(form_.titleField(), Qt::Key_Return);

    EXPECT_TRUE(asked_.empty());
    EXPECT_EQ(form_.titleField()->text(), QStringLiteral("Photos"));
}

TEST_F(StudyFormTest, WithoutAStudyNothingCanBeSaid) {
    form_.setStudy({});
    EXPECT_FALSE(form_.isEnabled());
}

}  // namespace
}  // namespace throughline::ui
