// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/stage_names.h"

#include <QCoreApplication>

namespace throughline::ui {

QString stagesTitle(std::string_view stages) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("throughline::ui::StageNames", text);
    };
    if (stages == "storage") {
        return tr("storage alone");
    }
    if (stages == "decode") {
        return tr("decode alone");
    }
    return stages == "consumer" ? tr("consumer alone") : tr("full pipeline");
}

}  // namespace throughline::ui
