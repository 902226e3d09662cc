// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <QToolButton>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/style/elided_line.h"
#include "ui/whatif/scenario_document.h"
#include "ui/whatif/study_choice.h"

namespace throughline::ui {

/// What is to be known of the studies of the base: a busy computer, a stage that was not measured
/// alone, runs that are gone, that another study is chosen in the list. In one line, whatever there
/// is to say: the rest stands behind "More". Hidden where there is nothing. Thread: GUI.
class StudyBaseRow : public QWidget {
    Q_OBJECT
public:
    explicit StudyBaseRow(ScenarioDocument* document, QWidget* parent = nullptr);

    QString text() const { return words_->text(); }
    QToolButton* moreButton() { return more_; }
    QPushButton* measureAgainButton() { return again_; }
    QPushButton* measureAloneButton() { return alone_; }
    QPushButton* measureHereButton() { return here_; }
    QPushButton* useChosenButton() { return use_; }
    /// Uuids of what the library holds; before the first call none is said to be gone.
    void setLibrary(std::set<std::string> uuids);
    /// The study that is chosen in the list; none: there is none, or several.
    void setChosen(std::optional<StudyChoice> study);
    /// That a study cannot be the base, and why: until the document changes. `uuid`: of one that
    /// can be measured again on this computer; else "".
    void setRefused(const std::string& uuid, const QString& why);

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// Calibrate on this study instead.
    void studyBaseAsked(const std::vector<std::int64_t>& studies);
    /// A study of the base is to be measured once more.
    void measureAgainAsked(const std::string& uuid);
    /// The same with each stage alone, which the base lacks.
    void measureAloneAsked(const std::string& uuid);
    /// Whatever there is on this computer is to be measured.
    void measureHereAsked();

private:
    void showBase();
    QStringList lines() const;
    void offerMore();
    void measureAlone();
    QStringList gone(const StudyBase& base) const;
    /// What the predictions rest on, where that is not the chosen study; else "".
    QString otherThanChosen() const;

    ScenarioDocument* document_;
    std::optional<std::set<std::string>> library_;
    ElidedLine* words_;
    QToolButton* more_;
    QPushButton* again_;
    QPushButton* alone_;
    QPushButton* here_;
    QPushButton* use_;
    std::optional<StudyChoice> chosen_;
    std::string refused_{};  ///< the uuid of one that can be measured again
    QString why_refused_{};  ///< "": none was
};

}  // namespace throughline::ui
