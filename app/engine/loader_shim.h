// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace throughline::app {

/// The folder with throughline_loader.py and its examples: beside this program as it is installed,
/// or built. "" where it is not there.
std::string loader_shim_folder();

/// Lets Python programs that this one starts import it: puts the folder into PYTHONPATH, and says
/// by THROUGHLINE_LOADER that stdout is the protocol from the import on.
/// Thread: the main one, while there is no other.
void offer_loader_shim();

}  // namespace throughline::app
