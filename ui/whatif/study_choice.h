// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <string>

namespace throughline::ui {

/// A study that may become the base.
struct StudyChoice {
    std::int64_t id = 0;
    QString title;
    QString when{};        ///< "23 Nov 02:57"; empty where the title says it
    bool checked = false;  ///< in the list of studies
    std::string uuid{};
    bool own = false;  ///< measured by this program, no demo: it can be measured again
};

}  // namespace throughline::ui
