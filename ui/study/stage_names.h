// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "engine/spec/choices.h"

namespace throughline::ui {

/// "full pipeline", "storage alone", …: the value of the setting `stages` for people.
QString stagesTitle(std::optional<spec::Stages> stages);

}  // namespace throughline::ui
