// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace throughline::ui {

/// "full pipeline", "storage alone", …: the value of the setting `stages` for people.
QString stagesTitle(std::string_view stages);

}  // namespace throughline::ui
