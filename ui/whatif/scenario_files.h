// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QSettings>
#include <QTimer>
#include <QWidget>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/whatif/scenario.h"
#include "ui/whatif/offer_search.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// Where the scenarios of a document come from and go to: worked examples, files, and what was on
/// screen when the window closed. Thread: GUI; large files are read and written by the runner.
class ScenarioFiles : public QObject {
    Q_OBJECT
public:
    /// `window`: the parent of dialogs and this. `settings`: where the folder of dialogs is
    /// remembered; borrowed, may be null.
    ScenarioFiles(ScenarioDocument* document, QSettings* settings, QWidget* window);

    /// The worked examples that came with the program: name of the file without ".json", and title.
    static std::vector<std::pair<QString, QString>> examples();
    /// "" for what is none of them.
    static QString titleOfExample(const QString& name);
    /// Whether the document is one of them, as it came.
    bool isExample() const;
    /// Whether a title or a scenario's name is of one of them: nobody's own, so that it may give
    /// way to a true one.
    static bool isNameOfExample(const QString& name);
    /// Where saved scenarios lie; the menu lists them.
    static QString folder();

    void setRunner(WorkRunner runner) { runner_ = std::move(runner); }
    QMenu* openMenu() { return open_menu_; }

    void openExample(const QString& name);
    void openFile(const QString& path);
    /// What was on screen last time, else the first example.
    void openLast();
    /// Keeps what is on screen for openLast().
    void remember();
    /// The same in a second, once for all changes until then.
    void rememberSoon() { remember_timer_.start(); }
    /// Asks for a place where there is none yet, or `elsewhere`.
    void askAndSave(bool elsewhere);

Q_SIGNALS:
    void failed(const QString& why);
    /// What openFile() was asked for is on screen, or was refused.
    void fileRead();
    /// Scenarios or a table of answers are in this file now.
    void saved(const QString& path);

private:
    void fillOpenMenu();
    void askAndOpen();
    void take(Result<whatif::ScenarioFile> file, const QString& path);
    void saveElsewhere(const QString& path);
    void saveAnswers(const QString& path);

    ScenarioDocument* document_;
    QWidget* window_;
    QMenu* open_menu_;
    QTimer remember_timer_;
    WorkRunner runner_;    ///< of work that takes too long for this thread; may be empty
    QSettings* settings_;  // borrowed; may be null
};

}  // namespace throughline::ui
