// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QMenu>
#include <QMenuBar>
#include <QTemporaryDir>
#include <memory>

#include "ui/shell/main_window.h"

namespace throughline::ui {

inline constexpr int kPatienceMs = 10'000;

/// A window with a data folder of its own and no engine.
class MainWindowTest : public testing::Test {
protected:
    MainWindowTest() {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        qputenv("THROUGHLINE_ENGINE", "/nowhere/throughline-engine");
        settings_ = std::make_unique<QSettings>(folder_.filePath(QStringLiteral("window.ini")),
                                                QSettings::IniFormat);
        window_ = std::make_unique<MainWindow>(settings_.get());
        window_->resize(1280, 720);
        window_->show();
        QCoreApplication::processEvents();
    }
    ~MainWindowTest() override {
        window_.reset();
        qunsetenv("THROUGHLINE_ENGINE");
    }
    QList<QAction*> allActions() const {
        QList<QAction*> actions;
        const auto menus = window_->menuBar()->findChildren<QMenu*>();
        for (const QMenu* menu : menus) {
            for (QAction* action : menu->actions()) {
                if (!action->isSeparator() && action->menu() == nullptr) {
                    actions << action;
                }
            }
        }
        return actions;
    }

    QTemporaryDir folder_;
    std::unique_ptr<QSettings> settings_;
    std::unique_ptr<MainWindow> window_;
};

}  // namespace throughline::ui
