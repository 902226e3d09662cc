// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <string>

#include "ui/style/study_names.h"

namespace throughline::ui {

/// A study that may become the base.
struct StudyChoice {
    std::int64_t id = 0;
    QString title;
    QString apart{};       ///< what tells it from others of its title, see StudyNames
    bool checked = false;  ///< in the list of studies
    std::string uuid{};
    bool own = false;     ///< measured by this program, no demo: it can be measured again
    bool offered = true;  ///< as a base: not a file of another program, which can be none
    QString when{};       ///< it began, "23 Nov 02:57"
    QString rate{};       ///< its best, "656 images/s"; "": it has none
    QString why_not{};    ///< it can be no base; "": it may

    /// "photos (23 Nov 02:57)", or its title where no other has it.
    QString name() const { return title.isEmpty() ? title : nameApart(title, apart); }
};

}  // namespace throughline::ui
