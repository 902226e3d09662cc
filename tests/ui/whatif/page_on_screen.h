// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QSettings>
#include <QSize>
#include <QTemporaryDir>
#include <cstdint>
#include <memory>

#include "ui/whatif/whatif_page.h"

namespace throughline::ui {

/// The What-if tab on screen, with the built-in catalogue and a folder of its own for what it
/// keeps.
class PageOnScreen : public testing::Test {
protected:
    enum class Settings : std::uint8_t { None, Kept };
    explicit PageOnScreen(QSize size = {1280, 720}, Settings settings = Settings::None)
        : size_(size), keeps_settings_(settings == Settings::Kept) {
        qputenv("THROUGHLINE_DATA_DIR", folder_.path().toLocal8Bit());
        openPage();
    }
    /// Anew, where it is open already: what is on screen is kept by then.
    void openPage() {
        page_.reset();
        page_ = std::make_unique<WhatIfPage>(keeps_settings_ ? &settings_ : nullptr);
        page_->resize(size_);
        page_->show();
        page_->activateWindow();
        page_->setCatalog(std::make_shared<const catalog::Catalog>(catalog::Catalog::built_in()));
        QCoreApplication::processEvents();
    }
    ScenarioDocument& document() { return *page_->document(); }

    QTemporaryDir folder_;
    QSettings settings_{folder_.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    std::unique_ptr<WhatIfPage> page_;

private:
    QSize size_;
    bool keeps_settings_;
};

}  // namespace throughline::ui
