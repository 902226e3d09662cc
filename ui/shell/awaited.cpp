// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/awaited.h"

#include <algorithm>

#include "ui/bridge/engine_command.h"
#include "ui/explore/view_previews.h"

namespace throughline::ui {

QStringList awaitedBy(const MainWindow& window) {
    QStringList awaited;
    if (!window.findChild<LibraryService*>()->isIdle()) {
        awaited << QStringLiteral("the library");
    }
    if (EngineCommand::countRunning() > 0) {
        awaited << QStringLiteral("the engine");
    }
    const auto* whatIf = window.findChild<WhatIfPage*>();
    if (whatIf->isVisible() && whatIf->findChild<OfferSearch*>()->isUnderWay()) {
        awaited << QStringLiteral("the search of offers");
    }
    const auto previews = window.findChildren<ViewPreviews*>();
    if (std::ranges::any_of(previews, &ViewPreviews::isAtWork)) {
        awaited << QStringLiteral("the pictures of the gallery");
    }
    return awaited;
}

}  // namespace throughline::ui
