// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace throughline::ui {

/// Key of Preference::Language, which is read before any text, and so before the list of
/// preferences, is made.
inline constexpr const char* kLanguageKey = "window/language";
/// In place of a language's code: the one of the desktop.
inline constexpr const char* kLanguageOfSystem = "system";

}  // namespace throughline::ui
