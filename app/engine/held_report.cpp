// SPDX-License-Identifier: Apache-2.0
#include "app/engine/held_report.h"

#include <utility>

#include "engine/base/file_descriptor.h"
#include "engine/report/verify.h"

namespace throughline::app {

HeldReport read_held_report(const std::string& file, const std::string& undone) {
    auto bytes = read_whole_file(file);
    if (!bytes) {
        return {.exit_code = report(bytes.error())};
    }
    const auto verified = report::verify_report(*bytes);
    if (!verified) {
        return {.exit_code = report_no_report(file, verified.error())};
    }
    if (!verified->holds()) {
        return {.exit_code = report(format_error("'" + file + "' does not hold" + undone),
                                    "'throughline-engine verify' names what is wrong with it.")};
    }
    return {.bytes = *std::move(bytes)};
}

}  // namespace throughline::app
