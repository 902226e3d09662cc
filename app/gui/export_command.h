// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace throughline::ui {

/// True when the program was called as `throughline export …`.
bool isExportCommand(int argc, char** argv);

/// `throughline export`: a chart of studies in a library, written to a file without a window or a
/// display. Exit status: 0 written, 1 failed, 2 wrong usage; messages go to standard error.
int runExportCommand(int argc, char** argv);

}  // namespace throughline::ui
