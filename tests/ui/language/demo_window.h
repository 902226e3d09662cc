// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>
#include <array>

#include "tests/ui/shell/main_window_fixture.h"
#include "ui/shell/about_dialog.h"
#include "ui/shell/demo.h"
#include "ui/shell/diagnostics_dialog.h"
#include "ui/shell/preferences_dialog.h"
#include "ui/shell/shortcuts_dialog.h"

namespace throughline::ui {

/// The window with the demo's studies, of which the last one is chosen and in the charts.
class DemoWindow : public MainWindowTest {
protected:
    void SetUp() override {
        window_->openDemo();
        const auto plotted = [this] { return window_->libraryPanel()->model()->plottedStudies(); };
        ASSERT_TRUE(QTest::qWaitFor([&] { return !plotted().empty(); }, kLoadMs));
        window_->study()->choose({plotted().front()});
        QTest::qWait(kSettleMs);
    }

    /// Calls `look` with each page and dialog, and its name.
    template <class Look>
    void everywhere(const Look& look) {
        constexpr std::array kPages{std::pair{"welcome", Page::Welcome},
                                    std::pair{"measure", Page::Measure},
                                    std::pair{"result", Page::Result},
                                    std::pair{"explore", Page::Explore},
                                    std::pair{"whatif", Page::WhatIf},
                                    std::pair{"figures", Page::Figures},
                                    std::pair{"settings", Page::Settings},
                                    std::pair{"report", Page::Report}};
        for (const auto& [name, page] : kPages) {
            window_->showPage(page);
            QTest::qWait(kSettleMs);
            look(*window_, name);
        }
        PreferencesDialog preferences(window_->preferences(), nullptr);
        AboutDialog about;
        for (QDialog* dialog :
             {static_cast<QDialog*>(&preferences), static_cast<QDialog*>(&about)}) {
            dialog->show();
            QTest::qWait(kSettleMs);
            look(*dialog, dialog->objectName().toUtf8().constData());
        }
        DiagnosticsDialog* diagnostics = window_->showDiagnostics();
        QTest::qWait(kSettleMs);
        look(*diagnostics, "diagnostics");
        diagnostics->close();
    }

private:
    static constexpr int kSettleMs = 250;
    static constexpr int kLoadMs = 60'000;  ///< a library of the published studies is made first
};

}  // namespace throughline::ui
