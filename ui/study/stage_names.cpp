// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/stage_names.h"

#include <QCoreApplication>

namespace throughline::ui {

QString stagesTitle(std::optional<spec::Stages> stages) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("throughline::ui::StageNames", text);
    };
    switch (stages.value_or(spec::Stages::Full)) {
        case spec::Stages::Storage:
            return tr("storage alone");
        case spec::Stages::Decode:
            return tr("decode alone");
        case spec::Stages::Consumer:
            return tr("accelerator alone");
        case spec::Stages::Full:
            break;
    }
    return tr("full pipeline");
}

}  // namespace throughline::ui
