// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace throughline {

std::string utc_now_iso8601() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    tm parts{};
    gmtime_r(&now.tv_sec, &parts);
    std::array<char, 64> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "%04d-%02d-%02dT%02d:%02d:%02d.%03ldZ",
                  parts.tm_year + 1900,
                  parts.tm_mon + 1,
                  parts.tm_mday,
                  parts.tm_hour,
                  parts.tm_min,
                  parts.tm_sec,
                  now.tv_nsec / 1'000'000);
    return text.data();
}

}  // namespace throughline
