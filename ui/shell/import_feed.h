// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>
#include <vector>

#include "ui/bridge/library_service.h"

namespace throughline::ui {

class ImportDialog;

/// Files of any kind on their way into the library: records at once, others through the list that
/// says what became of each.
/// Thread: GUI.
class ImportFeed : public QObject {
    Q_OBJECT
public:
    ImportFeed(LibraryService* library, QSettings* settings, QWidget* window);
    ~ImportFeed() override;  // stops an import, which the library would otherwise wait for

    /// Results of any kind, folders of them, and a file of scenarios.
    void open(const QStringList& all);
    void askForFiles();
    void askForFolder();
    /// The list of files taken in; made when it is first needed.
    ImportDialog* dialog();

Q_SIGNALS:
    void opening(const QStringList& files);
    /// A file is no result but scenarios of the What-if tab.
    void scenariosAsked(const QString& file);
    /// They came in, and nothing needs a look any more. `others`: what is to be said of the files
    /// that did not, "" if nothing.
    void came(const std::vector<std::int64_t>& studies, const QString& others);
    void chartAsked(const std::vector<std::int64_t>& studies);

private:
    LibraryService* library_;  // borrowed
    QSettings* settings_;      // borrowed
    QWidget* window_;
    ImportDialog* dialog_ = nullptr;
};

}  // namespace throughline::ui
