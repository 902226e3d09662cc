// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::app {

/// What has to hold before anything is opened or written: standard input, output and error are open
/// (a closed one becomes /dev/null, else the next file that is opened would take its number and
/// what is printed), and a file that may not grow further (ulimit -f) is an error of its write and
/// not a signal that ends the program.
void settle_process();

}  // namespace throughline::app
